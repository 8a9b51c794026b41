"""All tables in the memory of this process."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from hanamichi.server.live.connection import UNKNOWN
from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.live.presence import Visits
from hanamichi.server.live.refusals import table_deleted
from hanamichi.server.live.stored_tables import unknown_table
from hanamichi.server.live.table_services import TableServices
from hanamichi.server.ops.fair_queue import NOBODY, Served
from hanamichi.server.ops.log import report_fault
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.table_deletion import delete_table
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import PersonId

_LOG = logging.getLogger("hanamichi.server")
_RETRY_SECONDS = 5.0
_MAX_REMEMBERED = 10_000
"""How many evicted tables are remembered at most."""
_MAX_IDLE_ENTRIES = 50_000
"""Of all tables in memory that nobody has open; an entry takes about a kilobyte."""
_JUST_USED_SECONDS = 2.0
"""Who has asked for a table may be about to open it."""
_LOOK_AFTER_ENTRIES = 5_000
"""After so many were loaded it is looked at how many there are."""
_MAX_ENDED = 200
"""Unwatched matches that are ended at a time."""


class LiveTables:
    """Loads tables from the database, and evicts them when they are idle."""

    def __init__(self, services: TableServices) -> None:
        self._services = services
        self._tables: dict[str, LiveTable] = {}
        self._unreadable: set[str] = set()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """For each table that is being loaded, so that it is loaded once."""
        self._began = services.clock.wall_clock()
        self._loaded_entries = 0
        """How many were loaded since it was last looked at how many there are."""
        self._visits: dict[str, Visits] = {}
        """Of tables that were evicted during the match: who was there when."""

    async def get(self, table_id: str, served: Served = NOBODY) -> LiveTable:
        """A table by its id, to be used: it stays in memory for a while."""
        table = await self.look_at(table_id, served)
        table.touch()
        return table

    async def look_at(self, table_id: str, served: Served) -> LiveTable:
        """A table by its id, from memory or, for somebody, from the database."""
        if "\0" in table_id:  # which PostgreSQL cannot look for
            raise unknown_table()
        known = self._tables.get(table_id)
        if known is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                known = self._tables.get(table_id) or await self._load(table_id, served)
        return known

    async def _load(self, table_id: str, served: Served) -> LiveTable:
        services = self._services
        with services.peers.loading(table_id):
            remote = await services.peers.remote_presence(table_id)
            table = await services.stored.load(table_id, served, attended=remote.attended)
            loaded = self._tables[table_id] = LiveTable(
                services,
                table,
                remote.by_process,
                visits=self._visits.pop(table_id, self._no_visits()),
            )
        services.metrics.tables.set(len(self._tables))
        self._loaded_entries += table.seq
        if self._loaded_entries >= _LOOK_AFTER_ENTRIES:
            self.evict_superfluous()
        return loaded

    def _no_visits(self) -> Visits:
        """Of a table where another process may have had people until now, nothing is known."""
        shared = self._services.peers.shared
        return Visits(self._services.clock.wall_clock() if shared else self._began)

    def forget_visits(self) -> None:
        """Another process may have had people at tables later than this one, and is gone."""
        self._visits.clear()

    def loaded(self, table_id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    def all_loaded(self) -> dict[str, LiveTable]:
        """All tables in memory, by id."""
        return dict(self._tables)

    def evict_idle(self, before: float) -> int:
        """Remove the tables that have not been used since then; how many."""
        idle = [table_id for table_id, each in self._tables.items() if each.idle_since() <= before]
        return self._evict(idle)

    def evict_superfluous(self) -> int:
        """Remove tables that have too many entries together, those first that are idle longest."""
        self._loaded_entries = 0
        just_used = self._services.clock.now() - _JUST_USED_SECONDS
        entries, superfluous = 0, []
        idle = ((each.idle_since(), table_id) for table_id, each in self._tables.items())
        for since, table_id in sorted(idle, reverse=True):
            if math.isinf(since):
                continue
            entries += self._tables[table_id].table.seq
            if entries > _MAX_IDLE_ENTRIES and since <= just_used:
                superfluous.append(table_id)
        return self._evict(superfluous)

    def _evict(self, idle: Sequence[str]) -> int:
        for table_id in idle:
            if visits := self._tables.pop(table_id).put_away():
                self._visits[table_id] = visits
        for table_id in list(self._visits)[:-_MAX_REMEMBERED]:
            del self._visits[table_id]
        self._services.peers.release(idle)
        self._services.metrics.tables.set(len(self._tables))
        return len(idle)

    # -- background work --

    async def resume_due(self) -> None:
        """Load the tables where a clock runs; the others, and their bots, wait for people.

        One after the other: a table that a client asks for does not wait for all of them.
        """
        database = self._services.database
        for table_id in await database.due():
            live = await self.resume(table_id)
            if live is not None and not live.table.due:
                # Earlier versions say so of tables that wait for a bot.
                await database.not_due(table_id, live.table.seq)

    async def end_unwatched(self, since: int) -> None:
        """End the matches of bots only that nobody has watched since this time of day."""
        for table_id in await self._services.database.matches_of_bots(since, _MAX_ENDED):
            live = await self.resume(table_id)
            if live is not None:
                await live.end_if_unwatched(since)

    async def keep_resuming(self, interval: float) -> None:
        """Resume tables now and again and again: a backup may have restored some."""
        while True:
            try:
                await self.resume_due()
            except StorageError as error:
                _LOG.error("matches wait for the database: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                await asyncio.sleep(interval)

    async def resume(self, table_id: str) -> LiveTable | None:
        """Load a table so that its bots and clocks continue; None if it cannot be read."""
        if table_id in self._unreadable:
            return None
        try:
            table = self._tables.get(table_id) or await self.get(table_id)
            table.wake_bots()
        except StorageError:
            raise
        except Exception as error:
            # One unreadable match must not stop the others.
            self._unreadable.add(table_id)
            report_fault(error)
            return None
        return table

    def bots_became_ready(self) -> None:
        """Send all tables with bots which bots are ready."""
        for table in self._tables.values():
            table.bots_became_ready()

    # -- people --

    async def rename_person(self, person: PersonId, name: str) -> None:
        """Use a new name at the tables in memory."""
        for table in list(self._tables.values()):
            if table.has_person(person):
                try:
                    await table.rename(person, name)
                except StorageError as error:
                    _LOG.error("a table keeps an old nickname: %s", error)

    def refuse(self, refusal_of: Callable[[Actor], Refused | None], code: int) -> None:
        """Close the connections of those for whom there is a refusal, and say it to them."""
        for table in list(self._tables.values()):
            table.refuse(refusal_of, code)

    # -- deleting --

    async def delete(self, table_id: str) -> None:
        """Delete a table from the database and from memory."""
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            loaded = self._tables.get(table_id)
            # While its lock is held, no command of this process is being stored.
            async with nullcontext() if loaded is None else loaded.lock:
                if not await self._services.database.run_write(delete_table, table_id):
                    raise unknown_table()
                self.drop_deleted(table_id)

    async def delete_unused(self, table_id: str, delete: Callable[[Connection, str], bool]) -> bool:
        """Delete a table by a function that may refuse to, unless somebody uses it here."""
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            loaded = self._tables.get(table_id)
            if loaded is not None and math.isinf(loaded.idle_since()):
                return False
            async with nullcontext() if loaded is None else loaded.lock:
                if not await self._services.database.run_write(delete, table_id):
                    return False
                self.drop_deleted(table_id)
                return True

    def drop_deleted(self, table_id: str) -> None:
        """A table was deleted: remove it from memory, and tell its connections."""
        table = self._tables.pop(table_id, None)
        if table is None:
            return
        table.refuse(lambda _: table_deleted(), UNKNOWN)
        table.close_deleted()
        self._services.peers.release([table_id])
        self._services.metrics.tables.set(len(self._tables))

    # -- closing --

    def close(self) -> None:
        """Stop bots and timers, and close all connections."""
        for table in self._tables.values():
            table.close()

    def clear(self) -> None:
        """Remove all tables from memory."""
        self._tables.clear()
