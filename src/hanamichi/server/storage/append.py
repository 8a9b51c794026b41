"""What tables append to the database, as rows: many tables in one transaction, each on its own.

Nothing here awaits: SQLite does it all in a thread, PostgreSQL in SQLAlchemy's `run_sync`. The rows
of a whole group are one JSON parameter of one statement. SQLite's driver lets go of the interpreter
for every row that it is given singly, and while the house is busy would wait for it as often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, TextClause, delete, insert, text
from sqlalchemy import Table as DatabaseTable

from hanamichi.server.storage import schema
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.storage.notify import EntriesStored, tell
from hanamichi.server.storage.summary import encode_summary
from hanamichi.server.table.entries import Stored, encode
from hanamichi.server.table.result import finished
from hanamichi.server.table.state import Table

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
    seq: int
    """Its last place afterwards."""
    table: Row
    """Everything that lists show; or, where a table only moved on, what that changes."""
    whole: bool
    entries: list[Row]
    seatings: list[Row] | None
    """Who sits there, where that has changed."""
    finished: Row | None


Request: TypeAlias = Sequence[Rows]
"""Appends that are stored all together or not at all."""


def rows_of(item: Append) -> Rows:
    """An append as rows."""
    table, before = item.after, item.before
    status = table.status
    whole = (
        before is None
        or before.status != status
        or before.seats is not table.seats
        or before.settings is not table.settings
    )
    row: Row = {
        "id": table.id,
        "seq": table.seq,
        "to_act": table.to_act,
        "changed": table.changed,
        "due": table.due,
    }
    if whole:
        row |= {
            "status": status,
            "listed": table.settings.listed,
            "created": table.created,
            "summary": encode_summary(table),
        }
    over = status == "over" and (before is None or before.status != "over")
    return Rows(
        table_id=table.id,
        before=None if before is None else before.seq,
        seq=table.seq,
        table=row,
        whole=whole,
        entries=[
            {"table_id": table.id, "seq": seq, "at": at, "body": encode(entry)}
            for seq, at, entry in item.stored
        ],
        seatings=_seatings(table) if before is None or before.seats != table.seats else None,
        finished=finished(table).row() if over else None,
    )


def _seatings(table: Table) -> list[Row]:
    return [
        {"table_id": table.id, "person_id": person, "seat": seat}
        for seat, table_seat in enumerate(table.seats)
        for person in {table_seat.person, *table_seat.devices} - {None}
    ]


def write(connection: Connection, requests: Sequence[Request]) -> list[Conflict | None]:
    """Store requests in their order, and say of each whether its table had moved on before."""
    places = _places(connection, {rows.table_id for each in requests for rows in each})
    taken: list[Rows] = []
    verdicts: list[Conflict | None] = []
    for request in requests:
        moved: dict[str, int] = {}
        fits = True
        for rows in request:
            fits = fits and moved.get(rows.table_id, places.get(rows.table_id)) == rows.before
            moved[rows.table_id] = rows.seq
        if fits:
            places |= moved
            taken += request
        verdicts.append(None if fits else Conflict("the table has moved on"))
    if taken:
        _insert(connection, taken)
    return verdicts


def write_one(connection: Connection, item: Append) -> None:
    """Store the entries of one table in a transaction that is open already."""
    (verdict,) = write(connection, [[rows_of(item)]])
    if verdict is not None:
        raise verdict


def _insert(connection: Connection, taken: Sequence[Rows]) -> None:
    statements = _STATEMENTS[connection.dialect.name]
    latest = {rows.table_id: rows for rows in taken}
    if whole := {rows.table_id: rows.table for rows in taken if rows.whole}:
        connection.execute(statements.tables, _json(list(whole.values())))
    if moved := [rows.table for rows in latest.values() if not rows.whole]:
        connection.execute(statements.moved, _json(moved))
    connection.execute(statements.entries, _json([row for rows in taken for row in rows.entries]))
    seated = {rows.table_id: rows.seatings for rows in taken if rows.seatings is not None}
    if seated:
        seatings = schema.seatings
        connection.execute(delete(seatings).where(seatings.c.table_id.in_(sorted(seated))))
        if people := [row for rows in seated.values() for row in rows]:
            connection.execute(insert(seatings), people)
    if over := [rows.finished for rows in taken if rows.finished is not None]:
        connection.execute(insert(schema.finished), over)
    tell(connection, *(EntriesStored(rows.table_id, rows.seq) for rows in latest.values()))


def _places(connection: Connection, table_ids: set[str]) -> dict[str, int]:
    """Where tables stand. Other writers wait here until we are done, and nobody for each other."""
    query = _STATEMENTS[connection.dialect.name].places
    found = connection.execute(query, _json(sorted(table_ids))).scalar_one()
    lines = (line.rpartition(" ") for line in (found or "").splitlines())
    return {table_id: int(seq) for table_id, _, seq in lines}


def _json(rows: Sequence[object]) -> dict[str, str]:
    return {"rows": msgspec.json.encode(rows).decode()}


# -- in both dialects: rows out of JSON --------------------------------------------------------


class _Statements(NamedTuple):
    places: TextClause
    """One text for all tables, a line for each: as many rows would be as many waits."""
    tables: TextClause
    moved: TextClause
    entries: TextClause


def _insertion(into: DatabaseTable, source: str, value: str = "{}") -> str:
    names = [column.name for column in into.columns]
    values = ", ".join(value.format(name) for name in names)
    return f"INSERT INTO {into.name} ({', '.join(names)}) SELECT {values} FROM {source} WHERE true"


def _sqlite(into: DatabaseTable) -> str:
    return _insertion(into, "json_each(:rows)", "json_extract(value, '$.{}')")


def _postgresql(into: DatabaseTable) -> str:
    return _insertion(into, _recordset(into))


def _recordset(of: DatabaseTable) -> str:
    return f"json_populate_recordset(CAST(NULL AS {of.name}), CAST(:rows AS json))"


_MOVING = ("seq", "to_act", "changed", "due")
"""What every move changes of a table in a list."""


def _move(source: str, value: str) -> str:
    changes = ", ".join(f"{name} = {value.format(name)}" for name in _MOVING)
    return f"UPDATE tables SET {changes} FROM {source} WHERE tables.id = {value.format('id')}"


_CHANGES = (f"{column.name} = excluded.{column.name}" for column in schema.tables.columns)
_OR_CHANGE = f" ON CONFLICT (id) DO UPDATE SET {', '.join(_CHANGES)}"

_STATEMENTS = {
    "sqlite": _Statements(
        text(
            "SELECT group_concat(id || ' ' || seq, char(10)) FROM tables"
            " WHERE id IN (SELECT value FROM json_each(:rows))"
        ),
        text(_sqlite(schema.tables) + _OR_CHANGE),
        text(_move("json_each(:rows) AS moved", "json_extract(moved.value, '$.{}')")),
        text(_sqlite(schema.entries)),
    ),
    "postgresql": _Statements(
        text(
            "SELECT string_agg(id || ' ' || seq, chr(10)) FROM (SELECT id, seq FROM tables"
            " WHERE id IN (SELECT json_array_elements_text(CAST(:rows AS json)))"
            " ORDER BY id FOR UPDATE) AS places"
        ),
        text(_postgresql(schema.tables) + _OR_CHANGE),
        text(_move(f"{_recordset(schema.tables)} AS moved", "moved.{}")),
        text(_postgresql(schema.entries)),
    ),
}
