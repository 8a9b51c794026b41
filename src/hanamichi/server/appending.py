"""What tables append to the database, as rows: many tables in one transaction, each on its own.

Only SQL that SQLite and PostgreSQL both understand is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.server import schema
from hanamichi.server.entries import AnyEntry, Stored, encode
from hanamichi.server.errors import Conflict
from hanamichi.server.finished import finished
from hanamichi.server.notices import EntriesStored, notify
from hanamichi.server.table import Table
from hanamichi.server.telling import summary

Row: TypeAlias = dict[str, Any]


class Append(NamedTuple):
    """Entries of a table to be stored together, and the table before and after them."""

    stored: tuple[Stored, ...]
    before: Table | None
    """None for a new table."""
    after: Table


class Rows(NamedTuple):
    """What one append writes, made before any transaction begins."""

    table_id: str
    before: int | None
    """The table's last place when this was decided; none for a new table."""
    table: Row
    entries: list[Row]
    seatings: list[Row] | None
    """Who sits there, where that has changed."""
    finished: Row | None


Request: TypeAlias = Sequence[Rows]
"""Appends that are stored all together or not at all."""


def stored_run(entries: Iterable[AnyEntry], after: int, at: int) -> tuple[Stored, ...]:
    """Entries with the places that follow."""
    return tuple(Stored(after + n, at, entry) for n, entry in enumerate(entries, 1))


def rows_of(item: Append) -> Rows:
    """An append as rows."""
    table, before = item.after, item.before
    over = table.status == "over" and (before is None or before.status != "over")
    return Rows(
        table_id=table.id,
        before=None if before is None else before.seq,
        table={
            "status": table.status,
            "listed": table.settings.listed,
            "seq": table.seq,
            "to_act": table.to_act,
            "created": table.created,
            "changed": table.changed,
            "summary": msgspec.json.encode(summary(table)).decode(),
            "due": table.due,
        },
        entries=[
            {"table_id": table.id, "seq": seq, "at": at, "body": encode(entry)}
            for seq, at, entry in item.stored
        ],
        seatings=_seatings(table) if before is None or before.chairs != table.chairs else None,
        finished=finished(table).row() if over else None,
    )


def _seatings(table: Table) -> list[Row]:
    return [
        {"table_id": table.id, "person_id": person, "seat": seat}
        for seat, chair in enumerate(table.chairs)
        for person in {chair.person, *chair.devices} - {None}
    ]


async def write(connection: AsyncConnection, requests: Sequence[Request]) -> list[Conflict | None]:
    """Store requests in their order, and say of each whether its table had moved on before."""
    places = await _places(connection, {rows.table_id for each in requests for rows in each})
    taken: list[Rows] = []
    verdicts: list[Conflict | None] = []
    for request in requests:
        moved: dict[str, int] = {}
        fits = True
        for rows in request:
            fits = fits and moved.get(rows.table_id, places.get(rows.table_id)) == rows.before
            moved[rows.table_id] = rows.table["seq"]
        if fits:
            places |= moved
            taken += request
        verdicts.append(None if fits else Conflict("the table has moved on"))
    await _insert(connection, taken)
    return verdicts


async def write_one(connection: AsyncConnection, item: Append) -> None:
    """Store the entries of one table in a transaction that is open already."""
    (verdict,) = await write(connection, [[rows_of(item)]])
    if verdict is not None:
        raise verdict


async def _places(connection: AsyncConnection, table_ids: set[str]) -> dict[str, int]:
    """Where tables stand. Other writers wait here until we are done, and nobody for each other."""
    columns = schema.tables.c
    query = (
        select(columns.id, columns.seq)
        .where(columns.id.in_(sorted(table_ids)))
        .order_by(columns.id)
        .with_for_update()
    )
    return {row.id: row.seq for row in (await connection.execute(query)).all()}


_UPDATE = update(schema.tables).where(schema.tables.c.id == bindparam("table_id"))


async def _insert(connection: AsyncConnection, taken: Sequence[Rows]) -> None:
    new = [rows for rows in taken if rows.before is None]
    known = [rows for rows in taken if rows.before is not None]
    seated = {rows.table_id: rows.seatings for rows in taken if rows.seatings is not None}
    over = [rows.finished for rows in taken if rows.finished is not None]
    if new:
        tables = [{"id": rows.table_id, **rows.table} for rows in new]
        await connection.execute(insert(schema.tables), tables)
    if known:
        await connection.execute(
            _UPDATE, [{"table_id": rows.table_id, **rows.table} for rows in known]
        )
    if taken:
        entries = [entry for rows in taken for entry in rows.entries]
        await connection.execute(insert(schema.entries), entries)
    if seated:
        seatings = schema.seatings
        await connection.execute(delete(seatings).where(seatings.c.table_id.in_(sorted(seated))))
        if people := [row for rows in seated.values() for row in rows]:
            await connection.execute(insert(seatings), people)
    if over:
        await connection.execute(insert(schema.finished), over)
    reached = {rows.table_id: int(rows.table["seq"]) for rows in taken}
    await notify(connection, *(EntriesStored(table, seq) for table, seq in reached.items()))
