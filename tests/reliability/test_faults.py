"""Under every fault nothing is corrupted, commands are refused clearly, and play goes on after."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hanamichi.server.ops.clock import Clock
from hanamichi.server.storage.connections import sqlite_url
from tests.reliability.fault_proof import (
    Fault,
    disk_filled_up,
    no_file_can_grow,
    play_over_faulty_network,
    play_through,
    small_disk,
    sqlite_locked,
)
from tests.server.live import live, person, running
from tests.server.test_restart import known_to
from tests.server.test_sockets import CLUE, HANABI, FakeTime

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's limits")

FAULTS: dict[str, Callable[[Path], Fault]] = {
    "no file can grow": lambda _: no_file_can_grow,
    "the database is locked": lambda folder: sqlite_locked(folder / "hanamichi.db"),
}


@pytest.mark.parametrize("name", FAULTS)
@live
async def test_play_continues_when_a_fault_of_the_disk_ends(tmp_path: Path, name: str) -> None:
    fault = FAULTS[name](tmp_path)
    done = await play_through(
        name, sqlite_url(tmp_path), tmp_path, fault, times=1, seed=3, tables=2
    )
    assert done.refused > 0
    assert done.acknowledged > 10


@live
async def test_play_continues_when_a_full_disk_has_room_again(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, 24) as allowed:
        if not allowed:
            pytest.skip("no file system may be mounted here")
        done = await play_through(
            "disk full", sqlite_url(disk), tmp_path, disk_filled_up(disk), times=1, seed=4, tables=2
        )
    assert done.refused > 0


@live
async def test_every_move_counts_once_on_a_network_that_loses_doubles_and_swaps_frames(
    tmp_path: Path,
) -> None:
    done = await play_over_faulty_network(tmp_path, seconds=4, seed=5, tables=3)
    assert done.acknowledged > 10
    assert {"dropped", "doubled", "swapped"} <= set(done.what)


@live
async def test_a_client_that_answers_no_ping_is_shown_as_disconnected(tmp_path: Path) -> None:
    async with (
        running(tmp_path, ping=2.0) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.until(lambda: first.table["seats"][1]["connected"])
            # half-open: neither read nor closed
            second.raw.transport.pause_reading()
            await first.until(lambda: not first.table["seats"][1]["connected"])
            second.raw.transport.abort()


@live
async def test_a_wall_clock_set_back_changes_neither_order_nor_timers(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with running(tmp_path, clock=Clock(time)) as server, person(server, "Ann") as ann:
        clock = {"bank": 60}
        table = await ann.open_table(
            HANABI, "me", "random", options={"first_seat": 0}, clock=clock, start=True
        )
        hour_ago = server.app.clock.wall_clock() - 3_600_000
        server.app.clock.wall_clock = lambda: hour_ago
        async with ann.at(table) as line:
            await line.move(CLUE)
            await line.until(lambda: line.to_act)
            times = [entry["at"] for entry in line.log]
            assert times == sorted(times)
            # nor does a monotonic clock that jumps back
            time.value -= 3600
            await line.ok("ping")
            again = await ann.request("GET", f"/api/tables/{table}")
            assert again["status"] == "playing"
        async with ann.at(table) as line:
            assert line.position is not None
            assert max(line.position["clock"]["remaining"]) <= 60
        cookie = ann.cookie
        before = (await server.table(table)).log
    async with running(tmp_path) as server:
        someone = known_to(server, cookie)
        async with someone.client, someone.at(table) as line:
            assert (await server.table(table)).log == before
            assert line.to_act
