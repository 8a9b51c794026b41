"""A match of random play, which the checks inspect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, NoReturn, TypeAlias

import msgspec

from hanamichi.core import Action, Event, MatchRecord, Move, Options, Recorder, Seat, Seeded
from hanamichi.core.errors import MoveError
from hanamichi.core.record import AnyGame, plain
from hanamichi.testing.candidates import Candidates

LIMIT = 5000
"""A match with more decisions counts as endless."""
_GESTURES_EVERY = 6


Player: TypeAlias = Callable[[Any, tuple[Any, ...], Random], Any]
"""Chooses among the legal actions of a state. A sample's players may look at all of it."""


# Players share one signature; this one does not use the state.
def at_random(state: Any, legal: tuple[Any, ...], choose: Random) -> Any:  # noqa: ARG001
    """A player that chooses at random."""
    return choose.choice(legal)


class NonConformance(AssertionError):
    """A game does not conform. The message says the table, the ply and what happened."""


class Step(NamedTuple):
    """One accepted action of a sample."""

    before: Any
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    after: Any


class SampleMatch:
    """A match of a game with these options and seats, played on first use."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        players: int,
        seed: int = 0,
        *,
        limit: int = LIMIT,
        player: Player = at_random,
        focus: Callable[[Any], bool] | None = None,
        label: str = "",
    ) -> None:
        self.game = game
        self.options = options
        self.players = players
        self.seed = seed
        self.limit = limit
        self.player = player
        self.focus = focus
        """States to prefer where a check inspects only some."""
        self.label = label or str(msgspec.json.encode(options), "utf-8")
        self.candidates = Candidates(game)
        self.stuck: str | None = None
        """Why play stopped before the end, if it did."""

    def __repr__(self) -> str:
        return f"{self.game.id} ({self.label}), {self.players} players, seed {self.seed}"

    def fail(self, message: str, state: Any = None) -> NoReturn:
        """Raise `NonConformance` with the table and the ply."""
        where = "" if state is None else f", ply {self.game.ply(state)}"
        raise NonConformance(f"{self!r}{where}: {message}")

    def random(self, purpose: str) -> Random:
        """A generator for one check, the same in every run."""
        return Random(f"{self.seed} {purpose}")

    # -- the match -----------------------------------------------------------------------------

    @cached_property
    def chance(self) -> Recorder:
        """The recorded chance of the deal and of every later shuffle."""
        return Recorder(Seeded(self.seed))

    @cached_property
    def dealt(self) -> tuple[Any, tuple[Event, ...]]:
        """The first state, and the events of dealing."""
        state, events = self.game.start(self.options, self.players, self.chance)
        return state, events

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every action of a match, the player's choices and a few gestures, up to its end."""
        return tuple(self._play())

    @property
    def states(self) -> list[Any]:
        """Every state of the match, the dealt one first."""
        return [self.dealt[0], *(step.after for step in self.steps)]

    def record(self) -> MatchRecord:
        """The match as a record, written without help from `Match`."""
        steps = self.steps
        outcome = self.game.outcome(self.states[-1])
        return MatchRecord(
            game=self.game.id,
            options=plain(self.options),
            players=tuple(f"Player {seat + 1}" for seat in range(self.players)),
            chance=tuple(self.chance.draws),
            moves=tuple(Move(step.seat, plain(step.action)) for step in steps),
            result=None if outcome is None else plain(outcome),
        )

    def _play(self) -> Iterator[Step]:
        game, choose = self.game, self.random("play")
        state, _ = self.dealt
        for _ in range(self.limit):
            if choose.randrange(_GESTURES_EVERY) == 0:
                for step in self._gesture(state, choose):
                    yield step
                    state = step.after
            seat = game.to_act(state)
            if seat is None:
                return
            legal = game.legal_actions(state, seat)
            if not legal:
                self.stuck = f"seat {seat} is to act and has no legal action"
                return
            action = self.player(state, legal, choose)
            try:
                after, events = game.apply(state, seat, action, self.chance)
            except MoveError as error:
                self.stuck = f"the legal action {action} was refused: {error}"
                return
            yield Step(state, seat, action, events, after)
            state = after
        if game.to_act(state) is not None:
            self.stuck = f"the match did not end within {self.limit} decisions"

    def _gesture(self, state: Any, choose: Random) -> Iterator[Step]:
        """A gesture of some seat, if the game accepts one."""
        acting = self.game.to_act(state)
        seat = choose.randrange(self.players) if acting is None else acting
        for action in self.candidates.draw(state, seat, choose, 3):
            if self.game.is_gesture(action):
                try:
                    after, events = self.game.apply(state, seat, action, self.chance)
                except MoveError:
                    continue
                yield Step(state, seat, action, events, after)
                return

    # -- what checks read ----------------------------------------------------------------------

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """The viewers: a spectator and each seat."""
        return (None, *range(self.players))

    def some_states(self, count: int) -> list[Any]:
        """`count` states spread over the match, with the first and the last."""
        if self.focus is None:
            return spread(self.states, count)
        focused = spread([state for state in self.states if self.focus(state)], count // 2)
        return focused + spread(self.states, count - len(focused))

    def some_steps(self, count: int) -> list[Step]:
        """`count` steps spread over the match, with the first and the last."""
        if self.focus is None:
            return spread(self.steps, count)
        focused = spread([step for step in self.steps if self.focus(step.before)], count // 2)
        return focused + spread(self.steps, count - len(focused))

    def refusal(self, state: Any, seat: Seat, action: Action) -> MoveError | None:
        """The error with which the game refuses an action; `None` when it accepts."""
        try:
            self.game.apply(state, seat, action, Seeded(self.seed))
        except MoveError as error:
            return error
        return None

    def imagined(self, state: Any, seat: Seat | None, count: int) -> Iterator[Any]:
        """Up to `count` other states that this viewer cannot distinguish from the real one."""
        for number in range(count):
            other = self.game.imagine(state, seat, Seeded(1000 * self.seed + number))
            if other != state:
                yield other


def spread(items: Sequence[Any], count: int) -> list[Any]:
    """`count` items at even distances with both ends, or all if they are fewer."""
    if len(items) <= count:
        return list(items)
    return [items[round(n * (len(items) - 1) / (count - 1))] for n in range(count)]


def sample_matches(
    game: AnyGame,
    *,
    seeds: Iterable[int] = range(2),
    option_sets: Iterable[tuple[Options, int]] | None = None,
    limit: int = LIMIT,
    player: Player = at_random,
) -> Iterator[SampleMatch]:
    """Sample matches of every preset and table size, or of the given options and sizes."""
    seeds = tuple(seeds)
    if option_sets is not None:
        for options, players in option_sets:
            for seed in seeds:
                yield SampleMatch(game, options, players, seed, limit=limit, player=player)
        return
    for preset in game.presets.values():
        for players in game.seat_counts:
            for seed in seeds:
                yield SampleMatch(
                    game,
                    preset.options,
                    players,
                    seed,
                    limit=limit,
                    player=player,
                    label=preset.id,
                )
