"""Finished matches and imported records in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from hanamichi.catalog import GAMES
from hanamichi.server.protocol.replay_messages import PlayedMatch
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.storage.quotas import (
    DAY_MILLISECONDS,
    Storer,
    lock_storers,
    refused_import,
    superfluous_imports,
)
from hanamichi.server.storage.review_deletion import delete_reviews
from hanamichi.server.storage.summary import decode_summary, seat_messages
from hanamichi.server.table.entries import BranchPoint, PersonId
from hanamichi.server.table.events import Unrated
from hanamichi.server.table.result import RESULTS, CountedMatch, Finished, StoredResult
from hanamichi.server.views.table_messages import branch_message

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row of any columns."""


class Found(NamedTuple):
    """The source of a replay."""

    table_id: str | None
    """None for an imported record."""
    seq: int
    """The table's last `seq`, or the time of the import: cached replays are compared by it."""


@cache
def _decoder(game: str) -> msgspec.json.Decoder[StoredResult]:
    """Making one takes longer than decoding a result."""
    return msgspec.json.Decoder(RESULTS.of(game).stored)


def decode_result(row: Any) -> StoredResult:
    """The result in a row of `finished`."""
    return _decoder(row.game).decode(row.result)


def decode_counted(rows: Iterable[AnyRow]) -> list[CountedMatch[Any]]:
    """The matches in rows that `Archive.counted_matches` has read."""
    return [
        CountedMatch(row.replay_id, row.preset, row.ended, row.seat, decode_result(row))
        for row in rows
    ]


def _unrated(row: Any, result: StoredResult) -> Unrated | None:
    """Why a match does not count; earlier versions stored only that it does not."""
    if row.counts or result.unrated is not None:
        return result.unrated
    if row.branch is not None:
        return "branch"
    return "vote" if result.reason == "vote" else "lesson"


class Archive:
    """Queries about finished matches, imports and people."""

    def __init__(self, storage: Database) -> None:
        self._storage = storage

    # -- finished matches --

    async def without_result(self, limit: int) -> list[str]:
        """Finished tables without a stored result, written by versions that stored none."""
        tables, finished = schema.tables, schema.finished
        query = (
            select(tables.c.id)
            .outerjoin(finished, finished.c.table_id == tables.c.id)
            .where(tables.c.status == "over", finished.c.table_id.is_(None))
            .order_by(tables.c.changed.desc())
            .limit(limit)
        )
        async with self._storage.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def store_result(self, finished: Finished) -> None:
        """Store the result of a match, unless another process already has."""
        try:
            async with self._storage.writing() as connection:
                await connection.execute(insert(schema.finished).values(**finished.row()))
        except Conflict:
            pass

    async def matches_of(
        self, person: PersonId, limit: int, before: str | None
    ) -> list[PlayedMatch]:
        """A person's finished matches of registered games, the latest first, after one of them."""
        finished, tables, seatings = schema.finished.c, schema.tables.c, schema.seatings.c
        query = (
            select(schema.finished, tables.summary, seatings.seat)
            .join(schema.tables, tables.id == finished.table_id)
            .join(schema.seatings, seatings.table_id == finished.table_id)
            .where(seatings.person_id == person, finished.game.in_(GAMES))
            .order_by(finished.ended.desc(), finished.replay_id.desc())
            .limit(limit)
        )
        if before is not None:
            last = schema.finished.alias()
            when = select(last.c.ended).where(last.c.replay_id == before).scalar_subquery()
            query = query.where(
                or_(
                    finished.ended < when,
                    and_(finished.ended == when, finished.replay_id < before),
                )
            )
        rows = await self._storage.rows(query)
        return [
            PlayedMatch(
                replay=row.replay_id,
                preset=row.preset,
                ended=row.ended,
                plies=row.plies,
                seat=row.seat,
                seats=seat_messages(decode_summary(row.summary)),
                branch=branch_message(None if row.branch is None else _BRANCHES.decode(row.branch)),
                unrated=_unrated(row, result := decode_result(row)),
                result=RESULTS.of(row.game).message(result),
            )
            for row in rows
        ]

    async def number_of_matches(self, person: PersonId) -> int:
        """How many matches a person has finished."""
        finished, seatings = schema.finished.c, schema.seatings.c
        query = (
            select(func.count())
            .select_from(schema.seatings)
            .join(schema.finished, finished.table_id == seatings.table_id)
            .where(seatings.person_id == person)
        )
        ((number,),) = await self._storage.rows(query)
        return int(number)

    async def counted_matches(self, person: PersonId) -> Sequence[AnyRow]:
        """The matches of a person that count, of registered games, the oldest first.

        There may be thousands, so the caller decodes them off the event loop.
        """
        finished, seatings = schema.finished.c, schema.seatings.c
        query = (
            select(
                *(finished.replay_id, finished.preset, finished.ended, seatings.seat),
                *(finished.game, finished.result),
            )
            .join(schema.seatings, seatings.table_id == finished.table_id)
            .where(seatings.person_id == person, finished.counts, finished.game.in_(GAMES))
            .order_by(finished.ended, finished.replay_id)
        )
        return await self._storage.rows(query)

    async def tables_finished_by(self, person: PersonId) -> list[str]:
        """The tables of a person's finished matches, the oldest first."""
        finished, seatings = schema.finished.c, schema.seatings.c
        query = (
            select(finished.table_id)
            .join(schema.seatings, seatings.table_id == finished.table_id)
            .where(seatings.person_id == person)
            .order_by(finished.ended, finished.replay_id)
        )
        return [row.table_id for row in await self._storage.rows(query)]

    # -- replays --

    async def find(self, replay_id: str) -> Found | None:
        """The source of a replay; a match that is still being played is never found."""
        finished, tables, imports = schema.finished.c, schema.tables.c, schema.imports.c
        played = (
            select(tables.id, tables.seq)
            .join(schema.finished, finished.table_id == tables.id)
            .where(finished.replay_id == replay_id, tables.status == "over")
        )
        opened = select(imports.at).where(imports.replay_id == replay_id)
        for row in await self._storage.rows(played):
            return Found(row.id, row.seq)
        for row in await self._storage.rows(opened):
            return Found(None, row.at)
        return None

    async def imported(self, replay_id: str) -> str | None:
        """The body of an imported record."""
        columns = schema.imports.c
        query = select(columns.body).where(columns.replay_id == replay_id)
        for row in await self._storage.rows(query):
            return str(row.body)
        return None

    async def store_import(self, replay_id: str, body: str, storer: Storer) -> None:
        """Store an imported record, if its sender may; it may replace older ones of theirs."""
        await self._storage.run_write(_write_import, (replay_id, body, storer))

    async def use_import(self, replay_id: str, at: int) -> None:
        """Remember that an imported record is looked at, once a day, so that it is kept."""
        columns = schema.imports.c
        seldom = columns.used < at - DAY_MILLISECONDS
        mine = columns.replay_id == replay_id
        if not await self._storage.rows(select(columns.at).where(mine, seldom)):
            return
        async with self._storage.writing() as connection:
            await connection.execute(update(schema.imports).where(mine).values(used=at))


def _write_import(connection: Connection, item: tuple[str, str, Storer]) -> None:
    replay_id, body, storer = item
    imports, columns = schema.imports, schema.imports.c
    lock_storers(connection, [storer])
    again = update(imports).where(columns.replay_id == replay_id)
    if connection.execute(again.values(at=storer.at, used=storer.at)).rowcount:
        return
    size = len(body.encode())
    if (refused := refused_import(connection, storer, size)) is not None:
        raise refused
    connection.execute(
        insert(imports).values(
            replay_id=replay_id,
            person_id=storer.person,
            at=storer.at,
            used=storer.at,
            body=body,
            size=size,
            address=storer.address,
            network=storer.network,
        )
    )
    if replaced := superfluous_imports(connection, storer):
        delete_reviews(connection, replaced)
        connection.execute(delete(imports).where(columns.replay_id.in_(replaced)))


_BRANCHES: msgspec.json.Decoder[BranchPoint] = msgspec.json.Decoder(BranchPoint)
