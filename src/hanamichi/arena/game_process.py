"""A process of its own in which games are played, watched from outside.

Nothing a bot does can reach past it: a crash is caught inside, a bot that never answers is ended
with its process, and a process that dies takes one game along.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from hanamichi.arena import game_loop
from hanamichi.arena.errors import ArenaError
from hanamichi.arena.results import Failure, FailureKind, Fault, GameResult, forfeited
from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.worker_process import serve_the_keeper, without_interrupts

LOOK = 0.05
"""Seconds between two looks at the stopwatch."""
_GLANCE = 4 * LOOK
"""The most that one look adds: a machine that slept does not blame the bot."""
_SITTING = 900.0
"""Seconds a bot has for sitting down: enough to compile whatever it needs."""
_TRIES = 3
"""How often a game is begun again when a process dies that no bot was using."""

_CONTEXT = multiprocessing.get_context("spawn")
_ANSWER = msgspec.json.Decoder(GameResult | Fault)


class _Slate:
    """Shared with the keeper: the number of the question being answered, whose it is, its limit."""

    def __init__(self, cells: Any) -> None:
        self._cells = cells
        self._asked = 0

    def sitting_down(self, place: int) -> None:
        self._ask(place, sitting=True)

    def thinking(self, place: int) -> None:
        self._ask(place, sitting=False)

    def _ask(self, place: int, *, sitting: bool) -> None:
        self._asked += 1
        self._cells[1] = place
        self._cells[2] = sitting
        self._cells[0] = self._asked

    def answered(self) -> None:
        self._cells[0] = 0


def work(pipe: Connection, cells: Any, tournament: Tournament) -> None:
    """What the process does: play what it is told to, until nobody tells it anything."""
    serve_the_keeper()
    os.dup2(2, 1)  # what a bot prints must not mix with the results
    sys.stdout = sys.stderr
    slate = _Slate(cells)
    while True:
        try:
            task = Task(*pipe.recv())
        except EOFError:
            return
        answer: GameResult | Fault
        try:
            answer = game_loop.play(tournament, task, slate)
        except Exception:
            answer = Fault(traceback.format_exc())
        pipe.send_bytes(msgspec.json.encode(answer))


class Cell:
    """The keeper of one such process."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._tries = 0
        self.task: Task | None = None
        """What is being played."""
        self._start()

    def _start(self) -> None:
        self._cells = _CONTEXT.RawArray("q", 3)
        self._question, self._patience = 0, 0.0
        self._looked = time.monotonic()
        self.pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(
            target=work, args=(theirs, self._cells, self._tournament), daemon=True
        )
        with _steady_hashes(), without_interrupts():
            self._process.start()
        theirs.close()

    def begin(self, task: Task) -> None:
        """Have a game played; `pipe` is ready when there is news."""
        self.task = task
        with contextlib.suppress(OSError):  # a dead process is noticed when it is asked
            self.pipe.send(tuple(task))

    def look(self) -> GameResult | None:
        """The result once there is one; the loss of a bot that took too long or died."""
        assert self.task is not None
        dead = not self._process.is_alive()
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
            return self._lost("stalled", game_loop.stalled(self._tournament.timeout))
        return None

    def _overdue(self) -> bool:
        """Whether the question on the slate has been there for too long."""
        now = time.monotonic()
        since, self._looked = now - self._looked, now
        question = self._cells[0]
        if question == 0 or question != self._question:
            self._question, self._patience = question, 0.0
            return False
        self._patience += min(since, _GLANCE)
        limit = self._tournament.timeout
        return self._patience > (max(limit, _SITTING) if self._cells[2] else limit)

    def _died(self) -> GameResult | None:
        self._process.join(1.0)
        how = _ending(self._process.exitcode)
        if self._cells[0]:
            return self._lost("died", how)
        self._tries += 1
        if self._tries >= _TRIES:
            raise ArenaError(f"A worker process keeps dying: {how}", code="arena/worker")
        task = self.task
        assert task is not None
        self.close()
        self._start()
        self.begin(task)
        return None

    def _lost(self, kind: FailureKind, error: str) -> GameResult:
        """The game goes against whoever was asked; a new process plays the next one."""
        assert self.task is not None
        place = int(self._cells[1])
        seat = self._tournament.seat_of(place, self.task.game)
        result = forfeited(self._tournament, self.task, Failure(place, seat, kind, error))
        self.close()
        self._start()
        return self._done(result)

    def _done(self, result: GameResult) -> GameResult:
        self.task = None
        self._tries = 0
        return result

    def close(self) -> None:
        """End the process."""
        self.pipe.close()
        self._process.kill()
        self._process.join()
        self._process.close()


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        with contextlib.suppress(ValueError):
            return f"its process was ended by {signal.Signals(-status).name}"
    return f"its process ended with status {status}"


@contextlib.contextmanager
def _steady_hashes() -> Iterator[None]:
    """The order of a set of words differs from process to process; results must not."""
    name = "PYTHONHASHSEED"
    before = os.environ.get(name)
    os.environ[name] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
