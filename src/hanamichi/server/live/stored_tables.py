"""Tables as the database has them, without anything that lives in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.batched_read import BatchedRead
from hanamichi.server.storage.database import Database, decode_rows, read_entry_rows
from hanamichi.server.storage.erasures import TableErasure, entry_rows, erasure_of, write_erasures
from hanamichi.server.table.entries import Forgotten, PersonId
from hanamichi.server.table.state import Table, evolve, load


class _Load(NamedTuple):
    table_id: str
    attended: bool


class _Unreplayed(NamedTuple):
    """The rows of a table, before the table is made of them."""

    table_id: str
    rows: Sequence[Any]
    now: float
    time_of_day: int | None

    @property
    def size(self) -> int:
        return len(self.rows)

    def replay(self) -> Table:
        return load(self.table_id, decode_rows(self.rows), self.now, self.time_of_day)


def _replayed(unreplayed: _Unreplayed) -> Table | Exception:
    try:
        return unreplayed.replay()
    except Exception as error:  # one unreadable match must not stop the others
        return error


class StoredTables:
    """Reads tables from the database, and rewrites them when a person's data is erased."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._loads: BatchedRead[_Load, Table | _Unreplayed] = BatchedRead(database, self._read)

    async def load(self, table_id: str, *, attended: bool = False) -> Table:
        """A stored table. `attended`: another process had it in memory, so its clock ran on."""
        found = await self._loads.get(_Load(table_id, attended))
        if found is None:
            raise unknown_table()
        return found if isinstance(found, Table) else await run_off_loop(found.size, found.replay)

    def _read(
        self, connection: Connection, loads: Sequence[_Load]
    ) -> dict[_Load, Table | _Unreplayed | Exception]:
        """Read tables, and replay them where this runs in a thread: long matches take a while."""
        rows = read_entry_rows(connection, sorted({each.table_id for each in loads}))
        now, time_of_day = self._clock.now(), self._clock.wall_clock()
        found = {
            each: _Unreplayed(
                each.table_id, rows[each.table_id], now, time_of_day if each.attended else None
            )
            for each in loads
            if each.table_id in rows
        }
        if self._database.shared:
            return dict(found)
        return {each: _replayed(unreplayed) for each, unreplayed in found.items()}

    async def follow(self, table: Table) -> Table:
        """The table with the entries stored since."""
        new = await self._database.entries(table.id, after=table.seq)
        if any(isinstance(stored.entry, Forgotten) for stored in new):
            # Earlier entries were rewritten then.
            return await self.load(table.id, attended=True)
        now = self._clock.now()

        def followed() -> Table:
            after = table
            for stored in new:
                after = evolve(after, after.id, stored, now)
            return after

        return await run_off_loop(len(new), followed)

    async def anonymize(self, tables: Sequence[str], person: PersonId) -> None:
        """Take a person's id and name out of stored tables, all or none."""
        rows = await self._database.run_read(entry_rows, tables)
        now, at = self._clock.now(), self._clock.wall_clock()

        def erasures() -> list[TableErasure]:
            return [
                erasure_of(table_id, entries, person, now=now, at=at)
                for table_id, entries in rows.items()
            ]

        # Every match is replayed for it.
        await self._database.run_write(write_erasures, await asyncio.to_thread(erasures))


def unknown_table() -> Refused:
    """The refusal for an id that no table has."""
    return Refused("table/unknown", "There is no such table here; check the link")
