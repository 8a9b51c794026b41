"""Erasing people from the database: what is written, in which order, and what it leaves.

An erasure begins with a tombstone, the hash of the person's id, and with the end of their cookie.
Then every table that mentions them is rewritten, each in a transaction of its own. The row in
`people` goes last, so that an erasure which was interrupted is found and finished.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import structs
from sqlalchemy import Connection, bindparam, delete, select, text, union, update

from hanamichi.server.protocol.commands import Leave
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append, AppendRows, current_seqs, rows_of, write_appends
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.storage.notify import PersonForgotten, notify_sync
from hanamichi.server.storage.owner_log import erase_from_log
from hanamichi.server.storage.reports import erase_from_reports
from hanamichi.server.storage.review_deletion import delete_reviews
from hanamichi.server.storage.summary import decode_summary
from hanamichi.server.storage.tombstones import person_hash
from hanamichi.server.table import seating
from hanamichi.server.table.anonymize import anonymized, departure_of
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import AnyEntry, PersonId, Stored, decode, encode, stored_run
from hanamichi.server.table.identity import new_nobody
from hanamichi.server.table.state import Table, evolve, load

ERASED = "erased"
"""The restriction of a person who is being erased."""
_BATCH_SIZE = 500
_HASH_CHARACTERS = 64
_BURY = text(
    "INSERT INTO erasures (person_hash, at) VALUES (:person_hash, :at) ON CONFLICT DO NOTHING"
)


class EntryRow(NamedTuple):
    """An entry as it is stored."""

    seq: int
    at: int
    body: str


class Mention(NamedTuple):
    """A table that names a person."""

    table_id: str
    entries: int
    """How many it has."""


class TableErasure(NamedTuple):
    """The rows that take one person out of one table."""

    table_id: str
    person: PersonId
    seq: int
    """The last `seq` of the table when this was decided."""
    bodies: Sequence[tuple[int, str]]
    """The entries to replace."""
    append: AppendRows | None
    """What the table adds, if the person had a seat."""


def erased_secret(person: PersonId) -> str:
    """What replaces the hash of a cookie: no secret has this hash."""
    return f"{ERASED} {person_hash(person)}"[:_HASH_CHARACTERS]


# -- deciding --------------------------------------------------------------------------------------


def erasure_of(
    table_id: str, rows: Sequence[EntryRow], person: PersonId, *, now: float, at: int
) -> TableErasure:
    """How to take a person's id and name out of a table, which stays as it is otherwise."""
    seq = rows[-1].seq if rows else 0
    alias = new_nobody()
    try:
        stored = [Stored(row.seq, row.at, decode(row.body)) for row in rows]
    except msgspec.DecodeError:
        return TableErasure(table_id, person, seq, _unreadable(rows, person, alias), None)
    bodies = [(item.seq, encode(item.entry)) for item in anonymized(stored, person, alias)]
    try:
        table = load(table_id, stored, now)
        append = _departure(table, stored, person, alias, now=now, at=at)
    except Exception:
        # This version cannot read the match, so it cannot go on and no departure is stored.
        append = None
    return TableErasure(table_id, person, seq, bodies, append)


def _departure(
    table: Table, stored: Sequence[Stored], person: PersonId, alias: str, *, now: float, at: int
) -> AppendRows | None:
    entries: tuple[AnyEntry, ...] = departure_of(table, person)
    if table.status == "open" and any(seat.person == person for seat in table.seats):
        entries = seating.leave(table, Actor(person, None), Leave(id="-")).entries
    if not entries:
        return None
    whole = [*stored, *stored_run(entries, table.seq, max(table.changed, at))]
    changed = {item.seq: item for item in anonymized(whole, person, alias)}
    whole = [changed.get(item.seq, item) for item in whole]
    after: Table | None = None
    for item in whole:
        after = evolve(after, table.id, item, now)
    assert after is not None
    return rows_of(Append(tuple(whole[len(stored) :]), table, after))


def _unreadable(
    rows: Iterable[EntryRow], person: PersonId, alias: str
) -> Sequence[tuple[int, str]]:
    """Entries that no version can read lose everything about the person, name and all."""
    bodies = []
    for row in rows:
        if person in row.body:
            try:
                (item,) = anonymized([Stored(row.seq, row.at, decode(row.body))], person, alias)
                bodies.append((row.seq, encode(item.entry)))
            except (msgspec.DecodeError, ValueError):
                bodies.append((row.seq, "{}"))
    return bodies


# -- writing (inside a transaction) ----------------------------------------------------------------


def begin_erasure(connection: Connection, item: tuple[PersonId, int]) -> bool:
    """Store a tombstone; the cookie and name are gone at once. False if nobody has this id."""
    person, at = item
    store_tombstones(connection, {person_hash(person): at})
    columns = schema.people.c
    found = connection.execute(
        update(schema.people)
        .where(columns.id == person)
        .values(name=None, secret_hash=erased_secret(person), restriction=ERASED)
    )
    notify_sync(connection, PersonForgotten(person))
    return bool(found.rowcount)


def store_tombstones(connection: Connection, tombstones: dict[str, int]) -> None:
    """Store tombstones that are not stored yet."""
    if tombstones:
        rows = [{"person_hash": key, "at": at} for key, at in sorted(tombstones.items())]
        connection.execute(_BURY, rows)


def read_tombstones(connection: Connection, _: None = None) -> dict[str, int]:
    """The stored tombstones."""
    found = connection.execute(select(schema.erasures))
    return {row.person_hash: row.at for row in found}


def write_erasures(connection: Connection, erasures: Sequence[TableErasure]) -> None:
    """Take people out of tables, all or none; raises `Conflict` when a table has moved on."""
    for erasure in erasures:
        _write_erasure(connection, erasure)


def _write_erasure(connection: Connection, erasure: TableErasure) -> None:
    table_id, person, seq, bodies, append = erasure
    if append is not None:
        (conflict,) = write_appends(connection, [[append]])
        if conflict is not None:
            raise conflict
    elif current_seqs(connection, {table_id}).get(table_id, 0) != seq:
        raise Conflict("the table has moved on")
    if bodies:
        columns = schema.entries.c
        connection.execute(
            update(schema.entries)
            .where(columns.table_id == table_id, columns.seq == bindparam("entry"))
            .values(body=bindparam("anonymous")),
            [{"entry": number, "anonymous": body} for number, body in bodies],
        )
    if append is None:
        _anonymize_summary(connection, table_id, person)
    for table in (schema.mentions, schema.seatings):
        columns = table.c
        connection.execute(
            delete(table).where(columns.table_id == table_id, columns.person_id == person)
        )


def _anonymize_summary(connection: Connection, table_id: str, person: PersonId) -> None:
    """Take the name out of a list, where no new entry does that."""
    tables, seatings = schema.tables.c, schema.seatings.c
    row = connection.execute(
        select(tables.summary, seatings.seat)
        .join(schema.seatings, seatings.table_id == tables.id)
        .where(tables.id == table_id, seatings.person_id == person)
    ).first()
    if row is None:
        return
    summary = decode_summary(row.summary)
    seats = tuple(
        structs.replace(seat, name=None) if seat.seat == row.seat else seat
        for seat in summary.seats
    )
    body = msgspec.json.encode(structs.replace(summary, seats=seats)).decode()
    connection.execute(update(schema.tables).where(tables.id == table_id).values(summary=body))


def mentioning(connection: Connection, item: tuple[PersonId, int]) -> list[Mention]:
    """Some tables that name a person.

    Versions that know no mentions store seatings only, and may share a PostgreSQL for a while.
    """
    person, limit = item
    named = union(
        *(
            select(table.c.table_id).where(table.c.person_id == person)
            for table in (schema.mentions, schema.seatings)
        )
    ).subquery()
    tables = schema.tables.c
    query = select(tables.id, tables.seq).join(named, named.c.table_id == tables.id).limit(limit)
    return [Mention(*row) for row in connection.execute(query)]


def forget(connection: Connection, person: PersonId) -> bool:
    """Delete everything about a person outside of tables; False if a table mentions them again."""
    if mentioning(connection, (person, 1)):
        return False
    imports = schema.imports.c
    delete_reviews(connection, select(imports.replay_id).where(imports.person_id == person))
    for table in (
        schema.notes,
        schema.imports,
        schema.review_requests,
        schema.puzzle_answers,
        schema.daily_games,
    ):
        connection.execute(delete(table).where(table.c.person_id == person))
    openings = schema.openings
    nobody = update(openings).where(openings.c.person_id == person).values(person_id="")
    connection.execute(nobody)
    erase_from_reports(connection, person)
    erase_from_log(connection, person)
    connection.execute(delete(schema.people).where(schema.people.c.id == person))
    notify_sync(connection, PersonForgotten(person))
    return True


# -- looking for what is left ----------------------------------------------------------------------


def unfinished_erasures(connection: Connection, _: None = None) -> list[PersonId]:
    """The people whose erasure has begun and not ended."""
    columns = schema.people.c
    return list(
        connection.execute(select(columns.id).where(columns.restriction == ERASED)).scalars()
    )


def people_with(connection: Connection, hashes: Collection[str]) -> list[PersonId]:
    """The people of this database whose tombstones are among these; it reads all ids."""
    if not hashes:
        return []
    named = (
        schema.mentions,
        schema.seatings,
        schema.notes,
        schema.imports,
        schema.openings,
        schema.puzzle_answers,
        schema.daily_games,
        schema.review_requests,
    )
    ids = union(
        select(schema.people.c.id),
        *(
            select(table.c.person_id).where(table.c.person_id.is_not(None)).distinct()
            for table in named
        ),
    )
    wanted = set(hashes)
    return [person for person in connection.execute(ids).scalars() if person_hash(person) in wanted]


def entry_rows(connection: Connection, tables: Sequence[str]) -> dict[str, list[EntryRow]]:
    """The entries of tables as they are stored."""
    columns = schema.entries.c
    query = (
        select(columns.table_id, columns.seq, columns.at, columns.body)
        .where(columns.table_id.in_(tables))
        .order_by(columns.table_id, columns.seq)
    )
    found: dict[str, list[EntryRow]] = {table_id: [] for table_id in tables}
    for table_id, *row in connection.execute(query):
        found[table_id].append(EntryRow(*row))
    return found


def erase_at_once(connection: Connection, person: PersonId, at: int) -> None:
    """Erase a person from a database that nobody else uses."""
    begin_erasure(connection, (person, at))
    while mentions := mentioning(connection, (person, _BATCH_SIZE)):
        for table_id, _ in mentions:
            rows = entry_rows(connection, [table_id])[table_id]
            erasure = erasure_of(table_id, rows, person, now=0.0, at=at)
            write_erasures(connection, [erasure])
    forget(connection, person)
