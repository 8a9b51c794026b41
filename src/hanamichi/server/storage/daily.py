"""The deals of the days in the database: their keys, and who plays them where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, and_, func, insert, select, update

from hanamichi.core.seal import new_key
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import erased_among
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.table.entries import PersonId

_DEALS, _GAMES, _FINISHED = schema.daily_deals.c, schema.daily_games.c, schema.finished.c


class Deal(NamedTuple):
    """A deal of a day."""

    day: str
    preset: str


class StoredGame(NamedTuple):
    """A person's match of a deal."""

    table_id: str
    named: bool
    replay_id: str | None
    """None until the match is over."""


class DailyStore:
    """Queries about the deals of the days."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_keys(self, day: str) -> dict[str, str]:
        """The keys of a day that has begun or is about to, by preset."""
        query = select(_DEALS.preset, _DEALS.key).where(_DEALS.day == day)
        async with self._database.reading() as connection:
            return {row.preset: row.key for row in (await connection.execute(query)).all()}

    async def make_keys(self, day: str, presets: Sequence[str]) -> dict[str, str]:
        """The same; those of presets that have none are made. All processes get the same ones."""
        found = await self.find_keys(day)
        for preset in presets:
            if preset not in found:
                try:
                    async with self._database.writing() as connection:
                        row = {"day": day, "preset": preset, "key": new_key()}
                        await connection.execute(insert(schema.daily_deals).values(row))
                except Conflict:
                    pass  # another process has made it
        return found if set(presets) <= set(found) else await self.find_keys(day)

    async def begin(self, deal: Deal, person: PersonId, table_id: str) -> str:
        """Note that a person plays a deal at this table; the table, which may be an earlier one.

        Refused for a person who is being erased.
        """
        row = {**deal._asdict(), "person_id": person, "table_id": table_id, "named": True}
        try:
            async with self._database.writing() as connection:
                if await connection.run_sync(erased_among, {person}):
                    raise Refused("person/unknown", "You have deleted your data: reload the page")
                await connection.execute(insert(schema.daily_games).values(row))
        except Conflict:
            game = await self.game_of(deal, person)
            if game is not None:
                return game.table_id
            raise
        return table_id

    async def game_of(self, deal: Deal, person: PersonId) -> StoredGame | None:
        """A person's match of a deal."""
        query = (
            select(_GAMES.table_id, _GAMES.named, _FINISHED.replay_id)
            .outerjoin(schema.finished, _FINISHED.table_id == _GAMES.table_id)
            .where(_of(deal), _GAMES.person_id == person)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else StoredGame(*row)

    async def result_of(self, table_id: str) -> Row[*tuple[Any, ...]] | None:
        """The game and the result of a finished match."""
        query = select(_FINISHED.game, _FINISHED.result).where(_FINISHED.table_id == table_id)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first()

    async def set_named(self, deal: Deal, person: PersonId, *, named: bool) -> bool:
        """Show or hide a nickname in the results; False if the person does not play this deal."""
        games = schema.daily_games
        query = update(games).where(_of(deal), _GAMES.person_id == person).values(named=named)
        async with self._database.writing() as connection:
            return (await connection.execute(query)).rowcount > 0

    async def is_named(self, deal: Deal, table_id: str) -> bool:
        """Whether the nickname of who plays at this table may be shown."""
        query = select(_GAMES.named).where(_of(deal), _GAMES.table_id == table_id)
        async with self._database.reading() as connection:
            named: bool | None = (await connection.execute(query)).scalar()
        return named is not False  # who was erased has no name any more

    async def number_finished(self, day: str, until: int) -> dict[str, int]:
        """How many have finished each deal of a day before a time."""
        query = (
            select(_GAMES.preset, func.count().label("finished"))
            .join(schema.finished, _FINISHED.table_id == _GAMES.table_id)
            .where(_GAMES.day == day, _FINISHED.ended < until)
            .group_by(_GAMES.preset)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return {row.preset: row.finished for row in rows}

    async def finished(self, deal: Deal, until: int, limit: int) -> Sequence[Row[*tuple[Any, ...]]]:
        """The matches of a deal that ended before a time, the latest first, with their players."""
        people = schema.people.c
        query: Select[*tuple[Any, ...]] = (
            select(
                *(_GAMES.person_id, _GAMES.table_id, _GAMES.named, people.name),
                *(_FINISHED.replay_id, _FINISHED.game, _FINISHED.result),
            )
            .join(schema.finished, _FINISHED.table_id == _GAMES.table_id)
            .outerjoin(schema.people, people.id == _GAMES.person_id)
            .where(_of(deal), _FINISHED.ended < until)
            .order_by(_FINISHED.ended.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query)).all()


def _of(deal: Deal) -> Any:
    return and_(_GAMES.day == deal.day, _GAMES.preset == deal.preset)
