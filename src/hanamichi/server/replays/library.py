"""Where replays are found: matches that ended here, and records that somebody opened."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

from hanamichi.catalog import game_by_id
from hanamichi.core import MatchRecord, RecordError, replay
from hanamichi.records import read_any, read_record, write_record
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.replay_messages import MAX_RECORD
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.storage.archive import Archive, Found
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.from_record import table_of
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import load
from hanamichi.server.views.projection import record

T = TypeVar("T")
_KEPT = 32
"""How many replays are held ready: people scrub through one, page after page."""
_MOST_IMPORTS = 100
"""How many records from files are kept for one person; then the oldest goes."""


class Library:
    """Finds replays, and takes records in."""

    def __init__(self, storage: Database) -> None:
        self.archive = Archive(storage)
        self._storage = storage
        self._held: OrderedDict[tuple[str, Found], MatchReplay] = OrderedDict()
        self._one_at_a_time = asyncio.Semaphore(1)

    async def work(self, task: Callable[[], T]) -> T:
        """Do something that takes a while beside the tables, which must not notice."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(task)

    async def reel(self, wanted: str) -> MatchReplay:
        """A replay by its id. What is still being played has none."""
        found = await self.archive.find(wanted)
        if found is None:
            raise Refused("replay/unknown", "There is no such replay here; check the link")
        key = wanted, found
        held = self._held.pop(key, None) or await self._load(wanted, found)
        self._held[key] = held
        while len(self._held) > _KEPT:
            self._held.popitem(last=False)
        return held

    async def _load(self, wanted: str, found: Found) -> MatchReplay:
        if found.table_id is not None:
            return await self.reel_of_table(found.table_id)
        body = await self.archive.imported(wanted)
        if body is None:
            raise Refused("replay/unknown", "There is no such replay here any more")
        return await self.work(lambda: _opened(wanted, body, found.seq))

    async def reel_of_table(self, table_id: str) -> MatchReplay:
        """The replay of a finished table."""
        stored = await self._storage.entries(table_id)

        def wind() -> MatchReplay:
            table = load(table_id, stored, 0.0)
            assert table.status == "over", "only what is over can be seen again"
            return MatchReplay(replay_id(table_id), table, record(table))

        return await self.work(wind)

    async def record_of_table(self, table_id: str) -> MatchRecord:
        """The record of a finished table."""
        stored = await self._storage.entries(table_id)
        return await self.work(lambda: record(load(table_id, stored, 0.0)))

    async def take_in(self, data: bytes, person: PersonId, at: int) -> str:
        """Keep a record of ours or of hanab.live's that can be played again; its replay's id."""
        body = await self.work(lambda: _checked(data))
        wanted = replay_id(f"{person} {body}")
        await self.archive.store_import(wanted, person, body, at=at, at_most=_MOST_IMPORTS)
        return wanted


def _checked(data: bytes) -> str:
    if len(data) > MAX_RECORD:
        raise RecordError(
            f"A record has at most {MAX_RECORD // 1024} KiB here", code="record/too-large"
        )
    opened = read_any(data)
    for _ in replay(game_by_id(opened.game), opened):
        pass
    return write_record(opened).decode()


def _opened(wanted: str, body: str, at: int) -> MatchReplay:
    kept = read_record(body.encode())
    return MatchReplay(wanted, table_of(kept, wanted, at), kept, imported=True)
