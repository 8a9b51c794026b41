"""Worker processes on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait
from types import TracebackType

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.game_process import POLL_SECONDS, GameProcess
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.worker_process import cores


class LocalWorkers:
    """A fixed number of games at a time, each in its own process."""

    def __init__(self, tournament: Tournament, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise ArenaError("At least one worker has to play", where="--workers")
        self._tournament = tournament
        self._count = count or cores()
        self._processes: list[GameProcess] = []

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.close()
        self._processes.clear()

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult]:
        """The results as they come in, in no particular order."""
        waiting = iter(tasks)
        for process in self._processes:
            self._assign(process, waiting)
        while len(self._processes) < self._count and (task := next(waiting, None)) is not None:
            process = GameProcess(self._tournament)
            self._processes.append(process)
            process.begin(task)
        last_check = 0.0
        while busy := [process for process in self._processes if process.task is not None]:
            ready = wait([process.pipe for process in busy], POLL_SECONDS)
            check_all = time.monotonic() - last_check >= POLL_SECONDS
            last_check = time.monotonic() if check_all else last_check
            for process in busy:
                if not check_all and process.pipe not in ready:
                    continue
                result = process.poll()
                if result is not None:
                    self._assign(process, waiting)
                    yield result

    @staticmethod
    def _assign(process: GameProcess, waiting: Iterator[Task]) -> None:
        task = next(waiting, None)
        if task is not None:
            process.begin(task)
