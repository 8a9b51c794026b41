"""A separate process that plays games, and the parent's side that watches it.

Nothing that a bot of the house does here affects the tournament: a crash is caught in the process,
a bot that never answers is killed with its process, and a process that dies costs one game. Bots of
others have processes of their own, and limits that this process keeps.
"""

from __future__ import annotations

import contextlib
import time
import traceback
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from hanamichi.arena import game_loop
from hanamichi.arena.errors import ArenaError
from hanamichi.arena.results import Failure, Fault, GameResult, forfeited
from hanamichi.arena.seats import CREATION_SECONDS, KeptProcesses, stalled
from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.outside.messages import FailureKind
from hanamichi.bots.worker_process import SPAWN, WorkerProcess

POLL_SECONDS = 0.05
"""How often the time limit is checked."""
_MAX_ELAPSED = 4 * POLL_SECONDS
"""The most that one check adds: the time a machine was suspended is not the bot's."""
_MAX_ATTEMPTS = 3
"""How often a game is tried when its process dies while no bot was asked anything."""

_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
"""The order of a set of strings would otherwise differ between processes, and so might results."""
_ANSWER = msgspec.json.Decoder(GameResult | Fault)


class _Question:
    """Memory shared by both sides: the number of the open question, the bot asked, and its kind."""

    def __init__(self, cells: Any) -> None:
        self._cells = cells
        self._count = 0

    def creating(self, place: int) -> None:
        self._ask(place, creating=True)

    def choosing(self, place: int) -> None:
        self._ask(place, creating=False)

    def _ask(self, place: int, *, creating: bool) -> None:
        self._count += 1
        self._cells[1] = place
        self._cells[2] = creating
        self._cells[0] = self._count

    def answered(self) -> None:
        self._cells[0] = 0

    # -- read by the parent --

    @property
    def number(self) -> int:
        """0 while no bot is asked anything."""
        return int(self._cells[0])

    @property
    def place(self) -> int:
        return int(self._cells[1])

    @property
    def is_creation(self) -> bool:
        return bool(self._cells[2])


def play_games(pipe: Connection, cells: Any, tournament: Tournament) -> None:
    """Runs in the process: play the games that the parent sends, until it closes the pipe."""
    question = _Question(cells)
    kept = KeptProcesses(keep_all=tournament.keep_processes)
    while True:
        try:
            task = Task(*pipe.recv())
        except EOFError:
            return
        answer: GameResult | Fault
        try:
            answer = game_loop.play(tournament, task, question, kept)
        except Exception:
            answer = Fault(traceback.format_exc())
        pipe.send_bytes(msgspec.json.encode(answer))


class GameProcess:
    """One such process as its parent sees it."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._attempts = 0
        self.task: Task | None = None
        """The game being played."""
        cells = SPAWN.RawArray("q", 3)
        self._question = _Question(cells)
        self._process = WorkerProcess(play_games, cells, tournament, environment=_ENVIRONMENT)
        self._reset_clock()

    def _reset_clock(self) -> None:
        self._asked, self._elapsed = 0, 0.0
        self._checked = time.monotonic()

    def _restart(self) -> None:
        self._process.restart()
        self._question.answered()
        self._reset_clock()

    @property
    def pipe(self) -> Connection:
        """Ready to be read when the game is over or the process has died."""
        return self._process.pipe

    def begin(self, task: Task) -> None:
        """Have a game played."""
        self.task = task
        with contextlib.suppress(OSError):  # `poll` notices a process that has died
            self.pipe.send(tuple(task))

    def poll(self) -> GameResult | None:
        """The result once there is one; a loss for a bot that took too long or died."""
        assert self.task is not None
        dead = not self._process.alive
        if self.pipe.poll():
            try:
                answer = _ANSWER.decode(self.pipe.recv_bytes())
            except EOFError:
                return self._died()
            if isinstance(answer, Fault):
                raise RuntimeError(answer.text)
            return self._done(answer)
        if dead:
            return self._died()
        if self._overdue():
            return self._lost("stalled", stalled(self._tournament.timeout))
        return None

    def _overdue(self) -> bool:
        """Whether the same question has been open for longer than its limit."""
        now = time.monotonic()
        since, self._checked = now - self._checked, now
        number = self._question.number
        if number == 0 or number != self._asked:
            self._asked, self._elapsed = number, 0.0
            return False
        self._elapsed += min(since, _MAX_ELAPSED)
        limit = self._tournament.timeout
        if self._question.is_creation:
            limit = max(limit, CREATION_SECONDS)
        return self._elapsed > limit

    def _died(self) -> GameResult | None:
        reason = self._process.exit_reason()
        if self._question.number:
            return self._lost("died", reason)
        self._attempts += 1
        if self._attempts >= _MAX_ATTEMPTS:
            raise ArenaError(f"A worker process keeps dying: {reason}", code="arena/worker")
        task = self.task
        assert task is not None
        self._restart()
        self.begin(task)
        return None

    def _lost(self, kind: FailureKind, error: str) -> GameResult:
        """The bot that was asked loses the game; a new process plays the next one."""
        assert self.task is not None
        place = self._question.place
        seat = self._tournament.seat_of(place, self.task.game)
        result = forfeited(self._tournament, self.task, Failure(place, seat, kind, error))
        self._restart()
        return self._done(result)

    def _done(self, result: GameResult) -> GameResult:
        self.task = None
        self._attempts = 0
        return result

    def close(self) -> None:
        """End the process."""
        self._process.close()
