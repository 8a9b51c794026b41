"""Several server processes on one PostgreSQL: notifications between them, and shared work.

One connection listens for notifications, sends heartbeats and reconnects by itself. A notification
only says what to read, so a lost one costs time and nothing else: after a reconnect all is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hanamichi.core import Seat
from hanamichi.server.cluster.coalesce import CoalescedTask
from hanamichi.server.cluster.peers import SharedTable, SharedTables
from hanamichi.server.cluster.presence_sync import PresenceSync
from hanamichi.server.cluster.process_presence import RemotePresence
from hanamichi.server.cluster.rows import ClusterRows
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.log import log_event, report_fault
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.notify import (
    ClaimsFreed,
    EntriesStored,
    NodeLeft,
    NoteWritten,
    OwnerCommandGiven,
    PersonForgotten,
    PersonRenamed,
    PresenceChanged,
    RestrictionsChanged,
    ReviewsChanged,
    TableDeleted,
    decode_notice,
)
from hanamichi.server.table.entries import PersonId

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_LOG = logging.getLogger("hanamichi.server")
HEARTBEAT_SECONDS = 1.0
TIMEOUT_SECONDS = 4.0
"""A process without a heartbeat for this long is taken for dead."""
UNLOCKED_SECONDS = 1.5
"""So is one that was killed, after this long: its connection may have ended for another reason."""
_FIRST_SECONDS = 2.0
"""How long a process that has just started looks often for predecessors that were killed."""
_FIRST_HEARTBEAT_SECONDS = 0.25
_CONNECTION_TIMEOUT_SECONDS = 2 * TIMEOUT_SECONDS
"""After this long without an answer the listening connection is replaced."""
_SWEEP_SECONDS = 3.0
_TAKEOVER_BATCH = 25
"""Tables taken over at a time: few, so that several processes share those of a dead one."""
_MIN_RETRY_SECONDS, _MAX_RETRY_SECONDS = 0.1, 2.0


class PostgresPeers:
    """One process among those that share the database."""

    shared = True
    _tables: SharedTables
    """Given to `open`, before anything else is called."""

    def __init__(self, database: Database, metrics: Metrics, tasks: BackgroundTasks) -> None:
        self._database = database
        self._metrics = metrics
        self._tasks = tasks
        self._node = database.node
        self._rows = ClusterRows(database)
        self._claimed: set[str] = set()
        self._claimed_elsewhere: dict[str, str] = {}
        """The process that holds a table, where that is known."""
        self._times_freed = 0
        """How often claims of others ended: an answer about a holder may be older than the last."""
        self._loading: set[str] = set()
        self._changed_while_loading: set[str] = set()
        self._presence = PresenceSync(self._rows, tasks)
        self._sweeping = CoalescedTask(tasks, self._sweep)
        self._listener: asyncio.Task[None] | None = None
        self._joined = asyncio.Event()
        self._newcomer = True
        """Whether the first connection lasts: then there was no outage of the database."""
        self._locked = False
        """Whether the listening connection holds the lock of this process."""
        self.on_owner_notice: Callable[[], None] = lambda: None
        self.on_reviews_changed: Callable[[], None] = lambda: None

    @property
    def reachable(self) -> bool:
        """Whether this process receives what the others do."""
        return self._joined.is_set()

    async def open(self, tables: SharedTables) -> None:
        """Join the other processes, and begin to take over tables that none serves."""
        self._tables = tables
        self._presence.open(tables)
        self._listener = self._tasks.spawn(self._keep_listening())
        joined = asyncio.ensure_future(self._joined.wait())
        await asyncio.wait([self._listener, joined], return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()

    async def close(self) -> None:
        """Leave, and hand all claims over; without a database the others time this one out."""
        if self._listener is None:
            return
        self._listener = None
        self._joined.clear()
        try:
            await self._rows.leave()
        except StorageError as error:
            _LOG.warning("the other processes will notice by themselves: %s", error)

    # -- the listening connection --

    async def _keep_listening(self) -> None:
        wait = _MIN_RETRY_SECONDS
        while True:
            try:
                lost = asyncio.Event()
                async with self._database.listening(self._receive, lost.set) as connection:
                    self._locked = await self._rows.lock(connection)
                    await self._catch_up()
                    await self._join(connection)
                    wait = _MIN_RETRY_SECONDS
                    await self._send_heartbeats(connection, lost)
            except StorageError as error:
                if self._joined.is_set():
                    self._metrics.storage_failures.inc()
                    _LOG.error("the database is gone: %s", error)
            except Exception as error:
                # Any failure is better than a process that stops listening.
                report_fault(error)
            self._newcomer = False
            self._joined.clear()
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(_MAX_RETRY_SECONDS, 2 * wait)

    async def _join(self, connection: AsyncConnection) -> None:
        """Register this process, and publish the presence at all its tables."""
        self._claimed = await self._rows.join(connection)
        self._claimed_elsewhere.clear()
        self._times_freed += 1
        if self._newcomer:
            await self._expire()
        tables = self._tables.all_loaded()
        if not self._joined.is_set():
            log_event("joined the other processes", tables=len(tables))
        self._joined.set()
        for table in tables.values():
            table.retry_now()
        self._presence.changed_here(
            table_id for table_id, table in tables.items() if table.local_presence()
        )
        self._presence.retry()
        self._sweeping.run()

    async def _send_heartbeats(self, connection: AsyncConnection, lost: asyncio.Event) -> None:
        now = asyncio.get_running_loop().time
        joined, swept = now(), now()
        while True:
            first = self._newcomer and now() - joined < _FIRST_SECONDS
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(
                    _FIRST_HEARTBEAT_SECONDS if first else HEARTBEAT_SECONDS
                ):
                    await lost.wait()
                raise StorageError("the line is cut")
            async with asyncio.timeout(_CONNECTION_TIMEOUT_SECONDS):
                # An earlier connection may have lasted longer than this process knew.
                self._locked = self._locked or await self._rows.lock(connection)
                registered = await self._rows.heartbeat(connection)
            if not registered:
                # Others timed this process out and have taken its tables over.
                await self._join(connection)
                joined = now()
            self._presence.retry()
            # Not sooner: after an outage of the database no process has a recent heartbeat.
            if self._newcomer or now() - joined > TIMEOUT_SECONDS:
                await self._expire()
            if now() - swept > _SWEEP_SECONDS:
                swept = now()
                self._sweeping.run()

    async def _expire(self) -> None:
        await self._rows.expire(TIMEOUT_SECONDS, UNLOCKED_SECONDS)

    async def _catch_up(self) -> None:
        """Read what may have changed before this connection listened."""
        self.on_owner_notice()
        self.on_reviews_changed()
        self._tables.forget_visits()
        tables = self._tables.all_loaded()
        if not tables:
            return
        seqs = await self._rows.seqs(tables)
        for table_id, table in tables.items():
            table.notice_entries(seqs.get(table_id, 0))
            self._tasks.spawn(table.refresh_notes(None))
        # `_join` has it read, once this process is registered.
        self._presence.mark_outdated(tables)
        known = {
            person: name
            for table in tables.values()
            for person, name in table.people_here().items()
        }
        names = await self._database.names(known)
        for person, name in known.items():
            if person not in names:
                self._disconnect(person)
            elif (current := names[person]) is not None and current != name:
                self._tasks.spawn(self._tables.rename_person(person, current))

    # -- notifications --

    def _receive(self, payload: str) -> None:
        self._metrics.notices.inc()
        received = decode_notice(payload)
        if received is None:
            return
        match received.notice:
            case NodeLeft(node):
                self._process_left(node)
            case _ if received.node == self._node:
                pass
            case EntriesStored(table_id, seq):
                self._with(table_id, lambda table: table.notice_entries(seq))
            case PresenceChanged(table_id):
                self._with(table_id, lambda _: self._presence.changed_elsewhere([table_id]))
            case NoteWritten(table_id, person):
                self._with(table_id, lambda table: self._refresh_notes(table, person))
            case PersonRenamed(person, name):
                self._tasks.spawn(self._tables.rename_person(person, name))
            case PersonForgotten(person):
                self._disconnect(person)
            case ClaimsFreed(tables):
                self._claims_freed(tables)
            case TableDeleted(table_id):
                self._tables.drop_deleted(table_id)
            case RestrictionsChanged() | OwnerCommandGiven():
                self.on_owner_notice()
            case ReviewsChanged():
                self.on_reviews_changed()

    def _with(self, table_id: str, act: Callable[[SharedTable], None]) -> None:
        table = self._tables.loaded(table_id)
        if table is not None:
            act(table)
        elif table_id in self._loading:
            self._changed_while_loading.add(table_id)

    def _refresh_notes(self, table: SharedTable, person: PersonId) -> None:
        self._tasks.spawn(table.refresh_notes(person))

    def _disconnect(self, person: PersonId) -> None:
        for table in self._tables.all_loaded().values():
            table.disconnect(person)

    def _process_left(self, node: str) -> None:
        if node == self._node:
            return  # timed out by mistake; the next heartbeat finds out
        log_event("another process is gone")
        self._tables.forget_visits()
        self._presence.process_left()
        self._changed_while_loading |= self._loading
        for table in self._tables.all_loaded().values():
            table.drop_process(node)
        held = self._claimed_elsewhere.items()
        self._claims_freed([table_id for table_id, holder in held if holder == node])
        self._sweeping.run()
        self.on_reviews_changed()

    def _claims_freed(self, tables: Sequence[str]) -> None:
        self._times_freed += 1
        for table_id in tables:
            self._claimed_elsewhere.pop(table_id, None)
            table = self._tables.loaded(table_id)
            if table is not None:
                table.retry_now()

    # -- claims --

    async def claim(self, table_id: str) -> bool:
        """Whether this process plays a table's bots; it does from now on if no other one does."""
        if table_id in self._claimed:
            return True
        if table_id in self._claimed_elsewhere:
            return False
        while True:
            freed = self._times_freed
            holder = await self._rows.claim(table_id)
            if holder == self._node:
                self._claimed.add(table_id)
                return True
            if freed == self._times_freed:
                self._claimed_elsewhere[table_id] = holder
                return False
            # The holder may have let go since, and would not say so again: ask once more.

    def holds(self, table_id: str) -> bool:
        """Whether this process has claimed a table."""
        return table_id in self._claimed

    def release(self, tables: Collection[str]) -> None:
        """These tables are not in memory any more."""
        if not tables:
            return
        for table_id in tables:
            self._claimed_elsewhere.pop(table_id, None)
        self._presence.changed_here(tables)
        released = self._claimed.intersection(tables)
        if released:
            self._claimed -= released
            self._tasks.spawn(self._free(released))

    async def _free(self, tables: Collection[str]) -> None:
        try:
            await self._rows.free(tables)
        except StorageError:
            # They stay claimed, and the next sweep loads those where something is due.
            self._claimed.update(tables)

    def claim_soon(self, table_id: str) -> None:
        """A clock runs at a table in memory: claim it in the background."""
        if table_id not in self._claimed and table_id not in self._claimed_elsewhere:
            self._tasks.spawn(self._try_to_claim(table_id))

    async def _try_to_claim(self, table_id: str) -> None:
        with contextlib.suppress(StorageError):  # the next sweep finds it
            await self.claim(table_id)

    async def _sweep(self) -> None:
        """Resume all claimed tables, then claim and resume those where a clock runs unserved."""
        todo = [table_id for table_id in self._claimed if not self._tables.loaded(table_id)]
        for table_id in self._claimed:
            table = self._tables.loaded(table_id)
            if table is not None:
                table.wake_bots()
        while True:
            for table_id in todo:
                await self._resume(table_id)
            todo = await self._rows.claim_due(_TAKEOVER_BATCH)
            self._claimed.update(todo)
            if not todo:
                return
            log_event("took tables over", tables=len(todo))
            self._metrics.taken_over.inc(len(todo))

    async def _resume(self, table_id: str) -> None:
        # An unreadable table stays claimed: no other process could read it either.
        resumed = await self._tables.resume(table_id)
        if resumed is not None and not resumed.table.due:
            await self._database.not_due(table_id, resumed.table.seq)

    # -- presence --

    def presence_changed(self, table_id: str) -> None:
        """A person connected to a table in this process, or disconnected."""
        self._presence.changed_here([table_id])

    async def remote_presence(self, table_id: str) -> RemotePresence:
        """What other processes have to do with a table that is about to be loaded."""
        return await self._rows.remote_presence(table_id)

    @contextmanager
    def loading(self, table_id: str) -> Iterator[None]:
        """While a table is being loaded, changes of other processes to it are remembered."""
        self._loading.add(table_id)
        try:
            yield
        finally:
            self._loading.discard(table_id)
            if table_id in self._changed_while_loading:
                self._changed_while_loading.discard(table_id)
                table = self._tables.loaded(table_id)
                if table is not None:
                    table.notice_entries(table.table.seq + 1)
                    self._presence.changed_elsewhere([table_id])

    async def connected_seats(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people are connected to any process."""
        return await self._rows.connected_seats(tables) if tables else set()

    async def viewers_elsewhere(self) -> dict[str, int]:
        """How many have each table open in other processes, for tables that anybody has."""
        return await self._rows.viewers_elsewhere()
