"""What the server stores and reads: people, tables and private notes.

Only SQL that SQLite and PostgreSQL both understand is written here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Subquery,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)

from hanamichi.catalog import GAMES
from hanamichi.core import Seat
from hanamichi.server.ops.address_hash import ADDRESS_CHARACTERS
from hanamichi.server.ops.config import NO_QUOTAS, QuotasConfig
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.ops.wide_network import WIDE_FACTOR
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.protocol.owner_messages import Restriction
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append, AppendRequest, rows_of, write_appends
from hanamichi.server.storage.batched_read import BatchedRead
from hanamichi.server.storage.connections import Connections
from hanamichi.server.storage.group_commit import GroupCommit
from hanamichi.server.storage.notes import NoteChange, write_notes
from hanamichi.server.storage.notify import PersonRenamed, notify
from hanamichi.server.storage.summary import decode_summary, summary_message
from hanamichi.server.table.entries import PersonId, Stored, decode


class Person(NamedTuple):
    """A known browser or program."""

    id: PersonId
    name: str | None
    restriction: Restriction | None = None


class Listed(NamedTuple):
    """A table in a list."""

    summary: TableSummary
    seat: Seat | None
    """The seat of the person who asks."""
    to_act: Seat | None


class _ListAsked(NamedTuple):
    """A list of open tables that somebody asks for."""

    limit: int
    since: int
    now: int
    most_of_person: int
    most_of_address: int


class Database(Connections):
    """Everything that outlives the process."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._appends: GroupCommit[AppendRequest] = GroupCommit(self, write_appends)
        self._note_changes: GroupCommit[NoteChange] = GroupCommit(self, write_notes)
        self._people = BatchedRead(self, _read_people)
        self._notes = BatchedRead(self, _read_notes)
        self._open_tables = BatchedRead(self, _read_open_tables)

    async def close(self) -> None:
        """Write everything that waits, then close all connections."""
        await self._appends.drain()
        await self._note_changes.drain()
        await super().close()

    # -- people --

    async def add_person(self, person: Person, secret_hash: str, at: int) -> None:
        """Store a new browser."""
        async with self.writing() as connection:
            await connection.execute(
                insert(schema.people).values(
                    id=person.id, secret_hash=secret_hash, name=person.name, created=at, seen=at
                )
            )

    async def find_person(self, secret_hash: str) -> Person | None:
        """The person with this secret."""
        return await self._people.get(secret_hash)

    async def rename_person(self, person_id: PersonId, name: str) -> None:
        """Change a nickname."""
        async with self.writing() as connection:
            await connection.execute(
                update(schema.people).where(schema.people.c.id == person_id).values(name=name)
            )
            await notify(connection, PersonRenamed(person_id, name))

    async def names(self, people: Collection[PersonId]) -> dict[PersonId, str | None]:
        """The nicknames of these people; those who were erased are missing."""
        columns = schema.people.c
        query = select(columns.id, columns.name).where(columns.id.in_(people))
        return {row.id: row.name for row in await self.rows(query)}

    # -- tables --

    async def append(self, *appends: Append) -> None:
        """Store entries of one or more tables: all of them or none, and none twice.

        When it returns they are on disk. After a `Conflict` or a `Refused` none is stored. After
        any other error, or when it is cancelled, they may or may not be stored, and must be read
        again.
        """
        entries = sum(len(item.stored) for item in appends)
        rows = await run_off_loop(entries, lambda: [rows_of(item) for item in appends])
        await self._appends.append(rows)

    async def entries(self, table_id: str, after: int = 0) -> list[Stored]:
        """The entries of a table after a `seq`; none when there is no such table."""
        rows = await self.rows(_rows_of([table_id], after))
        return await run_off_loop(len(rows), lambda: decode_rows(rows))

    async def unfinished(self) -> list[str]:
        """The tables where a match is being played."""
        query = select(schema.tables.c.id).where(schema.tables.c.status == "playing")
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def due(self) -> list[str]:
        """The tables where a clock runs."""
        async with self.reading() as connection:
            found = await connection.execute(select(schema.tables.c.id).where(schema.tables.c.due))
            return list(found.scalars())

    async def not_due(self, table_id: str, seq: int) -> None:
        """Correct a row that says, unlike its entries, that a clock runs."""
        tables = schema.tables
        row = (tables.c.id == table_id) & (tables.c.seq == seq)
        async with self.writing() as connection:
            await connection.execute(update(tables).where(row).values(due=False))

    async def matches_of_bots(self, unchanged_since: int, limit: int) -> list[str]:
        """Tables where only bots play and none has moved since then, the oldest first."""
        tables, seatings = schema.tables.c, schema.seatings.c
        query = (
            select(tables.id)
            .where(tables.status == "playing", tables.changed < unchanged_since)
            .where(~exists().where(seatings.table_id == tables.id))
            .order_by(tables.changed)
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def finished(self) -> list[str]:
        """The tables whose match is over, the oldest first."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.status == "over").order_by(columns.created)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def open_tables(
        self, limit: int, since: int, quotas: QuotasConfig = NO_QUOTAS, *, now: int = 0
    ) -> list[Listed]:
        """Listed tables that wait for players and changed since then, the newest first.

        Without those of people and addresses that are blocked `now`.

        Of one person, of one address and of one network only the newest few.
        """
        most = quotas.listed_tables_per_person, quotas.listed_tables_per_address
        # Everybody sees the same list, so those who ask at the same time share a query.
        rows = await self._open_tables.get(_ListAsked(limit, since, now, *most))
        return [listed for row in rows or () if (listed := _listed(row, None)) is not None]

    async def unfinished_tables_of(self, person_id: PersonId) -> list[str]:
        """The tables where a person sits and the match is not over."""
        columns, seatings = schema.tables.c, schema.seatings.c
        query = (
            select(columns.id)
            .join(schema.seatings, seatings.table_id == columns.id)
            .where(seatings.person_id == person_id, columns.status != "over")
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables_of(self, person_id: PersonId, limit: int) -> list[Listed]:
        """The tables where a person sits, the most recent first."""
        columns, seatings = schema.tables.c, schema.seatings.c
        query = (
            select(columns.summary, columns.changed, columns.to_act, seatings.seat)
            .join(schema.seatings, seatings.table_id == columns.id)
            .where(seatings.person_id == person_id)
            .order_by(columns.changed.desc())
            .limit(limit)
        )
        rows = await self.rows(query)
        return [listed for row in rows if (listed := _listed(row, row.seat)) is not None]

    # -- notes --

    async def notes(self, table_id: str, person_id: PersonId) -> dict[str, str]:
        """A person's notes at a table."""
        return await self._notes.get((table_id, person_id)) or {}

    async def write_note(
        self,
        table_id: str,
        person_id: PersonId,
        key: str,
        text: str,
        *,
        at_most: int,
        quotas: QuotasConfig = NO_QUOTAS,
    ) -> None:
        """Write, replace or (with no text) remove a note; refuses too many of one person."""
        most = quotas.notes_per_person
        await self._note_changes.append(NoteChange(table_id, person_id, key, text, at_most, most))


def _read_open_tables(
    connection: Connection, asked: Sequence[_ListAsked]
) -> dict[_ListAsked, Sequence[Any] | Exception]:
    found: dict[_ListAsked, Sequence[Any] | Exception] = {}
    for each in asked:
        query = _open_tables(each.most_of_person, each.most_of_address)
        values = {"limit": each.limit, "since": each.since, "now": each.now}
        found[each] = connection.execute(query, values).all()
    return found


@cache
def _open_tables(most_of_person: int, most_of_address: int) -> Select[Any]:
    """The query, built once: its parts are a thousand objects that refer to each other."""
    columns, openings = schema.tables.c, schema.openings.c
    blocked = schema.blocked_addresses.c
    in_force = or_(blocked.until.is_(None), blocked.until > bindparam("now"))
    found = (
        select(
            *(columns.summary, columns.changed, columns.to_act, columns.created),
            # A table whose opener is not known has one of its own.
            func.coalesce(func.nullif(openings.person_id, ""), columns.id).label("person"),
            func.coalesce(openings.address, columns.id).label("address"),
            func.coalesce(openings.network, columns.id).label("network"),
        )
        .outerjoin(schema.openings, openings.table_id == columns.id)
        .where(columns.status == "open", columns.listed, columns.changed >= bindparam("since"))
        # Tables of silenced and blocked people are not listed.
        .outerjoin(schema.people, schema.people.c.id == openings.person_id)
        .where(schema.people.c.restriction.is_(None))
        .where(~exists().where(_is_of_network(openings.address, blocked.hash), in_force))
        .subquery()
    )
    found = _newest_of_each("person", found, most_of_person)
    found = _newest_of_each("address", found, most_of_address)
    found = _newest_of_each("network", found, most_of_address * WIDE_FACTOR)
    return select(found).order_by(found.c.created.desc()).limit(bindparam("limit"))


def _is_of_network(one: Column[Any], other: Column[Any]) -> ColumnElement[bool]:
    """Whether two hashes begin alike, as those of one address or /48 network do."""
    return _network_in(one) == _network_in(other)


def _network_in(address: Column[Any]) -> ColumnElement[str]:
    """`network_of` as the database computes it."""
    return func.substr(address, 1, func.length(address) - ADDRESS_CHARACTERS)


def _newest_of_each(owner: str, tables: Subquery, most: int) -> Subquery:
    """At most so many tables of each person, address or network; 0 sets no limit."""
    if not most:
        return tables
    newest = tables.c.created.desc()
    place = func.row_number().over(partition_by=tables.c[owner], order_by=newest)
    placed = select(tables, place.label("place")).subquery()
    return (
        select(*(placed.c[each.name] for each in tables.c)).where(placed.c.place <= most).subquery()
    )


def _read_people(connection: Connection, hashes: Sequence[str]) -> dict[str, Person | Exception]:
    columns = schema.people.c
    query = select(columns.secret_hash, columns.id, columns.name, columns.restriction).where(
        columns.secret_hash.in_(hashes)
    )
    return {secret_hash: Person(*found) for secret_hash, *found in connection.execute(query)}


def read_entry_rows(connection: Connection, tables: Sequence[str]) -> dict[str, Sequence[Any]]:
    """The rows of all entries of each table; nothing for an unknown table."""
    by_table = groupby(connection.execute(_rows_of(tables)), key=lambda row: row.table_id)
    return {table_id: list(rows) for table_id, rows in by_table}


def decode_rows(rows: Sequence[Any]) -> list[Stored]:
    """The entries in these rows."""
    return [Stored(row.seq, row.at, decode(row.body)) for row in rows]


def _rows_of(tables: Sequence[str], after: int = 0) -> Select[Any]:
    columns = schema.entries.c
    return (
        select(columns.table_id, columns.seq, columns.at, columns.body)
        .where(columns.table_id.in_(tables), columns.seq > after)
        .order_by(columns.table_id, columns.seq)
    )


def _read_notes(
    connection: Connection, owners: Sequence[tuple[str, PersonId]]
) -> dict[tuple[str, PersonId], dict[str, str] | Exception]:
    columns = schema.notes.c
    query = select(columns.table_id, columns.person_id, columns.key, columns.text).where(
        tuple_(columns.table_id, columns.person_id).in_(owners)
    )
    found: dict[tuple[str, PersonId], dict[str, str]] = {}
    for table_id, person_id, key, text in connection.execute(query):
        found.setdefault((table_id, person_id), {})[key] = text
    return {**found}


def _listed(row: Any, seat: Seat | None) -> Listed | None:
    """A table in a list; None where its game is no longer installed."""
    summary = summary_message(decode_summary(row.summary), row.changed)
    return Listed(summary, seat, row.to_act) if summary.game in GAMES else None
