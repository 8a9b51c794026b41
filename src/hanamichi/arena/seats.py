"""The seats of a game: bots of the house in this process, all others in processes of their own."""

from __future__ import annotations

import hashlib
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

from hanamichi.arena.results import Pace, step_of
from hanamichi.arena.roster import Entrant, entrant, seat_bot, seat_view
from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.bot import Bot, Sight, bot_ids
from hanamichi.bots.outside.answers import NotLegal, described, place_of
from hanamichi.bots.outside.launch import BuiltInBot, SeatBot
from hanamichi.bots.outside.messages import FailureKind, Start
from hanamichi.bots.outside.seat_process import SeatFailed, SeatProcess
from hanamichi.core import Action, Event, Seat, event_for

CREATION_SECONDS = 900.0
"""The limit for creating a bot of the house: enough to compile its kernels."""


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
        self.kind: FailureKind = kind
        self.error = error


def stalled(limit: float) -> str:
    """The error text of a bot that took too long."""
    return f"no move within {limit:g} s"


class GameSeat(ABC):
    """A bot in a seat: what the seat was told, and how long the bot takes."""

    def __init__(self, tournament: Tournament, task: Task, place: int) -> None:
        self.place = place
        self.tournament = tournament
        self.seat: Seat = tournament.seat_of(place, task.game)
        self.limit = tournament.timeout
        self.company = bot_ids(tournament.names_by_seat(task))
        self._spread: dict[int, int] = {}
        self._moves = self._nanoseconds = 0
        self.events: list[Event] = []
        """What the seat may know of everything that happened since the deal."""

    def receive(self, events: Sequence[Event]) -> None:
        """Add what the seat may know of these events."""
        visible = (event_for(event, self.seat) for event in events)
        self.events.extend(event for event in visible if event is not None)

    @abstractmethod
    def choose(self, state: Any, legal: Sequence[Action]) -> int:
        """The place of its choice among the legal actions; raises `BotFailed` for anything else."""

    @abstractmethod
    def close(self) -> None:
        """The game is over."""

    def count(self, nanoseconds: int) -> None:
        """Note how long a move took."""
        self._moves += 1
        self._nanoseconds += nanoseconds
        step = step_of(nanoseconds)
        self._spread[step] = self._spread.get(step, 0) + 1

    @property
    def pace(self) -> Pace:
        """How long its moves took so far."""
        return Pace(self._moves, self._nanoseconds, self._spread)


class BuiltInSeat(GameSeat):
    """A bot of the house, in this process."""

    def __init__(self, tournament: Tournament, task: Task, place: int, monitor: Monitor) -> None:
        super().__init__(tournament, task, place)
        self._monitor = monitor
        self._rng = random.Random(f"{tournament.seed}, game {task.game}, bot {place}")
        name = tournament.lineups[task.lineup][place]
        self._entrant: Entrant = entrant(tournament.game.id, name)
        self._bot: Bot | None = None

    def choose(self, state: Any, legal: Sequence[Action]) -> int:
        view = self._entrant.view(self.tournament.game, state, self.seat)
        sight = Sight(view, self.events, legal, self.company)
        self._monitor.creating(self.place)
        try:
            if self._bot is None:
                self._bot = self._entrant.make()
            self._monitor.choosing(self.place)
            began = time.perf_counter_ns()
            answer: object = self._bot.choose(sight, self._rng)
            taken = time.perf_counter_ns() - began
            place = place_of(answer, legal)
        except NotLegal as error:
            raise BotFailed(self.place, "illegal", str(error)) from None
        except BaseException as error:  # even exit(): the tournament continues
            raise BotFailed(self.place, "crashed", described(error)) from None
        finally:
            self._monitor.answered()
        self.count(taken)
        if taken > self.limit * 1e9:
            raise BotFailed(self.place, "stalled", stalled(self.limit))
        return place

    def close(self) -> None:
        self._bot = None


class OutsideSeat(GameSeat):
    """A bot in a process of its own, which gets the seat's view and events as JSON."""

    def __init__(
        self, tournament: Tournament, task: Task, place: int, bot: SeatBot, kept: KeptProcesses
    ) -> None:
        super().__init__(tournament, task, place)
        self._bot = bot
        self._kept = kept
        self._process: SeatProcess | None = None
        self._told = 0
        # A hash: nobody can tell the seed of the decks from it.
        name = f"{tournament.seed}, game {task.game}, bot {place}"
        self._seed = hashlib.sha256(name.encode()).hexdigest()

    def choose(self, state: Any, legal: Sequence[Action]) -> int:
        view = seat_view(self.tournament.game, state, self.seat)
        try:
            process = self._process or self._started()
            began = time.perf_counter_ns()
            place = process.choose(view, self.events[self._told :], legal, self.limit)
            taken = time.perf_counter_ns() - began
        except SeatFailed as failed:
            self._discard()
            raise BotFailed(self.place, failed.kind, failed.error) from None
        self._told = len(self.events)
        self.count(taken)
        return place

    def _started(self) -> SeatProcess:
        tournament = self.tournament
        self._process = self._kept.take(self.place, self._bot)
        limit = self.limit
        if isinstance(self._bot, BuiltInBot):
            limit = max(limit, CREATION_SECONDS)
        start = Start(
            game=tournament.game.id,
            preset=tournament.preset,
            options=tournament.options,
            players=tournament.players,
            seat=self.seat,
            company=self.company,
            seed=self._seed,
            seconds=self.limit,
        )
        self._process.start(start, limit)
        return self._process

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            self._kept.give_back(self.place, self._bot, process)


class KeptProcesses:
    """Processes of bots between two games, where a tournament lets them live on.

    A bot of the house may be trusted to begin anew; another plays one game and ends, unless the
    tournament says otherwise. Two places never share a process.
    """

    def __init__(self, *, keep_all: bool) -> None:
        self._keep_all = keep_all
        self._idle: dict[tuple[int, SeatBot], SeatProcess] = {}

    def take(self, place: int, bot: SeatBot) -> SeatProcess:
        """A process for a bot."""
        return self._idle.pop((place, bot), None) or SeatProcess(bot)

    def give_back(self, place: int, bot: SeatBot, process: SeatProcess) -> None:
        """The game is over; the process was never late and never wrong."""
        if self._keep_all or isinstance(bot, BuiltInBot):
            self._idle[place, bot] = process
        else:
            process.close()

    def close(self) -> None:
        """End all of them."""
        while self._idle:
            self._idle.popitem()[1].close()


def game_seat(
    tournament: Tournament, task: Task, place: int, monitor: Monitor, kept: KeptProcesses
) -> GameSeat:
    """The seat of one bot of a line-up."""
    name = tournament.lineups[task.lineup][place]
    bot = seat_bot(
        tournament.game.id, name, tournament.named_bots, isolate_all=tournament.isolate_all
    )
    if bot is None:
        return BuiltInSeat(tournament, task, place, monitor)
    return OutsideSeat(tournament, task, place, bot, kept)
