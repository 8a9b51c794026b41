"""Replaying takes turns between addresses and people, and keeps a bounded number of moves."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from msgspec import structs

from hanamichi.core import Move
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.replays.replay_cache import ReplayCache
from hanamichi.server.storage.archive import Found
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table.from_record import table_of
from tests.server.finished_matches import finished, replay_of
from tests.server.live import live, person, running
from tests.server.test_long_matches import rearranged

RUDE, HONEST = Served("192.0.2.1", "rude"), Served("192.0.2.2", "honest")


@live
async def test_an_honest_replay_does_not_wait_for_all_of_another_visitor(tmp_path: Path) -> None:
    library = ReplayLibrary(Database(sqlite_url(tmp_path)), Clock())
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
    library = ReplayLibrary(Database(sqlite_url(tmp_path)), Clock())
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
