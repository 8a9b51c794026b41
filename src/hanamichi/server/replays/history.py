"""The finished matches of people: lists, statistics and records."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from hanamichi.server.ops.background_tasks import to_its_end
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.replay_messages import PlayedMatches, Statistics
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.replays.statistics import statistics
from hanamichi.server.storage.archive import Archive, decode_counted
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.entries import PersonId, Stored
from hanamichi.server.table.result import Finished, finished
from hanamichi.server.table.state import load

_LOG = logging.getLogger("hanamichi.server")
_PAGE_SIZE = 50
_BATCH_SIZE = 20


class MatchHistory:
    """Reads the results of finished matches."""

    def __init__(self, database: Database, library: ReplayLibrary) -> None:
        self._archive = Archive(database)
        self._database = database
        self._library = library

    async def store_missing_results(self) -> None:
        """Store results of matches that ended before there were any; skip unreadable ones."""
        broken: set[str] = set()
        try:
            while True:
                waiting = await self._archive.without_result(_BATCH_SIZE + len(broken))
                todo = [table_id for table_id in waiting if table_id not in broken]
                for table_id in todo:
                    try:
                        stored = await self._database.entries(table_id)
                        result = await asyncio.to_thread(_result, table_id, stored)
                        await self._archive.store_result(result)
                    except StorageError:
                        raise
                    except Exception as error:
                        _LOG.error("a finished match cannot be read: %s", type(error).__name__)
                        broken.add(table_id)
                if not todo:
                    return
        except StorageError as error:
            _LOG.error("old matches are summed up at the next start: %s", error)

    async def matches_of(self, person: PersonId, before: str | None) -> PlayedMatches:
        """A page of a person's finished matches."""
        found = await self._archive.matches_of(person, _PAGE_SIZE + 1, before)
        return PlayedMatches(tuple(found[:_PAGE_SIZE]), more=len(found) > _PAGE_SIZE)

    async def number_of(self, person: PersonId) -> int:
        """How many matches a person has finished."""
        return await self._archive.number_of_matches(person)

    async def statistics_of(self, person: PersonId, served: Served) -> Statistics:
        """The sums over a person's matches."""
        rows = await self._archive.counted_matches(person)
        return await self._library.run_in_thread(lambda: statistics(decode_counted(rows)), served)

    async def records_of(self, person: PersonId, served: Served) -> AsyncIterator[bytes]:
        """The records of a person's finished matches, one per line.

        Who reads them may leave at any moment.
        """
        for table_id in await to_its_end(self._archive.tables_finished_by(person)):
            yield await to_its_end(self._library.line_of_table(table_id, served))


def _result(table_id: str, stored: Sequence[Stored]) -> Finished:
    return finished(load(table_id, stored, 0.0))
