"""A tournament from the first game to the report."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.game_log import GameLog, default_file
from hanamichi.arena.local_workers import LocalWorkers
from hanamichi.arena.record_folder import RecordFolder
from hanamichi.arena.report import Report, report
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task, Tournament


class Workers(Protocol):
    """Plays games: local processes, or a cluster."""

    def __enter__(self) -> Workers: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult]:
        """The results as they come in, in no particular order."""
        ...


Progress = Callable[[int], None]
"""Called with the number of games played, those of an earlier run included."""


def run(
    tournament: Tournament,
    *,
    workers: int | None = None,
    ray: str | None = None,
    save: Path | None = None,
    restart: bool = False,
    records: Path | None = None,
    on_progress: Progress | None = None,
    on_game: Callable[[GameResult], None] | None = None,
) -> Report:
    """Play a tournament, or what an interrupted run has left of it.

    Games are stored in `save`, or else in a file that is removed at the end; `restart` discards
    those of an earlier run. `workers` local processes play, by default one for each core; with
    `ray`, the cluster at that address. The folder `records` gets a record of every game, and
    `on_game` every result in the order of the games, once all are played.
    """
    pool = _workers(tournament, workers, ray)
    folder = None if records is None else RecordFolder(records, tournament)
    with pool:
        log = _open_log(tournament, save, restart=restart)
        with contextlib.closing(log):
            missing = [task for task in tournament.tasks() if task not in log.played]
            if on_progress is not None:
                on_progress(len(log.played))
            if folder is not None:
                folder.complete(log.played.values())
            for result in pool.play(missing):
                log.add(result)
                if folder is not None:
                    folder.write(result)
                if on_progress is not None:
                    on_progress(len(log.played))
    if save is None:
        log.remove()
    if on_game is not None:
        for task in tournament.tasks():
            on_game(log.played[task])
    return report(tournament, log.played)


def _open_log(tournament: Tournament, save: Path | None, *, restart: bool) -> GameLog:
    if save is not None:
        return GameLog(save, tournament, restart=restart)
    path = default_file(tournament)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return GameLog(path, tournament, restart=restart)
    except (OSError, ArenaError):  # play even where the home folder is not writable
        folder = Path(tempfile.mkdtemp(prefix="hanamichi-"))
        return GameLog(folder / "games.jsonl", tournament)


def _workers(tournament: Tournament, workers: int | None, ray: str | None) -> Workers:
    if workers is not None and workers < 1:
        raise ArenaError("At least one worker has to play", where="--workers")
    if ray is None:
        return LocalWorkers(tournament, workers)
    from hanamichi.arena.ray_workers import RayWorkers  # only where a cluster is named

    return RayWorkers(tournament, ray, workers)
