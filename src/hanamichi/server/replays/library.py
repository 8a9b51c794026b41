"""Finds replays: of matches that ended on this server, and of imported records."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from hanamichi.core import MatchRecord
from hanamichi.records import read_record
from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.imported_record import checked_record
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.storage.archive import Archive, Found
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.quotas import Storer
from hanamichi.server.table.from_record import table_of
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import load
from hanamichi.server.views.projection import record

T = TypeVar("T")
_CACHE_SIZE = 32
"""Replays kept in memory: clients read one page by page."""


class ReplayLibrary:
    """Finds replays, and imports records."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._archive = Archive(database)
        self._database = database
        self._clock = clock
        self._cache: OrderedDict[tuple[str, Found], MatchReplay] = OrderedDict()
        self._one_at_a_time = asyncio.Semaphore(1)

    async def run_in_thread(self, task: Callable[[], T]) -> T:
        """Run something slow without delaying the tables, one task at a time."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(task)

    async def find(self, wanted: str) -> MatchReplay:
        """A replay by its id. Unfinished matches have none."""
        found = await self._archive.find(wanted)
        if found is None:
            raise Refused("replay/unknown", "There is no such replay here; check the link")
        key = wanted, found
        cached = self._cache.pop(key, None) or await self._load(wanted, found)
        self._cache[key] = cached
        while len(self._cache) > _CACHE_SIZE:
            self._cache.popitem(last=False)
        return cached

    async def _load(self, wanted: str, found: Found) -> MatchReplay:
        if found.table_id is not None:
            return await self.replay_of_table(found.table_id)
        body = await self._archive.imported(wanted)
        if body is None:
            raise Refused("replay/unknown", "There is no such replay here any more")
        await self._archive.use_import(wanted, self._clock.wall_clock())
        return await self.run_in_thread(lambda: _opened(wanted, body, found.seq))

    async def replay_of_table(self, table_id: str) -> MatchReplay:
        """The replay of a finished table."""
        stored = await self._database.entries(table_id)

        def build() -> MatchReplay:
            table = load(table_id, stored, 0.0)
            assert table.status == "over", "only finished matches have a replay"
            return MatchReplay(replay_id(table_id), table, record(table))

        return await self.run_in_thread(build)

    async def record_of_table(self, table_id: str) -> MatchRecord:
        """The record of a finished table."""
        stored = await self._database.entries(table_id)
        return await self.run_in_thread(lambda: record(load(table_id, stored, 0.0)))

    async def import_record(self, data: bytes, storer: Storer) -> str:
        """Store a valid record, Hanamichi's or hanab.live's; the id of its replay."""
        body = await self.run_in_thread(lambda: checked_record(data))
        wanted = replay_id(f"{storer.person} {body}")
        await self._archive.store_import(wanted, body, storer)
        return wanted


def _opened(wanted: str, body: str, at: int) -> MatchReplay:
    kept = read_record(body.encode())
    return MatchReplay(wanted, table_of(kept, wanted, at), kept, imported=True)
