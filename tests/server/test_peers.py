"""Two server processes on one PostgreSQL: what happens in one is visible in the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from sqlalchemy import text

from hanamichi.server.cluster.peers import SharedTables
from hanamichi.server.cluster.postgres import PostgresPeers
from hanamichi.server.cluster.process_presence import ProcessPresence
from hanamichi.server.cluster.rows import ClusterRows
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.notify import (
    CHANNEL,
    ClaimsFreed,
    NodeLeft,
    PresenceChanged,
    ReceivedNotice,
)
from hanamichi.server.table.entries import Moved, Renamed, Started, Stopped
from tests.server.live import TIMEOUT_SECONDS, Server, live, person, play_out, running

HANABI = "hanabi/cocktail"
KOIKOI = "koikoi/nintendo"
CLUE = {"type": "value-clue", "target": 1, "value": 1}


@asynccontextmanager
async def two(folder: Path, url: str) -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that share only the database."""
    async with running(folder, url=url) as one, running(folder, url=url, seed=2) as other:
        yield one, other


async def entries_of(url: str, table: str) -> list[object]:
    storage = Database(url)
    try:
        return [stored.entry for stored in await storage.entries(table)]
    finally:
        await storage.close()


async def thrown_out(url: str) -> int:
    """End the listening connections; how many there were."""
    storage = Database(url)
    query = f"""SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
        WHERE application_name = '{CHANNEL} listens'"""
    async with storage.reading() as connection:
        count = await connection.scalar(text(query))
    await storage.close()
    return int(count or 0)


@live
async def test_both_processes_show_the_same_table(tmp_path: Path, shared: str) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
    ):
        table = await ann.open_table(KOIKOI, "me", "open", options={"rounds": 1}, listed=True)
        async with ann.at(table) as first, bo.at(table) as second:
            assert second.table["seats"][0]["connected"], "she is, elsewhere"
            await second.ok("sit")
            await first.until(lambda: first.table["seats"][1]["name"] == "Bo")
            await first.until(lambda: first.table["seats"][1]["connected"])
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            await play_out(first, second)
            assert [entry["seq"] for entry in first.log] == [entry["seq"] for entry in second.log]
            seqs = [entry["seq"] for entry in first.log]
            assert seqs == sorted(set(seqs)), "in order, and each once"
            assert first.position is not None
            assert second.position is not None
            assert first.position["ply"] == second.position["ply"]
            assert first.table == second.table
            # both ask to play again, in different processes
            await asyncio.gather(first.ok("play-again"), second.ok("play-again"))
            await first.until(lambda: first.of("rematch"))
            await second.until(lambda: second.of("rematch"))
            rematch = first.of("rematch")[0]["table"]
            assert second.of("rematch")[0]["table"] == rematch
        async with ann.at(rematch) as first, bo.at(rematch) as second:
            await first.until(lambda: first.table["status"] == "playing")
            await second.until(lambda: second.position is not None)
    started = [entry for entry in await entries_of(shared, rematch) if isinstance(entry, Started)]
    assert len(started) == 1


@live
async def test_presence_is_shared_between_processes(tmp_path: Path, shared: str) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
        person(other) as stranger,
    ):
        table = await ann.open_table(HANABI, "me", "open", listed=True)
        async with ann.at(table) as first:
            async with bo.at(table) as second, stranger.at(table):
                await second.ok("sit")
                await first.until(lambda: first.table["spectators"] == 1)
                await first.until(lambda: first.table["seats"][1]["connected"])
                # a list of tables in a process that has not this one in memory
                async with running(tmp_path, url=shared) as third, person(third) as cy:
                    (listed,) = (await cy.request("GET", "/api/tables"))["tables"]
                    assert [seat["connected"] for seat in listed["seats"]] == [True, True]
            await first.until(lambda: not first.table["seats"][1]["connected"])
            await first.until(lambda: first.table["spectators"] == 0)
            away = bo.sent_to(one)
            async with away.at(table):
                await first.until(lambda: first.table["seats"][1]["connected"])
            await away.client.aclose()


@live
async def test_names_notes_and_seat_links_reach_the_other_process(
    tmp_path: Path, shared: str
) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other) as phone,
    ):
        await phone.client.get("/api/me")
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as first, phone.at(table) as second:
            url = (await first.ok("link-seat"))["url"]
            await second.ok("use-seat-link", key=url.partition("#seat=")[2])
            await second.until(lambda: second.you["seat"] == 0)
            await first.ok("note", key="1", text="a five?")
            await second.until(lambda: second.notes == {"1": "a five?"})
            await second.ok("note", key="1", text="")
            await first.until(lambda: first.notes == {})
            there = ann.sent_to(other)
            await there.request("PUT", "/api/me", {"name": "Änne"})
            await first.until(lambda: first.table["seats"][0]["name"] == "Änne")
            await second.until(lambda: second.table["seats"][0]["name"] == "Änne")
            await there.client.aclose()
    renamed = [entry for entry in await entries_of(shared, table) if isinstance(entry, Renamed)]
    assert len(renamed) == 1


@live
async def test_a_person_erased_in_one_process_is_erased_in_the_other(
    tmp_path: Path, shared: str
) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        elsewhere = await bo.open_table(HANABI, "me", "open")
        async with ann.at(table) as first, bo.at(table) as second, ann.at(elsewhere) as looking:
            await second.ok("sit")
            await first.ok("start")
            await first.until(lambda: first.position is not None)
            there = ann.sent_to(other)
            await there.client.delete("/api/me")
            await there.client.aclose()
            assert await first.until_closed() == 1001
            assert await looking.until_closed() == 1001
            await second.until(lambda: second.table["seats"][0]["name"] is None)
            assert second.table["seats"][0]["absent"]
            assert "Ann" not in repr((await one.table(table)).seats)


@live
async def test_a_clock_expires_only_once(tmp_path: Path, shared: str) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
    ):
        table = await ann.open_table(
            KOIKOI, "me", "open", clock={"bank": 10, "increment": 0}, options={"first_dealer": 0}
        )
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await first.until(lambda: first.position is not None)
            await second.until(lambda: second.position is not None)
            live_tables = [await server.app.tables.get(table) for server in (one, other)]
            now = one.app.clock.now
            for server in (one, other):
                server.app.clock.now = lambda: now() + 10
            # both timers fire at the same moment
            await asyncio.gather(*(live_table._expire() for live_table in live_tables))
            await first.until(lambda: first.table["status"] == "over")
            await second.until(lambda: second.table["status"] == "over")
    stopped = [entry for entry in await entries_of(shared, table) if isinstance(entry, Stopped)]
    assert [entry.reason for entry in stopped] == ["timeout"]


@live
async def test_a_turn_that_began_in_another_process_gets_no_extra_time(
    tmp_path: Path, shared: str
) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(one, "Bo") as bo,
    ):
        table = await ann.open_table(KOIKOI, "me", "open", clock={"bank": 60, "increment": 0})
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await first.until(lambda: first.position is not None)
            later = other.app.clock.wall_clock() + 20_000
            other.app.clock.wall_clock = lambda: later
            there = ann.sent_to(other)
            async with there.at(table) as line:
                assert line.position is not None
                clock = line.position["clock"]
                assert clock["remaining"][clock["running"]] < 41
            await there.client.aclose()


@live
async def test_nothing_is_missed_while_the_listening_connection_is_lost(
    tmp_path: Path, shared: str
) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            # the listening connections are ended, so notifications are lost
            assert await thrown_out(shared) == 2
            assert (await first.send("move", ply=0, action=CLUE))["type"] == "ack"
            await second.until(lambda: second.to_act)
            assert [entry["seat"] for entry in second.log] == [None, 0]


@live
async def test_only_one_process_plays_a_bots_turn(tmp_path: Path, shared: str) -> None:
    async with two(tmp_path, shared) as (one, other), person(one, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        there = ann.sent_to(other)
        async with ann.at(table) as first, there.at(table) as second:
            assert (await second.send("move", ply=0, action=CLUE))["type"] == "ack"
            await first.until(lambda: first.to_act)
            await second.until(lambda: second.to_act)
            assert one.app.peers.holds(table) != other.app.peers.holds(table)
        await there.client.aclose()
    moves = [entry for entry in await entries_of(shared, table) if isinstance(entry, Moved)]
    assert [move.seat for move in moves] == [0, 1]


@live
async def test_a_process_that_was_timed_out_joins_again(tmp_path: Path, shared: str) -> None:
    async with (
        two(tmp_path, shared) as (one, other),
        person(one, "Ann") as ann,
        person(other, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.until(lambda: first.table["seats"][1]["connected"])
            await ClusterRows(other.app.database).leave()
            await first.until(lambda: not first.table["seats"][1]["connected"])
            # its next heartbeat finds out
            await first.until(lambda: first.table["seats"][1]["connected"])


@live
async def test_a_bot_plays_when_somebody_looks_in_another_process(
    tmp_path: Path, shared: str
) -> None:
    async with two(tmp_path, shared) as (one, other), person(one, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: line.to_act)
            assert one.app.peers.holds(table)
            assert line.position is not None
            there = ann.sent_to(other)
            async with there.at(table) as second:
                await line.raw.close()
                await second.until(lambda: second.to_act)
                assert second.position is not None
                await second.move(second.position["legal"][0])
                await second.until(lambda: second.to_act and (second.position or {})["ply"] == 3)
            # it holds the table, and served who looked elsewhere
            assert one.app.peers.holds(table)
            await there.client.aclose()
    moves = [entry for entry in await entries_of(shared, table) if isinstance(entry, Moved)]
    assert [move.seat for move in moves] == [1, 0, 1]


@live
async def test_bots_of_an_evicted_table_continue_in_another_process(
    tmp_path: Path, shared: str
) -> None:
    async with two(tmp_path, shared) as (one, other), person(one, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: line.to_act)
            assert one.app.peers.holds(table)
        there = ann.sent_to(other)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not one.app.tables.evict_idle(one.app.clock.now() + 1):
                await there.client.get("/health")
        async with there.at(table) as line:
            assert line.position is not None
            await line.move(line.position["legal"][0])
            await line.until(lambda: line.to_act and (line.position or {})["ply"] == 3)
            assert other.app.peers.holds(table)
        await there.client.aclose()


@live
async def test_who_lets_go_of_a_table_while_it_is_asked_for_is_not_taken_for_its_holder(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Database(shared), Database(shared)
    peers = PostgresPeers(here, Metrics(), BackgroundTasks())
    peers._tables = cast(SharedTables, SimpleNamespace(loaded=lambda _: None))
    notice = ReceivedNotice(there.node, ClaimsFreed(("table",)))
    holders = [here.node, there.node]

    async def claim(*_: object) -> str:
        holder = holders.pop()
        if holder == there.node:  # the notice comes before the older answer
            peers._receive(msgspec.json.encode(notice).decode())
        return holder

    monkeypatch.setattr(ClusterRows, "claim", claim)
    assert await peers.claim("table")
    assert peers.holds("table")


@live
async def test_a_process_that_leaves_while_its_presence_is_read_is_not_kept(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Database(shared), Database(shared)
    told: asyncio.Queue[dict[str, ProcessPresence]] = asyncio.Queue()
    table = SimpleNamespace(drop_process=lambda _: None, update_remote_presence=told.put)
    peers = PostgresPeers(here, Metrics(), BackgroundTasks())
    peers._tables = cast(
        SharedTables,
        SimpleNamespace(
            loaded=lambda _: table, all_loaded=lambda: {"table": table}, forget_visits=lambda: None
        ),
    )
    peers._presence.open(peers._tables)
    answers = [{}, {there.node: ProcessPresence(0, (), {}, 1)}]

    async def presences(*_: object) -> dict[str, dict[str, ProcessPresence]]:
        answer = answers.pop()
        if answer:  # the notice comes before the older answer
            peers._receive(msgspec.json.encode(gone).decode())
        return {"table": answer}

    async def no_claims(*_: object) -> list[str]:
        return []

    gone = ReceivedNotice(there.node, NodeLeft(there.node))
    changed = ReceivedNotice(there.node, PresenceChanged("table"))
    monkeypatch.setattr(ClusterRows, "presences", presences)
    monkeypatch.setattr(ClusterRows, "claim_due", no_claims)
    peers._receive(msgspec.json.encode(changed).decode())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert [len(await told.get()) for _ in range(2)] == [1, 0]


async def nodes(storage: Database) -> set[str]:
    async with storage.reading() as connection:
        return set((await connection.execute(text("SELECT id FROM nodes"))).scalars())


@live
async def test_a_process_whose_connection_ended_is_dead_and_a_silent_one_is_not(
    shared: str,
) -> None:
    one, other, watcher = Database(shared), Database(shared), Database(shared)
    await watcher.open()
    rows = ClusterRows(watcher)
    try:
        async with one.listening(lambda _: None, lambda: None) as kept:
            async with other.listening(lambda _: None, lambda: None) as ended:
                for storage, line in ((one, kept), (other, ended)):
                    assert await ClusterRows(storage).lock(line)
                    await ClusterRows(storage).join(line)
                await rows.expire(3600.0, 0.0)
                assert await nodes(watcher) == {one.node, other.node}
                # a second connection of the same process, while the first lasts
                async with other.listening(lambda _: None, lambda: None) as second:
                    assert not await ClusterRows(other).lock(second)
            await rows.expire(3600.0, 3600.0)
            assert await nodes(watcher) == {one.node, other.node}, "it may come back"
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while other.node in await nodes(watcher):
                    await rows.expire(3600.0, 0.0)
            assert await nodes(watcher) == {one.node}
            await rows.expire(0.0, 3600.0)
            assert await nodes(watcher) == set(), "silence is enough, too"
    finally:
        for storage in (one, other, watcher):
            await storage.close()
