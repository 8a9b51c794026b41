"""Play one game of a tournament, from the deal to the end."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import structs

from hanamichi.arena.results import Failure, FailureKind, GameResult, Pace, forfeited, step_of
from hanamichi.arena.roster import Entrant, entrant
from hanamichi.arena.tournament import Deck, Task, Tournament
from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.core import Action, Event, Seat, build_options, event_for

_MAX_ERROR_LENGTH = 300


class Monitor(Protocol):
    """Is notified of what a bot is doing, so that its time can be limited from another process."""

    def creating(self, place: int) -> None:
        """A bot is created, which takes long where kernels are compiled for the first time."""
        ...

    def choosing(self, place: int) -> None:
        """A bot is asked for a move."""
        ...

    def answered(self) -> None:
        """The bot has answered."""
        ...


class BotFailed(Exception):
    """A bot failed, and so loses its game."""

    def __init__(self, place: int, kind: FailureKind, error: str) -> None:
        super().__init__(place, kind, error)
        self.place = place
        self.kind = kind
        self.error = error


class SeatedBot:
    """A bot in a seat, its random numbers, and how long it takes."""

    def __init__(self, tournament: Tournament, task: Task, place: int, monitor: Monitor) -> None:
        self.place = place
        self.seat: Seat = tournament.seat_of(place, task.game)
        self._monitor = monitor
        self._limit = tournament.timeout
        self._rng = random.Random(f"{tournament.seed}, game {task.game}, bot {place}")
        name = tournament.lineups[task.lineup][place]
        self.entrant: Entrant = entrant(tournament.game.id, name)
        self._bot: Bot | None = None
        self._spread: dict[int, int] = {}
        self._moves = self._nanoseconds = 0
        self.events: list[Event] = []
        """What the seat may know of everything that happened since the deal."""

    def receive(self, events: Sequence[Event]) -> None:
        """Add what the seat may know of these events."""
        visible = (event_for(event, self.seat) for event in events)
        self.events.extend(event for event in visible if event is not None)

    def choose(self, sight: Sight) -> Action:
        """The bot's choice, one of the legal actions; raises `BotFailed` for anything else."""
        legal = sight.legal
        self._monitor.creating(self.place)
        try:
            if self._bot is None:
                self._bot = self.entrant.make()
            self._monitor.choosing(self.place)
            began = time.perf_counter_ns()
            answer: object = self._bot.choose(sight, self._rng)
            taken = time.perf_counter_ns() - began
            number = _place_of(answer, legal)
        except BaseException as error:  # even exit(): the tournament continues
            raise BotFailed(self.place, "crashed", _described(error)) from None
        finally:
            self._monitor.answered()
        self._count(taken)
        if taken > self._limit * 1e9:
            raise BotFailed(self.place, "stalled", stalled(self._limit))
        if number is None:
            chosen = answer.action if isinstance(answer, Choice) else answer
            raise BotFailed(self.place, "illegal", f"{chosen!r} is not legal"[:_MAX_ERROR_LENGTH])
        return legal[number]

    def _count(self, nanoseconds: int) -> None:
        self._moves += 1
        self._nanoseconds += nanoseconds
        step = step_of(nanoseconds)
        self._spread[step] = self._spread.get(step, 0) + 1

    @property
    def pace(self) -> Pace:
        """How long its moves took so far."""
        return Pace(self._moves, self._nanoseconds, self._spread)


def stalled(limit: float) -> str:
    """The error text of a bot that took too long."""
    return f"no move within {limit:g} s"


def _place_of(answer: object, legal: Sequence[Action]) -> int | None:
    """The index of the legal action that a bot chose; none if it answered anything else."""
    if not isinstance(answer, Choice) or not isinstance(answer.action, Action):
        return None
    return legal.index(answer.action) if answer.action in legal else None


def _described(error: BaseException) -> str:
    """An exception in one line, with the file and line it came from."""
    where = ""
    if frames := traceback.extract_tb(error.__traceback__)[1:]:  # the first frame is ours
        where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # an exception's own __str__ may fail
        text = type(error).__name__
    return f"{text[:_MAX_ERROR_LENGTH]}{where}"


def play(tournament: Tournament, task: Task, monitor: Monitor) -> GameResult:
    """Play one game of a tournament; a bot that fails loses it."""
    game = tournament.game
    options = build_options(game.options_type(), tournament.options)
    bots = [SeatedBot(tournament, task, place, monitor) for place in range(tournament.players)]
    by_seat = {bot.seat: bot for bot in bots}
    deck = Deck(tournament.seed, tournament.deck_of(task.game))
    state, events = game.start(options, tournament.players, deck)
    choices: list[int] = []
    try:
        while (seat := game.to_act(state)) is not None:
            for each in bots:
                each.receive(events)
            bot = by_seat[seat]
            view = bot.entrant.view(game, state, seat)
            legal = game.legal_actions(state, seat)
            action = bot.choose(Sight(view, bot.events, legal))
            choices.append(legal.index(action))
            state, events = game.apply(state, seat, action, deck)
    except BotFailed as failed:
        failure = Failure(failed.place, bots[failed.place].seat, failed.kind, failed.error)
        lost = forfeited(tournament, task, failure)
        return structs.replace(lost, choices=tuple(choices), paces=tuple(bot.pace for bot in bots))
    outcome = game.outcome(state)
    assert outcome is not None
    return GameResult(
        lineup=task.lineup,
        game=task.game,
        scores=tuple(outcome.scores[bot.seat] for bot in bots),
        winners=tuple(bot.place for bot in bots if bot.seat in outcome.winners),
        termination=outcome.termination,
        paces=tuple(bot.pace for bot in bots),
        choices=tuple(choices),
    )
