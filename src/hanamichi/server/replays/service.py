"""What the house remembers: replays, branches, everybody's games, and how to forget somebody."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from hanamichi.records import write_line
from hanamichi.server.protocol.replay_messages import CreateBranch, PlayedMatches, Statistics
from hanamichi.server.replays.branch import branch
from hanamichi.server.replays.library import Library
from hanamichi.server.replays.statistics import statistics
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.anonymize import anonymized, departure_of
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import PersonId, stored_run
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.result import finished
from hanamichi.server.table.state import Table, evolve

if TYPE_CHECKING:
    from hanamichi.server.live.tables import LiveTables

_LOG = logging.getLogger("hanamichi.server")
_PAGE = 50
_BATCH = 20


class ReplayService:
    """The house's memory, in its database."""

    def __init__(self, house: LiveTables) -> None:
        self.library = Library(house.storage)
        self._archive = self.library.archive
        self._house = house

    async def catch_up(self) -> None:
        """Sum up the matches that ended before sums were kept; a broken one is left out."""
        broken: set[str] = set()
        try:
            while True:
                waiting = await self._archive.without_result(_BATCH + len(broken))
                todo = [table_id for table_id in waiting if table_id not in broken]
                for table_id in todo:
                    try:
                        table = await self._house.load(table_id)
                        await self._archive.store_result(finished(table))
                    except StorageError:
                        raise
                    except Exception as error:
                        _LOG.error("a finished match cannot be read: %s", type(error).__name__)
                        broken.add(table_id)
                if not todo:
                    return
        except StorageError as error:
            _LOG.error("old matches are summed up at the next start: %s", error)

    # -- replays --

    async def branch(self, actor: Actor, replay_id: str, request: CreateBranch) -> str:
        """Open a table that plays on from a replay."""
        reel = await self.library.reel(replay_id)
        house = self._house
        entries = await self.library.work(
            lambda: branch(reel, actor, request, house.chance, house.bot_pace)
        )
        return await house.create_from(entries)

    # -- one's own games --

    async def matches_of(self, person: PersonId, before: str | None) -> PlayedMatches:
        """A page of somebody's finished matches."""
        found = await self._archive.matches_of(person, _PAGE + 1, before)
        return PlayedMatches(tuple(found[:_PAGE]), more=len(found) > _PAGE)

    async def statistics_of(self, person: PersonId) -> Statistics:
        """What somebody's matches come to."""
        return statistics(await self._archive.counted_matches(person))

    async def records_of(self, person: PersonId) -> AsyncIterator[bytes]:
        """The records of somebody's finished matches, a line each."""
        for table_id in await self._archive.tables_finished_by(person):
            yield write_line(await self.library.record_of_table(table_id))

    # -- forgetting --

    async def forget(self, person: PersonId) -> None:
        """Take somebody's name out of every table, and all that is theirs out of the house."""
        for table_id, status in await self._archive.tables_mentioning(person):
            room = self._house.room_in_use(table_id)
            if room is None and status != "over":
                room = await self._house.room(table_id)
            if room is None:
                await self.forget_at(await self._house.load(table_id), person)
                # Somebody may have opened the table meanwhile, as it was.
                room = self._house.room_in_use(table_id)
            if room is not None:
                await room.forget(person)
        await self._archive.forget(person)
        for room in self._house.rooms_in_use().values():
            room.let_go(person)

    async def forget_at(self, table: Table, person: PersonId) -> None:
        """Take a name out of a stored table."""
        alias = f"nobody-{new_secret()}"
        stored = await self._house.storage.entries(table.id)
        rewritten = anonymized(stored, person, alias)
        append = None
        run = stored_run(departure_of(table, person), table.seq, self._house.wall_clock())
        if run:
            places = {item.seq: item for item in rewritten}
            after: Table | None = None
            for item in (*(places.get(item.seq, item) for item in stored), *run):
                after = evolve(after, table.id, item, self._house.now())
            assert after is not None
            append = Append(run, table, after)
        await self._archive.rewrite(table.id, rewritten, append)
