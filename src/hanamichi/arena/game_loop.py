"""One game: bots in their seats, from the deal to the end."""

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

_LONGEST = 300


class Watch(Protocol):
    """Whoever stands beside the table with a stopwatch."""

    def sitting_down(self, place: int) -> None:
        """A bot is made, which takes long where kernels are compiled for the first time."""
        ...

    def thinking(self, place: int) -> None:
        """A bot is asked something."""
        ...

    def answered(self) -> None:
        """It has answered."""
        ...


class BotFailed(Exception):
    """A bot lost its game."""

    def __init__(self, place: int, kind: FailureKind, error: str) -> None:
        super().__init__(place, kind, error)
        self.place = place
        self.kind = kind
        self.error = error


class Chair:
    """A bot in a seat, its random numbers, and how long it takes."""

    def __init__(self, tournament: Tournament, task: Task, place: int, watch: Watch) -> None:
        self.place = place
        self.seat: Seat = tournament.seat_of(place, task.game)
        self._watch = watch
        self._limit = tournament.timeout
        self._chance = random.Random(f"{tournament.seed}, game {task.game}, bot {place}")
        name = tournament.lineups[task.lineup][place]
        self.entrant: Entrant = entrant(tournament.game.id, name)
        self._bot: Bot | None = None
        self._spread: dict[int, int] = {}
        self._moves = self._nanoseconds = 0
        self.heard: list[Event] = []
        """Everything the seat was told since the deal."""

    def hear(self, events: Sequence[Event]) -> None:
        """Be told what happened, as the seat may know it."""
        told = (event_for(event, self.seat) for event in events)
        self.heard.extend(event for event in told if event is not None)

    def choose(self, sight: Sight) -> Action:
        """The bot's choice, one of the legal actions; raises `BotFailed` for anything else."""
        legal = sight.legal
        self._watch.sitting_down(self.place)
        try:
            if self._bot is None:
                self._bot = self.entrant.make()
            self._watch.thinking(self.place)
            began = time.perf_counter_ns()
            answer: object = self._bot.choose(sight, self._chance)
            taken = time.perf_counter_ns() - began
            number = _place_of(answer, legal)
        except BaseException as error:  # even exit(): the bot leaves, the tournament stays
            raise BotFailed(self.place, "crashed", _described(error)) from None
        finally:
            self._watch.answered()
        self._note(taken)
        if taken > self._limit * 1e9:
            raise BotFailed(self.place, "stalled", stalled(self._limit))
        if number is None:
            chosen = answer.action if isinstance(answer, Choice) else answer
            raise BotFailed(self.place, "illegal", f"{chosen!r} is not legal"[:_LONGEST])
        return legal[number]

    def _note(self, nanoseconds: int) -> None:
        self._moves += 1
        self._nanoseconds += nanoseconds
        step = step_of(nanoseconds)
        self._spread[step] = self._spread.get(step, 0) + 1

    @property
    def pace(self) -> Pace:
        """How long it took so far."""
        return Pace(self._moves, self._nanoseconds, self._spread)


def stalled(limit: float) -> str:
    """How a stall is told."""
    return f"no move within {limit:g} s"


def _place_of(answer: object, legal: Sequence[Action]) -> int | None:
    """Which legal action a bot chose; none if it answered anything else."""
    if not isinstance(answer, Choice) or not isinstance(answer.action, Action):
        return None
    return legal.index(answer.action) if answer.action in legal else None


def _described(error: BaseException) -> str:
    """An exception in a line, with the place it came from."""
    where = ""
    if frames := traceback.extract_tb(error.__traceback__)[1:]:  # the first frame is ours
        where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # an exception may fail to say what it is
        text = type(error).__name__
    return f"{text[:_LONGEST]}{where}"


def play(tournament: Tournament, task: Task, watch: Watch) -> GameResult:
    """Play one game of a tournament to its end, however a bot may end it."""
    game = tournament.game
    options = build_options(game.options_type(), tournament.options)
    chairs = [Chair(tournament, task, place, watch) for place in range(tournament.players)]
    by_seat = {chair.seat: chair for chair in chairs}
    deck = Deck(tournament.seed, tournament.deck_of(task.game))
    state, events = game.start(options, tournament.players, deck)
    try:
        while (seat := game.to_act(state)) is not None:
            for each in chairs:
                each.hear(events)
            chair = by_seat[seat]
            view = chair.entrant.eyes(game, state, seat)
            legal = game.legal_actions(state, seat)
            action = chair.choose(Sight(view, chair.heard, legal))
            state, events = game.apply(state, seat, action, deck)
    except BotFailed as failed:
        failure = Failure(failed.place, chairs[failed.place].seat, failed.kind, failed.error)
        lost = forfeited(tournament, task, failure)
        return structs.replace(lost, paces=tuple(chair.pace for chair in chairs))
    outcome = game.outcome(state)
    assert outcome is not None
    return GameResult(
        lineup=task.lineup,
        game=task.game,
        scores=tuple(outcome.scores[chair.seat] for chair in chairs),
        winners=tuple(chair.place for chair in chairs if chair.seat in outcome.winners),
        termination=outcome.termination,
        paces=tuple(chair.pace for chair in chairs),
    )
