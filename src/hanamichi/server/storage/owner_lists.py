"""Lists for the owner: tables, people, addresses, reports and the log, as they are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.server.ops.address_hash import network_of
from hanamichi.server.ops.log import table_tag
from hanamichi.server.protocol.messages import TableStatus
from hanamichi.server.protocol.owner_messages import (
    OwnerAct,
    OwnerActs,
    OwnerAddress,
    OwnerAddresses,
    OwnerPeople,
    OwnerPerson,
    OwnerProcess,
    OwnerReport,
    OwnerReports,
    OwnerSeat,
    OwnerTable,
    OwnerTables,
    Restriction,
)
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.erasures import ERASED
from hanamichi.server.storage.owner_search import find_address, find_person, find_table
from hanamichi.server.storage.summary import decode_summary

MAX_LISTED = 1000
_MAX_ADDRESSES = 200


class StoredCounts(NamedTuple):
    """How much is stored."""

    tables: dict[str, int]
    """By status."""
    people: int
    reports: int
    """Those that wait for the owner."""
    blocked_people: int
    blocked_addresses: int


class OwnerLists:
    """Reads what the owner may see. No query reads an entry, because entries hold decks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_table(self, given: str) -> str:
        """The id of a table that the owner names."""
        return await find_table(self._database, given)

    async def find_person(self, given: str) -> str:
        """The id of a person whom the owner names."""
        return await find_person(self._database, given)

    async def find_address(self, given: str) -> str:
        """The hash of an address that the owner names."""
        return await find_address(self._database, given)

    async def counts(self, now: int) -> StoredCounts:
        """How much is stored."""
        tables, people = schema.tables.c, schema.people.c
        waiting = select(func.count()).where(schema.reports.c.closed.is_(None))
        blocked = select(func.count()).where(people.restriction == "blocked")
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(tables.status, func.count()).group_by(tables.status)
            )
            return StoredCounts(
                tables={str(status): count for status, count in rows.all()},
                people=await _count(connection, select(func.count()).select_from(schema.people)),
                reports=await _count(connection, waiting),
                blocked_people=await _count(connection, blocked),
                blocked_addresses=await _count(
                    connection, select(func.count()).where(_in_force(now))
                ),
            )

    async def processes(self, now: int) -> tuple[OwnerProcess, ...]:
        """The server processes, this one first; several share a PostgreSQL."""
        me = self._database.node
        others: list[OwnerProcess] = []
        if self._database.shared:
            columns = schema.nodes.c
            query = select(schema.nodes).where(columns.id != me).order_by(columns.id)
            async with self._database.reading() as connection:
                rows = (await connection.execute(query)).all()
            others = [
                OwnerProcess(id=row.id, mine=False, seen=round(1000 * row.seen.timestamp()))
                for row in rows
            ]
        return (OwnerProcess(id=me, mine=True, seen=now), *others)

    async def tables(
        self,
        limit: int,
        *,
        status: TableStatus | None = None,
        person: str | None = None,
        address: str | None = None,
        table: str | None = None,
        ids: Sequence[str] | None = None,
    ) -> OwnerTables:
        """Tables, the last changed first: all, or those of one status, person or address.

        Of `ids`, if they are given, only the first are listed: a query has a bounded length.
        """
        columns, openings = schema.tables.c, schema.openings.c
        waiting = (
            select(func.count())
            .where(schema.reports.c.table_id == columns.id, schema.reports.c.closed.is_(None))
            .scalar_subquery()
        )
        query = (
            select(schema.tables, openings.person_id, openings.address, waiting.label("reports"))
            .outerjoin(schema.openings, openings.table_id == columns.id)
            .order_by(columns.changed.desc(), columns.id)
            .limit(limit + 1)
        )
        if status is not None:
            query = query.where(columns.status == status)
        if person is not None:
            seats = select(schema.seatings.c.table_id).where(schema.seatings.c.person_id == person)
            query = query.where(or_(columns.id.in_(seats), openings.person_id == person))
        if address is not None:
            query = query.where(openings.address == address)
        if table is not None:
            query = query.where(columns.id == table)
        if ids is not None:
            query = query.where(columns.id.in_(ids[: limit + 1]))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
            seated = await _seated(connection, [row.id for row in rows])
        listed = tuple(_table(row, seated[row.id]) for row in rows[:limit])
        return OwnerTables(tables=listed, more=len(rows) > limit)

    async def people(
        self,
        limit: int,
        *,
        restriction: Restriction | None = None,
        person: str | None = None,
        text: str | None = None,
    ) -> OwnerPeople:
        """People, the last seen first: all, or those whose name holds a text."""
        columns, reports = schema.people.c, schema.reports.c
        tables = (
            select(func.count()).where(schema.seatings.c.person_id == columns.id).scalar_subquery()
        )
        waiting = (
            select(func.count())
            .where(reports.person_id == columns.id, reports.closed.is_(None))
            .scalar_subquery()
        )
        query = (
            select(schema.people, tables.label("tables"), waiting.label("reports"))
            .where(columns.restriction.is_distinct_from(ERASED))
            .order_by(columns.seen.desc(), columns.id)
            .limit(limit + 1)
        )
        if restriction is not None:
            query = query.where(columns.restriction == restriction)
        if person is not None:
            query = query.where(columns.id == person)
        if text is not None:
            query = query.where(columns.name.icontains(text, autoescape=True))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        people = tuple(
            OwnerPerson(
                id=row.id,
                name=row.name,
                created=row.created,
                seen=row.seen,
                restriction=row.restriction,
                tables=row.tables,
                reports=row.reports,
            )
            for row in rows[:limit]
        )
        return OwnerPeople(people=people, more=len(rows) > limit)

    async def addresses(self, now: int) -> OwnerAddresses:
        """The blocked addresses, then those that most is stored from."""
        blocked = schema.blocked_addresses
        async with self._database.reading() as connection:
            rows = (
                await connection.execute(
                    select(blocked).where(_in_force(now)).order_by(blocked.c.at.desc())
                )
            ).all()
            tables = await _by_address(connection, schema.openings.c.address)
            imports = await _by_address(connection, schema.imports.c.address)
        named = [row.hash for row in rows]
        busy = sorted({*tables, *imports} - {*named}, key=lambda each: -tables.get(each, 0))
        # A block covers all addresses of a network.
        blocks = {network_of(row.hash): row for row in rows}
        blocked_by = {each: blocks.get(network_of(each)) for each in (*named, *busy)}
        return OwnerAddresses(
            addresses=tuple(
                OwnerAddress(
                    hash=each,
                    tables=tables.get(each, 0),
                    imports=imports.get(each, 0),
                    blocked=block is not None,
                    blocked_at=None if block is None else block.at,
                    until=None if block is None else block.until,
                    reason="" if block is None else block.reason,
                )
                for each in (*named, *busy[:_MAX_ADDRESSES])
                for block in (blocked_by[each],)
            )
        )

    async def reports(self, limit: int, *, closed: bool = False) -> OwnerReports:
        """Reports that wait, the oldest first, or those that are closed, the latest first."""
        columns = schema.reports.c
        query = select(schema.reports).limit(limit + 1)
        if closed:
            query = query.where(columns.closed.is_not(None)).order_by(columns.closed.desc())
        else:
            query = query.where(columns.closed.is_(None)).order_by(columns.at)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        reports = tuple(
            OwnerReport(
                id=row.id,
                at=row.at,
                reporter=row.reporter,
                table=row.table_id,
                person=row.person_id,
                name=row.name,
                reason=row.reason,
                text=row.text,
                closed=row.closed,
            )
            for row in rows[:limit]
        )
        return OwnerReports(reports=reports, more=len(rows) > limit)

    async def acts(self, limit: int) -> OwnerActs:
        """The log of the owner's acts, the latest first."""
        columns = schema.owner_acts.c
        query = select(schema.owner_acts).order_by(columns.at.desc(), columns.id).limit(limit + 1)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        acts = tuple(
            OwnerAct(id=row.id, at=row.at, act=row.act, subject=row.subject, detail=row.detail)
            for row in rows[:limit]
        )
        return OwnerActs(acts=acts, more=len(rows) > limit)


def _in_force(now: int) -> ColumnElement[bool]:
    """Blocks of addresses that have not ended."""
    until = schema.blocked_addresses.c.until
    return or_(until.is_(None), until > now)


async def _count(connection: AsyncConnection, query: Any) -> int:
    return int(await connection.scalar(query) or 0)


async def _by_address(connection: AsyncConnection, column: Any) -> dict[str, int]:
    """How many rows each address has, for those that have most."""
    count = func.count()
    query = (
        select(column, count)
        .where(column.is_not(None))
        .group_by(column)
        .order_by(count.desc())
        .limit(_MAX_ADDRESSES)
    )
    return {str(address): number for address, number in (await connection.execute(query)).all()}


async def _seated(
    connection: AsyncConnection, table_ids: Sequence[str]
) -> defaultdict[str, dict[int, tuple[str, ...]]]:
    """The people at each seat of tables."""
    columns = schema.seatings.c
    query = (
        select(schema.seatings)
        .where(columns.table_id.in_(table_ids))
        .order_by(columns.table_id, columns.seat, columns.person_id)
    )
    found: defaultdict[str, dict[int, tuple[str, ...]]] = defaultdict(dict)
    for row in (await connection.execute(query)).all():
        seats = found[row.table_id]
        seats[row.seat] = (*seats.get(row.seat, ()), row.person_id)
    return found


def _table(row: Any, seated: dict[int, tuple[str, ...]]) -> OwnerTable:
    summary = decode_summary(row.summary)
    return OwnerTable(
        id=row.id,
        tag=table_tag(row.id),
        game=summary.game,
        preset=summary.preset,
        status=row.status,
        listed=row.listed,
        seats=tuple(
            OwnerSeat(
                seat=seat.seat,
                name=seat.name,
                people=seated.get(seat.seat, ()),
                bot=seat.kind == "bot",
                host=seat.host,
            )
            for seat in summary.seats
        ),
        created=row.created,
        changed=row.changed,
        entries=row.seq,
        opener=row.person_id,
        address=row.address,
        reports=row.reports,
    )
