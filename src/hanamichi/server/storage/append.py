"""The rows and statements that append entries: many tables in one transaction.

Nothing here awaits: `Connections.run_write` calls it. The rows of a whole group are one JSON
parameter of one statement, because SQLite's driver releases the interpreter for every single row
and would wait for it as often on a busy server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, TextClause, delete, insert, select, text
from sqlalchemy import Table as DatabaseTable

from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.storage.notify import EntriesStored, notify_sync
from hanamichi.server.storage.quotas import Storer, lock_storers, refused_table
from hanamichi.server.storage.summary import encode_summary
from hanamichi.server.storage.tombstones import person_hash
from hanamichi.server.table.anonymize import people_in
from hanamichi.server.table.entries import Moved, PersonId, Stored, encode
from hanamichi.server.table.result import finished
from hanamichi.server.table.state import Table

Row: TypeAlias = dict[str, Any]


class Append(NamedTuple):
    """Entries of a table to be stored together, and the table before and after them."""

    stored: tuple[Stored, ...]
    before: Table | None
    """None for a new table."""
    after: Table
    opener: Storer | None = None
    """Who opens a new table; None for one that is restored or counts for nobody."""


class AppendRows(NamedTuple):
    """The rows that one append writes, made before the transaction begins."""

    table_id: str
    seq_before: int | None
    """The last `seq` of the table when this was decided; None for a new table."""
    seq: int
    """The last `seq` of the table afterwards."""
    table: Row
    """The whole row in `tables`, or only the columns that every move changes."""
    is_whole: bool
    """Whether `table` is a whole row."""
    entries: list[Row]
    seatings: list[Row] | None
    """The people at the table, if they changed."""
    mentions: list[Row]
    """The people whom the entries name; most entries name nobody."""
    newcomers: Sequence[PersonId]
    """The people at the table afterwards who were not there before: none after a move."""
    finished: Row | None
    opener: Storer | None = None
    """Who opens the table, and how many they may have."""


AppendRequest: TypeAlias = Sequence[AppendRows]
"""Appends that are stored all together or not at all."""


def rows_of(item: Append) -> AppendRows:
    """The rows of an append."""
    table, before = item.after, item.before
    status = table.status
    is_whole = (
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
    if is_whole:
        row |= {
            "status": status,
            "listed": table.settings.listed,
            "created": table.created,
            "summary": encode_summary(table),
        }
    named: set[PersonId] = set()
    for stored in item.stored:
        if not isinstance(stored.entry, Moved):
            named |= people_in(stored.entry)
    over = status == "over" and (before is None or before.status != "over")
    return AppendRows(
        table_id=table.id,
        seq_before=None if before is None else before.seq,
        seq=table.seq,
        table=row,
        is_whole=is_whole,
        entries=[
            {"table_id": table.id, "seq": seq, "at": at, "body": encode(entry)}
            for seq, at, entry in item.stored
        ],
        seatings=_seatings(table) if before is None or before.seats != table.seats else None,
        mentions=[{"table_id": table.id, "person_id": person} for person in sorted(named)],
        newcomers=_newcomers(before, table),
        finished=finished(table).row() if over else None,
        opener=item.opener,
    )


def _newcomers(before: Table | None, after: Table) -> Sequence[PersonId]:
    if before is None:
        return sorted(_people_at(after))
    if before.seats is after.seats and before.host == after.host:
        return ()
    return sorted(_people_at(after) - _people_at(before))


def _people_at(table: Table) -> set[PersonId]:
    seated = (seat.person for seat in table.seats if seat.person is not None)
    return {table.host, *seated, *(device for seat in table.seats for device in seat.devices)}


def _seatings(table: Table) -> list[Row]:
    return [
        {"table_id": table.id, "person_id": person, "seat": seat}
        for seat, table_seat in enumerate(table.seats)
        for person in {table_seat.person, *table_seat.devices} - {None}
    ]


def write_appends(
    connection: Connection, requests: Sequence[AppendRequest]
) -> list[Conflict | Refused | None]:
    """Store requests in order.

    A request whose table has other entries by now gets a `Conflict`, and one that opens more tables
    than its sender may have, or seats a person who was erased meanwhile, is refused.
    """
    openers = [rows.opener for each in requests for rows in each if rows.opener is not None]
    lock_storers(connection, openers)
    erased = erased_among(
        connection, {new for each in requests for rows in each for new in rows.newcomers}
    )
    seqs = current_seqs(connection, {rows.table_id for each in requests for rows in each})
    accepted: list[AppendRows] = []
    answers: list[Conflict | Refused | None] = []
    opened: list[Storer] = []
    for request in requests:
        after: dict[str, int] = {}
        fits = True
        for rows in request:
            fits = fits and after.get(rows.table_id, seqs.get(rows.table_id)) == rows.seq_before
            after[rows.table_id] = rows.seq
        answer = _refusal(connection, request, opened, erased) if fits else _moved_on()
        answers.append(answer)
        if answer is None:
            seqs |= after
            accepted += request
            opened += [rows.opener for rows in request if rows.opener is not None]
    if accepted:
        _insert(connection, accepted)
    return answers


def _refusal(
    connection: Connection,
    request: AppendRequest,
    opened: Sequence[Storer],
    erased: set[PersonId],
) -> Refused | None:
    for rows in request:
        if not erased.isdisjoint(rows.newcomers):
            return Refused(
                "person/unknown", "Somebody who would sit at this table has deleted their data"
            )
        if rows.opener is not None and (refused := refused_table(connection, rows.opener, opened)):
            return refused
    return None


def erased_among(connection: Connection, people: set[PersonId]) -> set[PersonId]:
    """Those whose erasure has begun. PostgreSQL lets other erasures wait for this transaction."""
    if not people:
        return set()
    columns, hashes = schema.people.c, {person_hash(person): person for person in people}
    if connection.dialect.name == "postgresql":
        rows = select(columns.id).where(columns.id.in_(sorted(people))).order_by(columns.id)
        connection.execute(rows.with_for_update(read=True, key_share=True))
    key = schema.erasures.c.person_hash
    found = connection.execute(select(key).where(key.in_(sorted(hashes)))).scalars()
    return {hashes[each] for each in found}


def _moved_on() -> Conflict:
    return Conflict("the table has moved on")


def _insert(connection: Connection, accepted: Sequence[AppendRows]) -> None:
    statements = _STATEMENTS[connection.dialect.name]
    latest = {rows.table_id: rows for rows in accepted}
    if whole := {rows.table_id: rows.table for rows in accepted if rows.is_whole}:
        connection.execute(statements.tables, _json(list(whole.values())))
    if moved := [rows.table for rows in latest.values() if not rows.is_whole]:
        connection.execute(statements.moved, _json(moved))
    entries = [row for rows in accepted for row in rows.entries]
    connection.execute(statements.entries, _json(entries))
    seated = {rows.table_id: rows.seatings for rows in accepted if rows.seatings is not None}
    if seated:
        seatings = schema.seatings
        connection.execute(delete(seatings).where(seatings.c.table_id.in_(sorted(seated))))
        if people := [row for rows in seated.values() for row in rows]:
            connection.execute(insert(seatings), people)
    if mentions := [row for rows in accepted for row in rows.mentions]:
        connection.execute(statements.mentions, _json(mentions))
    if openings := [_opening(rows) for rows in accepted if rows.opener is not None]:
        connection.execute(insert(schema.openings), openings)
    if over := [rows.finished for rows in accepted if rows.finished is not None]:
        connection.execute(insert(schema.finished), over)
    notify_sync(connection, *(EntriesStored(rows.table_id, rows.seq) for rows in latest.values()))


def _opening(rows: AppendRows) -> Row:
    assert rows.opener is not None
    return {
        "table_id": rows.table_id,
        "person_id": rows.opener.person,
        "address": rows.opener.address,
        "network": rows.opener.network,
        "at": rows.opener.at,
    }


def current_seqs(connection: Connection, table_ids: set[str]) -> dict[str, int]:
    """The last `seq` of each table. PostgreSQL locks them in order, so that no deadlock arises."""
    query = _STATEMENTS[connection.dialect.name].current_seqs
    found = connection.execute(query, _json(sorted(table_ids))).scalar_one()
    lines = (line.rpartition(" ") for line in (found or "").splitlines())
    return {table_id: int(seq) for table_id, _, seq in lines}


def _json(rows: Sequence[object]) -> dict[str, str]:
    return {"rows": msgspec.json.encode(rows).decode()}


# -- statements of both dialects, which read rows from JSON --------------------------------------


class _Statements(NamedTuple):
    current_seqs: TextClause
    """One text with a line for each table: SQLite's driver releases the interpreter per row."""
    tables: TextClause
    moved: TextClause
    entries: TextClause
    mentions: TextClause


def _insert_from(into: DatabaseTable, source: str, value: str = "{}") -> str:
    names = [column.name for column in into.columns]
    values = ", ".join(value.format(name) for name in names)
    return f"INSERT INTO {into.name} ({', '.join(names)}) SELECT {values} FROM {source} WHERE true"


def _sqlite_insert(into: DatabaseTable) -> str:
    return _insert_from(into, "json_each(:rows)", "json_extract(value, '$.{}')")


def _postgresql_insert(into: DatabaseTable) -> str:
    return _insert_from(into, _recordset(into))


def _recordset(of: DatabaseTable) -> str:
    return f"json_populate_recordset(CAST(NULL AS {of.name}), CAST(:rows AS json))"


_MOVE_COLUMNS = ("seq", "to_act", "changed", "due")
"""The columns of `tables` that every move changes."""


def _move_update(source: str, value: str) -> str:
    changes = ", ".join(f"{name} = {value.format(name)}" for name in _MOVE_COLUMNS)
    return f"UPDATE tables SET {changes} FROM {source} WHERE tables.id = {value.format('id')}"


_ALL_COLUMNS = (f"{column.name} = excluded.{column.name}" for column in schema.tables.columns)
_UPSERT = f" ON CONFLICT (id) DO UPDATE SET {', '.join(_ALL_COLUMNS)}"

_STATEMENTS = {
    "sqlite": _Statements(
        text(
            "SELECT group_concat(id || ' ' || seq, char(10)) FROM tables"
            " WHERE id IN (SELECT value FROM json_each(:rows))"
        ),
        text(_sqlite_insert(schema.tables) + _UPSERT),
        text(_move_update("json_each(:rows) AS moved", "json_extract(moved.value, '$.{}')")),
        text(_sqlite_insert(schema.entries)),
        text(_sqlite_insert(schema.mentions) + " ON CONFLICT DO NOTHING"),
    ),
    "postgresql": _Statements(
        text(
            "SELECT string_agg(id || ' ' || seq, chr(10)) FROM (SELECT id, seq FROM tables"
            " WHERE id IN (SELECT json_array_elements_text(CAST(:rows AS json)))"
            " ORDER BY id FOR UPDATE) AS current_seqs"
        ),
        text(_postgresql_insert(schema.tables) + _UPSERT),
        text(_move_update(f"{_recordset(schema.tables)} AS moved", "moved.{}")),
        text(_postgresql_insert(schema.entries)),
        text(_postgresql_insert(schema.mentions) + " ON CONFLICT DO NOTHING"),
    ),
}
