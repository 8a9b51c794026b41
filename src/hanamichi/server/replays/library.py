"""Finds replays: of matches that ended on this server, and of imported records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from hanamichi.records import read_record, write_line
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import FairQueue, Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.daily_gate import DailyGate
from hanamichi.server.replays.imported_record import checked_record
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.replays.replay_cache import ReplayCache
from hanamichi.server.storage.archive import Archive, Found
from hanamichi.server.storage.daily import DailyStore
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.quotas import Storer
from hanamichi.server.table.entries import Stored
from hanamichi.server.table.from_record import table_of
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import load
from hanamichi.server.views.projection import record

T = TypeVar("T")
_THREADS = 1
"""More would only share one interpreter, and take it from the tables."""
_MAX_WAITING = 20
"""Pieces of work that may wait for one person: a few replays, page by page."""


def replay_queue() -> FairQueue:
    """Where matches wait to be replayed: first addresses take turns, then people."""
    return FairQueue(_THREADS, max_waiting=_MAX_WAITING)


class ReplayLibrary:
    """Finds replays, and imports records."""

    def __init__(self, database: Database, clock: Clock, queue: FairQueue) -> None:
        self._archive = Archive(database)
        self.daily_gate = DailyGate(DailyStore(database), clock)
        self._database = database
        self._clock = clock
        self._cache = ReplayCache()
        self.queue = queue

    async def run_in_thread(self, task: Callable[[], T], served: Served) -> T:
        """Run something slow without delaying the tables, when those it is for are next."""
        async with self.queue.slot(served):
            return await asyncio.to_thread(task)

    async def find(self, wanted: str, served: Served) -> MatchReplay:
        """A replay by its id, for somebody who may see it. Unfinished matches have none."""
        replay = await self.load(wanted, served)
        await self.daily_gate.check_viewer(replay.table, served.person)
        if await self.daily_gate.hides_name(replay.table, served.person):
            return replay.without_names()
        return replay

    async def load(self, wanted: str, served: Served) -> MatchReplay:
        """A replay by its id, not to be shown: today's deals must stay secret."""
        found = await self._archive.find(wanted)
        if found is None:
            raise Refused("replay/unknown", "There is no such replay here; check the link")
        key = wanted, found
        replay = self._cache.get(key)
        if replay is None:
            async with self.queue.slot(served):
                # Others may have waited for the same one.
                replay = self._cache.get(key) or await self._load(wanted, found)
                self._cache.add(key, replay)
        return replay

    async def _load(self, wanted: str, found: Found) -> MatchReplay:
        if found.table_id is not None:
            table_id = found.table_id
            stored = await self._database.entries(table_id)
            return await asyncio.to_thread(_replay_of_table, table_id, stored)
        body = await self._archive.imported(wanted)
        if body is None:
            raise Refused("replay/unknown", "There is no such replay here any more")
        await self._archive.use_import(wanted, self._clock.wall_clock())
        return await asyncio.to_thread(_opened, wanted, body, found.seq)

    async def line_of_table(self, table_id: str, served: Served) -> bytes:
        """The record of a finished table as one line; nothing while its cards are secret."""
        stored = await self._database.entries(table_id)

        def line() -> bytes:
            table = load(table_id, stored, 0.0)
            return b"" if self.daily_gate.is_sealed(table) else write_line(record(table))

        return await self.run_in_thread(line, served)

    async def import_record(self, data: bytes, storer: Storer, served: Served) -> str:
        """Store a valid record, Hanamichi's or hanab.live's; the id of its replay."""
        body = await self.run_in_thread(lambda: checked_record(data), served)
        wanted = replay_id(f"{storer.person} {body}")
        await self._archive.store_import(wanted, body, storer)
        return wanted


def _replay_of_table(table_id: str, stored: Sequence[Stored]) -> MatchReplay:
    table = load(table_id, stored, 0.0)
    assert table.status == "over", "only finished matches have a replay"
    return MatchReplay(replay_id(table_id), table, record(table))


def _opened(wanted: str, body: str, at: int) -> MatchReplay:
    kept = read_record(body.encode())
    return MatchReplay(wanted, table_of(kept, wanted, at), kept, imported=True)
