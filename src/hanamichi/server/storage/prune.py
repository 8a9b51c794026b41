"""Deletes what nobody has used for as long as the owner keeps it.

Every piece is a small transaction that checks again what it deletes, so a run may end anywhere, and
the next one goes on. Tables that somebody uses stay, in whichever process that is.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    update,
)

from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import RetentionConfig
from hanamichi.server.ops.log import log_event
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.quotas import DAY_MILLISECONDS
from hanamichi.server.storage.review_deletion import delete_reviews
from hanamichi.server.storage.table_deletion import delete_table
from hanamichi.server.table.state import TableStatus

_LOG = logging.getLogger("hanamichi.server")
_PRUNE_LOCK = 0x68616E62
"""PostgreSQL's advisory lock under which one process at a time prunes."""
_BATCH_SIZE = 100
_PAUSE_SECONDS = 0.005
"""Between two pieces, for everybody else who writes."""
_INTERVAL_SECONDS = 3600.0
_FIRST_SECONDS = 300.0
"""Not while everybody returns after a restart."""
_PERSON_SEAT = '"kind":"person"'
"""How the summary of a table shows a seat that is not a bot's."""
_IN_USE = text(
    "SELECT 1 WHERE EXISTS (SELECT FROM presences WHERE table_id = :table)"
    " OR EXISTS (SELECT FROM claims WHERE table_id = :table)"
)
_OF_GUESTS = (
    schema.notes,
    schema.puzzle_answers,
    schema.review_requests,
    schema.daily_games,
)
"""What goes with a person who never came back."""

Delete: TypeAlias = Callable[[Connection, str], bool]
"""Deletes a table inside a transaction; False if it stays."""
DeleteTable: TypeAlias = Callable[[str, Delete], Awaitable[bool]]
"""Runs a `Delete`, unless the table is in use."""


class Pruned(msgspec.Struct, frozen=True, kw_only=True):
    """How much was deleted, or would be."""

    unplayed_tables: int = 0
    abandoned_matches: int = 0
    finished_matches: int = 0
    guests: int = 0
    imports: int = 0
    addresses: int = 0
    """Hashes of addresses of tables and imports."""
    reports: int = 0
    owner_log: int = 0
    expired: int = 0
    """Blocks, links of the owner, commands, and wishes for reviews whose time has passed."""
    more: bool = False
    """Whether the time was over before everything was deleted."""

    def plus(self, other: Pruned) -> Pruned:
        """Both together; the other one was later."""
        sums = {kind: getattr(self, kind) + getattr(other, kind) for kind in KINDS}
        return _pruned(sums, more=other.more)


KINDS = tuple(name for name in Pruned.__struct_fields__ if name != "more")
"""What is counted."""


_Players: TypeAlias = Literal["anyone", "people", "bots"]


class _OldTables(NamedTuple):
    status: TableStatus
    before: int
    """Milliseconds since 1970."""
    played_by: _Players = "anyone"

    @property
    def where(self) -> ColumnElement[bool]:
        columns = schema.tables.c
        old = and_(columns.status == self.status, columns.changed < self.before)
        if self.played_by == "anyone":
            return old
        # An erased person has no seating any more, but the list still shows a person's seat.
        has_people = or_(
            exists().where(schema.seatings.c.table_id == columns.id),
            columns.summary.contains(_PERSON_SEAT),
        )
        return and_(old, has_people if self.played_by == "people" else ~has_people)


class _OldRows(NamedTuple):
    table: Table
    key: Column[Any]
    where: ColumnElement[bool]


class Pruner:
    """Deletes by the times of a configuration."""

    def __init__(
        self,
        database: Database,
        retention: RetentionConfig,
        clock: Clock,
        delete_table: DeleteTable | None = None,
    ) -> None:
        """`delete_table` knows the tables in memory; without it there must be no server."""
        self._database = database
        self._retention = retention
        self._clock = clock
        self._delete_table = delete_table or self._delete_stored

    async def keep_running(self) -> None:
        """Delete what is old every hour."""
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            try:
                pruned = await self.run()
            except StorageError as error:
                _LOG.error("old data is deleted later: %s", error)
            else:
                if pruned is not None and pruned != Pruned():
                    log_event("pruned", **{kind: getattr(pruned, kind) for kind in KINDS})
            await asyncio.sleep(_INTERVAL_SECONDS)

    async def run(self, seconds: float = math.inf) -> Pruned | None:
        """Delete everything that is old enough, for so long; None while another process does."""
        async with self._alone() as alone:
            return await self._run(self._clock.now() + seconds) if alone else None

    async def count(self) -> Pruned:
        """How much `run` would delete now, apart from tables in use."""
        tables = {
            kind: await self._database.run_read(_count_tables, parts)
            for kind, parts in self._old_tables().items()
        }
        rows = {
            kind: await self._database.run_read(_count_rows, parts)
            for kind, parts in self._old_rows().items()
        }
        addresses = await self._database.run_read(_count_rows, self._old_addresses())
        return _pruned(tables | rows | {"addresses": addresses})

    async def _run(self, until: float) -> Pruned:
        counts = dict.fromkeys(KINDS, 0)

        def out_of_time() -> bool:
            return self._clock.now() >= until

        for kind, tables in self._old_tables().items():
            for old in tables:
                async for _ in self._prune_tables(old):
                    counts[kind] += 1
                    if out_of_time():
                        return _pruned(counts, more=True)
        pieces = [(kind, _delete_rows, each) for kind, each in self._old_rows().items()]
        pieces.append(("addresses", _forget_addresses, self._old_addresses()))
        for kind, piece, parts in pieces:
            for part in parts:
                while count := await self._database.run_write(piece, part):
                    counts[kind] += count
                    if out_of_time():
                        return _pruned(counts, more=True)
                    await asyncio.sleep(_PAUSE_SECONDS)
        return _pruned(counts)

    def _alone(self) -> AbstractAsyncContextManager[bool]:
        """Keep other processes from pruning."""
        return self._lock() if self._database.shared else nullcontext(True)

    @asynccontextmanager
    async def _lock(self) -> AsyncIterator[bool]:
        async with self._database.reading() as connection:
            lock = select(func.pg_try_advisory_xact_lock(_PRUNE_LOCK))
            yield bool((await connection.execute(lock)).scalar())

    # -- what is old --

    def _before(self, days: int) -> int:
        """When it must have been used last; long before everything if it is kept for ever."""
        return self._clock.wall_clock() - days * DAY_MILLISECONDS if days else -1

    def _old_tables(self) -> dict[str, Sequence[_OldTables]]:
        retention = self._retention
        unplayed, finished = retention.unplayed_tables_days, retention.finished_matches_days
        of_bots = min(unplayed or finished, finished or unplayed)
        return {
            "unplayed_tables": [
                *self._older("open", unplayed),
                *self._older("over", of_bots, "bots"),
            ],
            "abandoned_matches": self._older("playing", retention.abandoned_matches_days),
            "finished_matches": self._older("over", finished, "people"),
        }

    def _older(
        self, status: TableStatus, days: int, played_by: _Players = "anyone"
    ) -> Sequence[_OldTables]:
        return [_OldTables(status, self._before(days), played_by)] if days else []

    def _old_rows(self) -> dict[str, Sequence[_OldRows]]:
        retention, now = self._retention, self._clock.wall_clock()
        people, imports, reports = schema.people.c, schema.imports.c, schema.reports.c
        acts, access = schema.owner_acts.c, schema.owner_access.c
        commands, blocked = schema.owner_commands.c, schema.blocked_addresses.c
        requests = schema.review_requests.c
        guest = and_(
            people.seen < self._before(retention.guests_days),
            people.restriction.is_(None),
            ~exists().where(schema.seatings.c.person_id == people.id),
            ~exists().where(imports.person_id == people.id),
        )
        imported = imports.used < self._before(retention.imports_days)
        reported = reports.closed < self._before(retention.reports_days)
        logged = acts.at < self._before(retention.owner_log_days)
        return {
            "guests": [_OldRows(schema.people, people.id, guest)],
            "imports": [_OldRows(schema.imports, imports.replay_id, imported)],
            "reports": [_OldRows(schema.reports, reports.id, reported)],
            "owner_log": [_OldRows(schema.owner_acts, acts.id, logged)],
            "expired": [
                _OldRows(schema.owner_access, access.secret_hash, access.expires < now),
                _OldRows(schema.owner_commands, commands.id, commands.at < now - DAY_MILLISECONDS),
                _OldRows(schema.blocked_addresses, blocked.hash, blocked.until < now),
                _OldRows(
                    schema.review_requests,
                    requests.id,
                    and_(~requests.active, requests.at < now - DAY_MILLISECONDS),
                ),
            ],
        }

    def _old_addresses(self) -> Sequence[_OldRows]:
        before = self._before(self._retention.addresses_days)
        openings, imports = schema.openings, schema.imports
        return [
            _OldRows(
                openings,
                openings.c.table_id,
                and_(openings.c.address.is_not(None), openings.c.at < before),
            ),
            _OldRows(
                imports,
                imports.c.replay_id,
                and_(imports.c.address.is_not(None), imports.c.at < before),
            ),
        ]

    # -- deleting --

    async def _prune_tables(self, old: _OldTables) -> AsyncIterator[str]:
        """Delete old tables one by one."""

        def delete_if_unused(connection: Connection, table_id: str) -> bool:
            if connection.execute(_still_old(table_id, old)).first() is None:
                return False
            if self._database.shared and connection.execute(_IN_USE, {"table": table_id}).first():
                return False
            return delete_table(connection, table_id)

        after = ""
        while found := await self._database.run_read(_find_tables, (old, after)):
            for table_id in found:
                if await self._delete_table(table_id, delete_if_unused):
                    yield table_id
                await asyncio.sleep(_PAUSE_SECONDS)
            after = found[-1]

    async def _delete_stored(self, table_id: str, delete: Delete) -> bool:
        return await self._database.run_write(delete, table_id)


def _pruned(counts: Mapping[str, int], *, more: bool = False) -> Pruned:
    return msgspec.convert({**counts, "more": more}, Pruned)


def _find_tables(connection: Connection, item: tuple[_OldTables, str]) -> list[str]:
    old, after = item
    columns = schema.tables.c
    query = select(columns.id).where(old.where, columns.id > after).order_by(columns.id)
    return list(connection.execute(query.limit(_BATCH_SIZE)).scalars())


def _still_old(table_id: str, old: _OldTables) -> Any:
    """The row is locked: nobody moves at the table until it is deleted."""
    columns = schema.tables.c
    return select(columns.id).where(columns.id == table_id, old.where).with_for_update()


def _count_tables(connection: Connection, parts: Sequence[_OldTables]) -> int:
    return sum(
        connection.execute(
            select(func.count()).select_from(schema.tables).where(old.where)
        ).scalar_one()
        for old in parts
    )


def _count_rows(connection: Connection, parts: Sequence[_OldRows]) -> int:
    return sum(
        connection.execute(
            select(func.count()).select_from(part.table).where(part.where)
        ).scalar_one()
        for part in parts
    )


def _delete_rows(connection: Connection, part: _OldRows) -> int:
    keys = list(connection.execute(select(part.key).where(part.where).limit(_BATCH_SIZE)).scalars())
    if part.table in (schema.people, schema.imports):
        old = select(part.key).where(part.key.in_(keys), part.where).with_for_update()
        keys = list(connection.execute(old).scalars())
    if part.table is schema.people:
        for table in _OF_GUESTS:
            connection.execute(delete(table).where(table.c.person_id.in_(keys)))
    if part.table is schema.imports:
        delete_reviews(connection, keys)
    # With the condition once more: PostgreSQL has other writers.
    return connection.execute(delete(part.table).where(part.key.in_(keys), part.where)).rowcount


def _forget_addresses(connection: Connection, part: _OldRows) -> int:
    keys = list(connection.execute(select(part.key).where(part.where).limit(_BATCH_SIZE)).scalars())
    rows = update(part.table).where(part.key.in_(keys)).values(address=None, network=None)
    return connection.execute(rows).rowcount if keys else 0
