"""Tables as the database has them, without anything that lives in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.batched_read import BatchedRead
from hanamichi.server.storage.database import Database, read_entries
from hanamichi.server.storage.erasures import entry_rows, erasure_of, write_erasure
from hanamichi.server.table.entries import Forgotten, PersonId, Stored
from hanamichi.server.table.state import Table, evolve, load


class _Load(NamedTuple):
    table_id: str
    attended: bool


class StoredTables:
    """Reads tables from the database, and rewrites them when a person's data is erased."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._loads = BatchedRead(database, self._read)

    async def load(self, table_id: str, *, attended: bool = False) -> Table:
        """A stored table. `attended`: another process had it in memory, so its clock ran on."""
        table = await self._loads.get(_Load(table_id, attended))
        if table is None:
            raise unknown_table()
        return table

    def _read(
        self, connection: Connection, loads: Sequence[_Load]
    ) -> dict[_Load, Table | Exception]:
        """Read and replay tables. It may run in a thread: a long match must not block the loop."""
        stored = read_entries(connection, sorted({each.table_id for each in loads}))
        return {
            each: self._replayed(each, stored[each.table_id])
            for each in loads
            if each.table_id in stored
        }

    def _replayed(self, each: _Load, stored: list[Stored] | Exception) -> Table | Exception:
        if isinstance(stored, Exception):
            return stored
        time_of_day = self._clock.wall_clock() if each.attended else None
        try:
            return load(each.table_id, stored, self._clock.now(), time_of_day)
        except Exception as error:  # one unreadable match must not stop the others
            return error

    async def follow(self, table: Table) -> Table:
        """The table with the entries stored since."""
        new = await self._database.entries(table.id, after=table.seq)
        if any(isinstance(stored.entry, Forgotten) for stored in new):
            # Earlier entries were rewritten then.
            return await self.load(table.id, attended=True)
        for stored in new:
            table = evolve(table, table.id, stored, self._clock.now())
        return table

    async def anonymize(self, table_id: str, person: PersonId) -> None:
        """Take a person's id and name out of a stored table."""
        rows = await self._database.run_read(entry_rows, table_id)
        now, at = self._clock.now(), self._clock.wall_clock()
        # A long match is replayed for it.
        erasure = await asyncio.to_thread(erasure_of, table_id, rows, person, now=now, at=at)
        await self._database.run_write(write_erasure, erasure)


def unknown_table() -> Refused:
    """The refusal for an id that no table has."""
    return Refused("table/unknown", "There is no such table here; check the link")
