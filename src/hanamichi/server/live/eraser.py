"""Erases people piece by piece, several in turn, and goes on after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hanamichi.core import HanamichiError
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.stored_tables import StoredTables
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.log import report_fault
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.erasures import (
    Mention,
    begin_erasure,
    forget,
    mentioning,
    people_with,
    read_tombstones,
    store_tombstones,
    unfinished_erasures,
)
from hanamichi.server.storage.errors import Conflict, StorageError
from hanamichi.server.storage.tombstones import TombstoneFile, person_hash
from hanamichi.server.table.entries import PersonId

_LOG = logging.getLogger("hanamichi.server")
_TABLES_LOOKED_UP = 100
"""Tables of one person that are looked up together."""
_MAX_TABLES, _MAX_ENTRIES = 20, 2_000
"""What one piece may rewrite: others who write must not wait long."""
_MAX_ATTEMPTS = 10
_TRUNCATE_SECONDS = 1.0
"""The time between two attempts to empty the database's log."""


@dataclass(eq=False, slots=True)
class _Erasure:
    person: PersonId
    done: asyncio.Future[None]
    mentions: deque[Mention] = field(default_factory=deque)
    """Tables known to name the person."""


class Eraser:
    """A queue of erasures. Each has a few tables rewritten, then it is the turn of the next one."""

    def __init__(
        self,
        database: Database,
        stored: StoredTables,
        tables: LiveTables,
        tombstones: TombstoneFile,
        clock: Clock,
        tasks: BackgroundTasks,
    ) -> None:
        self._database = database
        self._stored = stored
        self._tables = tables
        self._tombstones = tombstones
        self._clock = clock
        self._tasks = tasks
        self._queue: deque[_Erasure] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._failed = False
        """Whether an erasure has to be tried again."""
        self._truncated = 0.0
        """When the log was last emptied, or that was last tried."""
        self._log_is_dirty = False

    async def erase(self, person: PersonId) -> None:
        """Erase a person, and return when nothing is left of them in the database.

        Once it has begun it is carried out, even if the caller is cancelled or the process ends.
        """
        at = self._clock.wall_clock()
        await self._write_tombstones({person_hash(person): at})
        await self._database.run_write(begin_erasure, (person, at))
        self._disconnect(person)
        await asyncio.shield(self._enqueue(person))

    async def resume(self) -> None:
        """Finish erasures that were interrupted, and those that only the tombstone file knows."""
        try:
            await self._compare_tombstones()
            for person in await self._database.run_read(unfinished_erasures, None):
                self._enqueue(person)
            self._log_is_dirty = True  # of an erasure before a crash
            self._work()
        except StorageError as error:
            self._failed = True
            _LOG.error("erasures are finished later: %s", error)

    async def retry(self) -> None:
        """Resume if something failed since the last time. Call it regularly."""
        if self._failed:
            self._failed = False
            await self.resume()

    async def _compare_tombstones(self) -> None:
        """Make the file and the database know the same tombstones.

        A database that was copied back lacks those written since, and may hold their people.
        """
        try:
            in_file = await asyncio.to_thread(self._tombstones.read)
        except OSError as error:
            _LOG.error(
                "tombstones cannot be read: %s; make their file readable and start again",
                error.strerror or error,
            )
            return
        in_database = await self._database.run_read(read_tombstones, None)
        new = {key: at for key, at in in_file.items() if key not in in_database}
        for person in await self._database.run_read(people_with, new):
            await self._database.run_write(begin_erasure, (person, new[person_hash(person)]))
            await self._enqueue(person)
        await self._database.run_write(store_tombstones, new)
        await self._write_tombstones(
            {key: at for key, at in in_database.items() if key not in in_file}
        )

    async def _write_tombstones(self, tombstones: Mapping[str, int]) -> None:
        try:
            await asyncio.to_thread(self._tombstones.add, tombstones)
        except OSError as error:
            # The database keeps them too, and the next start compares.
            _LOG.warning("tombstones are not in their file: %s", error.strerror or error)

    # -- the queue --

    def _enqueue(self, person: PersonId) -> asyncio.Future[None]:
        for waiting in self._queue:
            if waiting.person == person:
                return waiting.done
        erasure = _Erasure(person, asyncio.get_running_loop().create_future())
        # The request may have ended by then, and an error must not be reported twice.
        erasure.done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue.append(erasure)
        self._work()
        return erasure.done

    def _work(self) -> None:
        if self._worker is None and not self._tasks.closing:
            self._worker = self._tasks.spawn(self._work_through())

    async def _work_through(self) -> None:
        try:
            while self._queue or self._log_is_dirty:
                if self._log_is_dirty:
                    await self._truncate_log(patiently=not self._queue)
                if self._queue:
                    await self._next_piece(self._queue[0])
        finally:
            self._worker = None
            for erasure in self._queue:
                erasure.done.cancel()

    async def _next_piece(self, erasure: _Erasure) -> None:
        try:
            done = await self._erase_piece(erasure)
        except StorageError as error:
            self._failed = True
            erasure.done.set_exception(StorageError(*error.args))
            done = True
        except Exception as error:
            self._failed = True
            report_fault(error)
            erasure.done.set_exception(StorageError("a person could not be erased"))
            done = True
        self._queue.remove(erasure)
        if not done:
            self._queue.append(erasure)
        elif not erasure.done.done():
            erasure.done.set_result(None)

    async def _erase_piece(self, erasure: _Erasure) -> bool:
        """Take the person out of a few tables, or delete the rest; whether all is done."""
        person, mentions = erasure.person, erasure.mentions
        if not mentions:
            mentions.extend(await self._database.run_read(mentioning, (person, _TABLES_LOOKED_UP)))
        if mentions:
            await self._erase_from(_next_tables(mentions), person)
            return False
        if not await self._database.run_write(forget, person):
            return False
        self._disconnect(person)
        self._log_is_dirty = True
        return True

    async def _erase_from(self, tables: Sequence[str], person: PersonId) -> None:
        stored = [table_id for table_id in tables if self._tables.loaded(table_id) is None]
        if stored:
            await self._erase_from_stored(stored, person)
        # A client may have opened one meanwhile, as it was.
        for table_id in tables:
            table = self._tables.loaded(table_id)
            if table is not None:
                try:
                    await table.anonymize(person)
                except HanamichiError:
                    # It cannot be played on in this version, and what is stored is what counts.
                    await self._erase_from_stored([table_id], person)

    async def _erase_from_stored(self, tables: Sequence[str], person: PersonId) -> None:
        for _ in range(_MAX_ATTEMPTS):
            try:
                await self._stored.anonymize(tables, person)
            except Conflict:
                continue
            else:
                return
        raise Conflict("another process was quicker each time")

    def _disconnect(self, person: PersonId) -> None:
        for loaded in self._tables.all_loaded().values():
            loaded.disconnect(person)

    async def _truncate_log(self, *, patiently: bool) -> None:
        """Empty the database's log now and then, where names would stay."""
        wait = self._truncated + _TRUNCATE_SECONDS - self._clock.now()
        if wait > 0:
            if not patiently:
                return
            await asyncio.sleep(wait)
        self._truncated = self._clock.now()
        self._log_is_dirty = False
        try:
            self._log_is_dirty = not await self._database.truncate_log()
        except StorageError as error:
            self._failed = True
            _LOG.error("the database's log is emptied later: %s", error)


def _next_tables(mentions: deque[Mention]) -> list[str]:
    """The tables of one piece, which are taken from the queue."""
    first = mentions.popleft()
    tables, entries = [first.table_id], first.entries
    while mentions and len(tables) < _MAX_TABLES and entries + mentions[0].entries <= _MAX_ENTRIES:
        mention = mentions.popleft()
        tables.append(mention.table_id)
        entries += mention.entries
    return tables
