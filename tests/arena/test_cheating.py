"""Bots that cheat are contained: none finds anything, whichever way it looks."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from hanamichi.arena import plan
from hanamichi.arena.game_loop import play
from hanamichi.arena.results import GameResult
from hanamichi.arena.seats import KeptProcesses
from hanamichi.bots.outside.confinement import landlock_version
from tests.arena.test_game_loop import RecordingWatcher

BOTS = "tests.arena.cheating_bots:"
needs_landlock = pytest.mark.skipif(landlock_version() < 1, reason="Linux with Landlock confines")
needs_scopes = pytest.mark.skipif(landlock_version() < 6, reason="Landlock 6 scopes signals")


def played(bot: str, *, games: int = 1, keep: bool = False) -> list[GameResult]:
    """Games of a team of two such bots, one after the other as a worker plays them."""
    tournament = plan("hanabi/online", [[BOTS + bot]], games=games, seed=1, keep_processes=keep)
    kept = KeptProcesses(keep_all=keep)
    try:
        return [play(tournament, task, RecordingWatcher(), kept) for task in tournament.tasks()]
    finally:
        kept.close()


@pytest.mark.parametrize(
    "bot",
    [
        "StackWalker",
        "ModuleState",
        "ClassAttribute",
        "RelativeFile",
        pytest.param("AbsoluteFile", marks=needs_landlock),
        pytest.param("MemoryReader", marks=needs_scopes),
    ],
)
def test_a_cheat_finds_nothing(bot: str) -> None:
    for result in played(bot, games=2):
        assert result.failure is None


def test_the_cheats_would_be_noticed() -> None:
    """With processes that are kept, the same bot does find what an earlier game left."""
    first, second = played("ClassAttribute", games=2, keep=True)
    assert first.failure is None
    assert second.failure is not None
    assert second.failure.error.startswith("Caught: another bot, or an earlier game")


def test_secrets_of_the_host_are_no_environment_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    from hanamichi.bots.outside.seat_process import LAUNCHER

    monkeypatch.setenv("HANAMICHI_DATABASE", "postgresql://club@localhost/hanamichi")
    monkeypatch.setenv("PGPASSWORD", "secret")
    LAUNCHER.close()  # the next one is started with this environment
    try:
        assert played("Environment")[0].failure is None
    finally:
        LAUNCHER.close()


@pytest.mark.skipif(
    not Path("/proc/thread-self/children").exists(), reason="orphans are found in /proc"
)
def test_nothing_outlives_the_game() -> None:
    before = _descendants(os.getpid())
    assert played("Daemon")[0].failure is None
    left = _descendants(os.getpid()) - before
    assert len(left) <= 1, "the launcher alone stays"


def _descendants(pid: int) -> set[int]:
    found: set[int] = set()
    with contextlib.suppress(OSError):  # some end meanwhile
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text("ascii").split()):
                found |= {child} | _descendants(child)
    return found
