"""Replaying takes turns between addresses and people, and keeps a bounded number of moves."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from msgspec import structs

from hanamichi.core import Move
from hanamichi.records import write_record
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.library import ReplayLibrary, replay_queue
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.replays.replay_cache import ReplayCache
from hanamichi.server.storage.archive import Found
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table.from_record import table_of
from tests.server.finished_matches import finished, replay_of
from tests.server.live import Person, live, person, running
from tests.server.test_long_matches import rearranged
from tests.server.test_rude_connections import until

RUDE, HONEST = Served("192.0.2.1", "rude"), Served("192.0.2.2", "honest")


def library_of(folder: Path) -> ReplayLibrary:
    return ReplayLibrary(Database(sqlite_url(folder)), Clock(), replay_queue())


@live
async def test_an_honest_replay_does_not_wait_for_all_of_another_visitor(tmp_path: Path) -> None:
    library = library_of(tmp_path)
    done: list[str] = []

    async def replay(served: Served) -> None:
        await library.run_in_thread(lambda: time.sleep(0.01), served)
        done.append(served.address)

    rude = [asyncio.create_task(replay(RUDE)) for _ in range(15)]
    await asyncio.sleep(0.03)
    await replay(HONEST)
    assert len(done) < 8
    await asyncio.gather(*rude)


@live
async def test_what_waits_for_one_person_is_limited(tmp_path: Path) -> None:
    library = library_of(tmp_path)
    work = [library.run_in_thread(lambda: time.sleep(0.005), RUDE) for _ in range(40)]
    results = await asyncio.gather(*work, return_exceptions=True)
    refused = [result for result in results if isinstance(result, Refused)]
    assert len(refused) == 40 - 21  # one runs and twenty wait
    assert {error.code for error in refused} == {"request/too-many"}
    assert all(error.retry_after for error in refused)
    await library.run_in_thread(lambda: None, HONEST)


@live
async def test_a_replay_for_many_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        link = await replay_of(server, await finished(ann, "hanabi/cocktail", "random"))
        library = server.app.library
        made: list[str] = []
        real = library._load

        async def load(wanted: str, found: Found) -> MatchReplay:
            made.append(wanted)
            return await real(wanted, found)

        monkeypatch.setattr(library, "_load", load)
        everyone = [Served("club", str(number)) for number in range(10)]
        replays = await asyncio.gather(*(library.find(link, served) for served in everyone))
        assert len({id(replay) for replay in replays}) == 1
        assert made == [link]


async def long_tables(ann: Person, count: int) -> list[str]:
    """Matches with many entries, in the database only."""
    answer = await ann.client.post("/api/replays", content=write_record(rearranged(150)))
    path = f"/api/replays/{answer.json()['id']}/branches"
    branch = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
    opened = [(await ann.request("POST", path, branch))["id"] for _ in range(count)]
    ann.server.app.tables.evict_idle(float("inf"))
    return opened


@live
async def test_an_honest_table_does_not_wait_for_all_long_ones_of_another_visitor(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        *tables, honest = await long_tables(ann, 7)
        short = await ann.open_table("hanabi/cocktail", "me", "open")
        queue, done = server.app.library.queue, list[str]()
        # Sockets and requests are limited: nobody who returns after a restart is refused besides.
        monkeypatch.setattr(queue, "_max_waiting", 1)

        async def get(table: str, served: Served) -> None:
            assert (await server.app.tables.get(table, served)).table.id == table
            done.append(table)

        async with queue.slot(RUDE):
            asked = [asyncio.create_task(get(table, RUDE)) for table in tables]
            await until(lambda: queue.waiting == len(tables))
            asked.append(asyncio.create_task(get(honest, HONEST)))
            await until(lambda: queue.waiting == len(tables) + 1)
            await get(short, HONEST)
            assert done == [short]
        await asyncio.gather(*asked)
        assert honest in done[:3]


@live
async def test_long_tables_that_nobody_has_open_do_not_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_tables = "hanamichi.server.live.live_tables"
    for name, value in (
        ("_MAX_IDLE_ENTRIES", 400),
        ("_LOOK_AFTER_ENTRIES", 100),
        ("_JUST_USED_SECONDS", 0.0),
    ):
        monkeypatch.setattr(f"{live_tables}.{name}", value)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        first, *others = await long_tables(ann, 6)
        app = server.app
        async with ann.at(first):
            for table in others:
                await ann.request("GET", f"/api/tables/{table}")
            assert app.tables.loaded(first) is not None
            kept = [table for table in others if app.tables.loaded(table) is not None]
            assert kept == others[-len(kept) :]
            assert 1 <= len(kept) <= 3
        assert (await ann.request("GET", f"/api/tables/{others[0]}"))["status"] == "playing"


def replay_with(moves: int) -> MatchReplay:
    record = structs.replace(rearranged(1), moves=(Move(0, rearranged(1).moves[0].action),) * moves)
    return MatchReplay("r", table_of(record, "r", 1), record)


def test_the_moves_of_kept_replays_are_bounded() -> None:
    cache, long = ReplayCache(max_moves=100), replay_with(44)
    for number in range(5):
        cache.add((str(number), Found(None, 1)), long)
        cache.add((str(number), Found(None, 1)), long)
    assert (len(cache), cache.moves) == (2, 90)
    assert cache.get(("4", Found(None, 1))) is long
    assert cache.get(("0", Found(None, 1))) is None
    short = replay_with(1)
    for number in range(100):
        cache.add((f"short {number}", Found(None, 1)), short)
    assert len(cache) <= 32
