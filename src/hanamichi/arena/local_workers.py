"""Worker processes on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait
from types import TracebackType

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.game_process import LOOK, Cell
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.worker_process import cores


class LocalWorkers:
    """So many games at a time, each in a process of its own."""

    def __init__(self, tournament: Tournament, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise ArenaError("At least one worker has to play", where="--workers")
        self._tournament = tournament
        self._count = count or cores()
        self._cells: list[Cell] = []

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for cell in self._cells:
            cell.close()
        self._cells.clear()

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult]:
        """The results as they come in, in no particular order."""
        waiting = iter(tasks)
        for cell in self._cells:
            self._occupy(cell, waiting)
        while len(self._cells) < self._count and (task := next(waiting, None)) is not None:
            cell = Cell(self._tournament)
            self._cells.append(cell)
            cell.begin(task)
        looked = 0.0
        while busy := [cell for cell in self._cells if cell.task is not None]:
            ready = wait([cell.pipe for cell in busy], LOOK)
            around = time.monotonic() - looked >= LOOK  # now and then at everybody
            looked = time.monotonic() if around else looked
            for cell in busy:
                if not around and cell.pipe not in ready:
                    continue
                result = cell.look()
                if result is not None:
                    self._occupy(cell, waiting)
                    yield result

    @staticmethod
    def _occupy(cell: Cell, waiting: Iterator[Task]) -> None:
        task = next(waiting, None)
        if task is not None:
            cell.begin(task)
