"""Nothing is lost when a server stops, a disk is full, or a write fails."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest
from sqlalchemy import update

from hanamichi.server.live import durable_table, live_table, stored_tables
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table import state
from hanamichi.server.table.entries import Rearranged, TableSeat, stored_run
from hanamichi.server.table.state import evolve
from hanamichi.server.views.frames import FrameCache
from tests.server.live import Person, Server, Socket, live, person, play_out, running

HANABI = "hanabi/cocktail"
TIME = {"bank": 3600, "increment": 0}
CLUE = {"type": "value-clue", "target": 1, "value": 1}


def known_to(server: Server, cookie: str) -> Person:
    """The same browser after a restart."""
    someone = Person(server)
    name, _, value = cookie.partition("=")
    someone.client.cookies.set(name, value)
    return someone


@live
async def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    choice = random.Random(3)
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table("koikoi/nintendo", "me", "open", options={"rounds": 2})
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            for _ in range(7):
                line = first if first.to_act else second
                ply = line.position["ply"] if line.position else 0
                await line.move_any(choice)
                await both_beyond(ply, first, second)
            await first.ok("note", key="1L", text="held back")
            before, truth = first.position, await server.table(table)
            cookies = ann.cookie, bo.cookie
    async with running(tmp_path) as server:
        ann, bo = (known_to(server, cookie) for cookie in cookies)
        async with ann.at(table) as first, bo.at(table) as second:
            again = await server.table(table)
            assert again.log == truth.log
            assert first.position == before
            assert first.notes == {"1L": "held back"}
            await play_out(first, second)
        await ann.client.aclose()
        await bo.client.aclose()


async def both_beyond(ply: int, *lines: Socket) -> None:
    """Wait until all connections have received a later ply."""
    for line in lines:
        await line.until(lambda: line.position is not None and line.position["ply"] > ply)  # noqa: B023  # awaited at once


@live
async def test_after_a_restart_bots_resume_when_somebody_looks(tmp_path: Path) -> None:
    async with running(tmp_path, pause=lambda _: 3600.0) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table):
            assert (await server.table(table)).ply == 0
    async with running(tmp_path) as server:
        assert await server.app.database.unfinished() == [table]
        live_table = await server.app.tables.get(table)
        live_table.wake_bots()
        await asyncio.sleep(0.1)
        assert live_table.table.ply == 0
        async with person(server) as stranger, stranger.at(table) as line:
            await line.until(lambda: line.position is not None and line.position["ply"] == 1)


@live
async def test_a_restart_loads_only_tables_where_a_clock_runs(tmp_path: Path) -> None:
    first = {"first_seat": 0}
    async with running(tmp_path, pause=lambda _: 3600.0) as server, person(server, "Ann") as ann:
        waiting = await ann.open_table(HANABI, "me", "random", options=first, start=True)
        bots = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        due = await ann.open_table(HANABI, "me", "random", options=first, clock=TIME, start=True)
        # as a version stored it whose bots did not wait
        row = schema.tables.c.id == bots
        async with server.app.database.writing() as connection:
            await connection.execute(update(schema.tables).where(row).values(due=True))
        cookie = ann.cookie
    async with running(tmp_path, pause=lambda _: 3600.0) as server:
        async with asyncio.timeout(10):
            while (  # noqa: ASYNC110  # nothing to wait for
                server.app.tables.loaded(due) is None or await server.app.database.due() != [due]
            ):
                await asyncio.sleep(0.01)
        assert server.app.tables.loaded(waiting) is None
        ann = known_to(server, cookie)
        async with ann.at(waiting) as line:
            await line.until(lambda: line.to_act)
        await ann.client.aclose()


@live
async def test_tables_are_replayed_outside_of_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long match would keep everybody waiting."""
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        tables = [await ann.open_table(HANABI, "me", "open") for _ in range(3)]
    threads: list[threading.Thread] = []

    def load(*arguments: Any) -> Any:
        threads.append(threading.current_thread())
        return state.load(*arguments)

    monkeypatch.setattr(stored_tables, "load", load)
    async with running(tmp_path) as server:
        # Two clients at each table, at the same time: each table is loaded once.
        await asyncio.gather(*(server.app.tables.get(table) for table in tables * 2))
    assert len(threads) == len(tables)
    assert threading.current_thread() not in threads


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
@live
async def test_a_full_disk_is_reported_and_a_retry_works(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with person(server, "Bo") as bo, ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            truth, told = await server.table(table), len(second.frames)
            with full_disk(tmp_path):
                answer = await first.send("move", id="once", ply=0, action=CLUE)
                assert answer["code"] == "server/storage"
                assert await first.refused("note", key="1", text="x") == "server/storage"
                problem = await bo.request("PUT", "/api/me", {"name": "Bob"})
                assert problem["code"] == "server/storage"
                assert (await server.table(table)).log == truth.log
                assert len(second.frames) == told
            assert (await first.send("move", id="once", ply=0, action=CLUE))["type"] == "ack"
            await second.until(lambda: second.to_act)
    assert "storage failed" in caplog.text
    assert "INSERT" not in caplog.text


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Limit the size of files to the current size of the database's write-ahead log."""
    import resource

    size = (folder / "hanamichi.db-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@live
async def test_a_failed_write_that_was_stored_counts_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            append = server.app.database.append

            async def cut_off(*appends: Any) -> None:
                await append(*appends)
                server.app.database.append = append  # type: ignore[method-assign]
                raise StorageError("the line broke before the answer came")

            server.app.database.append = cut_off  # type: ignore[method-assign]
            answer = await line.send("move", id="once", ply=0, action=CLUE)
            assert answer["code"] == "server/storage"
            again = await line.send("move", id="once", ply=0, action=CLUE)
            assert again["type"] == "ack"
            await line.until(lambda: line.to_act)
            assert [entry["seat"] for entry in line.log] == [None, 0, 1]


@live
async def test_a_failed_write_that_was_stored_is_broadcast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "RETRY_SECONDS", 0.01)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            append = server.app.database.append

            async def cut_off(*appends: Any) -> None:
                server.app.database.append = append  # type: ignore[method-assign]
                await append(*appends)
                raise StorageError("the line broke before the answer came")

            server.app.database.append = cut_off  # type: ignore[method-assign]
            assert (await line.move(CLUE))["code"] == "server/storage"
            await line.until(lambda: [entry["seat"] for entry in line.log] == [None, 0, 1])


@live
async def test_a_fault_during_a_broadcast_stops_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    frame = FrameCache.frame

    def broken(*_: Any, **__: Any) -> bytes | None:
        monkeypatch.setattr(FrameCache, "frame", frame)
        raise ValueError("red 5")

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            monkeypatch.setattr(FrameCache, "frame", broken)
            await line.raw.send(
                '{"type": "move", "id": "1", "ply": 0,'
                ' "action": {"type": "value-clue", "target": 1, "value": 1}}'
            )
            assert await line.until_closed() == 1001
        async with ann.at(table) as line:
            await line.until(lambda: [entry["seat"] for entry in line.log] == [None, 0, 1])
    assert "fault: ValueError" in caplog.text
    assert "red 5" not in caplog.text


@live
async def test_a_fault_in_a_bots_turn_stops_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    move_bot = live_table.LiveTable.move_bot

    async def broken(*_: Any) -> None:
        monkeypatch.setattr(live_table.LiveTable, "move_bot", move_bot)
        raise ValueError("red 5")

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            monkeypatch.setattr(live_table.LiveTable, "move_bot", broken)
            await line.move(CLUE)
            await line.until(lambda: [entry["seat"] for entry in line.log] == [None, 0, 1])
    assert "fault: ValueError" in caplog.text
    assert "red 5" not in caplog.text


@live
async def test_an_unreadable_match_does_not_stop_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, pause=lambda _: 3600.0) as server, person(server, "Ann") as ann:
        tables = [
            await ann.open_table(
                HANABI, "me", "random", options={"first_seat": 0}, clock=TIME, start=True
            )
            for _ in range(2)
        ]
        async with server.app.database.writing() as connection:
            await connection.execute(
                update(schema.entries)
                .where(schema.entries.c.table_id == tables[0], schema.entries.c.seq == 1)
                .values(body='{"type":"from another time"}')
            )
    async with running(tmp_path) as server, asyncio.timeout(10):
        while server.app.tables.loaded(tables[1]) is None:  # noqa: ASYNC110  # nothing to wait for
            await asyncio.sleep(0.01)
        async with person(server) as guest, guest.connected(tables[0]) as line:
            assert await line.until_closed() == 1013
            assert [message["code"] for message in line.messages] == ["server/internal"]
    assert "fault: ValidationError" in caplog.text
    assert "another time" not in caplog.text


@live
async def test_a_table_about_to_be_joined_is_not_evicted(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        await server.app.tables.get(table)
        before = server.app.clock.now()
        room_now = await server.app.tables.get(table)
        server.app.tables.evict_idle(before)
        assert await server.app.tables.get(table) is room_now


@live
async def test_nobody_joins_a_table_that_is_no_longer_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        tables, table = server.app.tables, await ann.open_table(HANABI, "me", "open")
        stale = await tables.get(table)
        tables.evict_idle(float("inf"))
        monkeypatch.setattr(tables, "get", AsyncMock(return_value=stale))
        async with ann.connected(table) as line:
            assert await line.until_closed() == 1013
            assert line.messages[-1]["code"] == "request/too-many"
        monkeypatch.undo()
        async with ann.at(table) as line:
            assert line.table["status"] == "open"


@live
async def test_a_conflict_with_another_program_is_resolved(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with ann.at(table) as line:
            other = Database(sqlite_url(tmp_path))
            before = await server.table(table)
            seats = (before.seats[0], TableSeat(bot="random"))
            run = stored_run(
                [Rearranged(seats=seats, host=before.host)], before.seq, before.changed
            )
            await other.append(Append(run, before, evolve(before, table, run[0], 0.0)))
            await other.close()
            # for the server the seat is still open
            await line.ok("change-table", bot_pace="quick")
            assert line.table["seats"][1]["bot"] == "random"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@live
async def test_a_killed_server_keeps_every_acknowledged_move(tmp_path: Path) -> None:
    port = free_port()
    process = start_process(tmp_path, port)
    try:
        server = Server(None, f"127.0.0.1:{port}")  # type: ignore[arg-type]
        async with person(server, "Ann") as ann:
            table = await ann.open_table(
                HANABI, "me", "random", options={"first_seat": 0}, start=True, bot_pace="human"
            )
            async with ann.at(table) as line:
                await line.move(CLUE)
                process.kill()
                process.wait()
            process = start_process(tmp_path, port)
            async with ann.at(table) as line:
                await line.until(lambda: line.to_act)
                assert [entry["seat"] for entry in line.log] == [None, 0, 1]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_terminated_server_exits_without_errors(tmp_path: Path) -> None:
    process = start_process(tmp_path, free_port(), errors=subprocess.PIPE)
    process.terminate()
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, b"")


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def start_process(folder: Path, port: int, errors: int | None = None) -> subprocess.Popen[bytes]:
    """`serve` as a process of its own, up and running."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.process", str(port)],
        env={**os.environ, "HANAMICHI_DATA": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=errors,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/tables")
        except httpx.TransportError:
            assert process.poll() is None
            time.sleep(0.05)
        else:
            return process
    raise AssertionError("the server did not start")
