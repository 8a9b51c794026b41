"""Tables as the database has them, without anything that lives in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import NOBODY, FairQueue, Served
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.batched_read import BatchedRead
from hanamichi.server.storage.database import Database, decode_rows, read_entry_rows
from hanamichi.server.storage.erasures import TableErasure, entry_rows, erasure_of, write_erasures
from hanamichi.server.table.entries import Forgotten, PersonId
from hanamichi.server.table.state import Table, evolve, load

_SHORT = 100
"""Entries of tables that are read many at a time; the others take turns."""


class _Load(NamedTuple):
    table_id: str
    attended: bool


class _Long(NamedTuple):
    """A table of which nothing was read because it has many entries."""


class _Unreplayed(NamedTuple):
    """The rows of a table, before the table is made of them."""

    table_id: str
    rows: Sequence[Any]
    now: float
    time_of_day: int | None

    def replay(self) -> Table:
        return load(self.table_id, decode_rows(self.rows), self.now, self.time_of_day)


def _replayed(unreplayed: _Unreplayed) -> Table | Exception:
    try:
        return unreplayed.replay()
    except Exception as error:  # one unreadable match must not stop the others
        return error


class StoredTables:
    """Reads tables from the database, and rewrites them when a person's data is erased."""

    def __init__(self, database: Database, clock: Clock, queue: FairQueue) -> None:
        """`queue`: where long matches wait to be replayed."""
        self._database = database
        self._clock = clock
        self._queue = queue
        self._loads: BatchedRead[_Load, Table | _Unreplayed | _Long] = BatchedRead(
            database, self._read
        )

    async def load(
        self, table_id: str, served: Served = NOBODY, *, attended: bool = False
    ) -> Table:
        """A stored table. `attended`: another process had it in memory, so its clock ran on."""
        wanted = _Load(table_id, attended)
        found = await self._loads.get(wanted)
        if isinstance(found, _Long):
            return await self._load_long(wanted, served)
        if found is None:
            raise unknown_table()
        return found if isinstance(found, Table) else found.replay()

    async def _load_long(self, wanted: _Load, served: Served) -> Table:
        # How many can wait is limited by the sockets and requests of an address.
        async with self._queue.slot(served, patient=True):
            rows = await self._database.run_read(read_entry_rows, [wanted.table_id])
            if wanted.table_id not in rows:
                raise unknown_table()
            return await asyncio.to_thread(self._unreplayed(wanted, rows).replay)

    def _read(
        self, connection: Connection, loads: Sequence[_Load]
    ) -> dict[_Load, Table | _Unreplayed | _Long | Exception]:
        """Read tables, and replay them where this runs in a thread; long ones are only named."""
        columns = schema.tables.c
        query = select(columns.id, columns.seq).where(
            columns.id.in_({each.table_id for each in loads})
        )
        sizes: dict[str, int] = {row.id: row.seq for row in connection.execute(query)}
        short = sorted(table_id for table_id, size in sizes.items() if size <= _SHORT)
        rows = read_entry_rows(connection, short)
        found: dict[_Load, Table | _Unreplayed | _Long | Exception] = {}
        for each in loads:
            if each.table_id in rows:
                unreplayed = self._unreplayed(each, rows)
                found[each] = unreplayed if self._database.shared else _replayed(unreplayed)
            elif sizes.get(each.table_id, 0) > _SHORT:
                found[each] = _Long()
        return found

    def _unreplayed(self, load: _Load, rows: Mapping[str, Sequence[Any]]) -> _Unreplayed:
        time_of_day = self._clock.wall_clock() if load.attended else None
        return _Unreplayed(load.table_id, rows[load.table_id], self._clock.now(), time_of_day)

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
