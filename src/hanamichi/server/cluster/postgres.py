"""Several processes on one PostgreSQL: hearing of each other, and sharing the work.

One connection listens, shows signs of life and comes back by itself. What was not heard meanwhile
is read: a notice only says where to look, so one that is lost costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from hanamichi.core import Seat
from hanamichi.server.cluster.coalesce import CoalescedTask
from hanamichi.server.cluster.rows import ClusterRows, RemotePresence
from hanamichi.server.ops.log import note, report_fault
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.notify import (
    ClaimsFreed,
    EntriesStored,
    NodeLeft,
    NoteWritten,
    PersonForgotten,
    PersonRenamed,
    PresenceChanged,
    decode_notice,
)
from hanamichi.server.table.entries import PersonId

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from hanamichi.server.live.live_table import LiveTable
    from hanamichi.server.live.tables import LiveTables

_LOG = logging.getLogger("hanamichi.server")
BEAT = 1.0
"""Seconds between two signs of life."""
SILENT = 4.0
"""Seconds without one after which a process is taken for dead."""
_PATIENCE = 2 * SILENT
"""Seconds after which a line that does not answer is given up for a new one."""
_BEATS_BETWEEN_SWEEPS = 3
_SWEPT = 25
"""Tables taken over at a time: few, so that several processes share those of a dead one."""
_FIRST_RETRY, _LONGEST_RETRY = 0.1, 2.0


class PostgresPeers:
    """One process among those that share the database."""

    def __init__(self, house: LiveTables) -> None:
        self._house = house
        self._me = house.storage.node
        self._register = ClusterRows(house.storage)
        self._claimed: set[str] = set()
        self._held_elsewhere: dict[str, str] = {}
        self._loading: set[str] = set()
        self._missed: set[str] = set()
        """Tables that changed while they were read."""
        self._unreadable: set[str] = set()
        self._unpublished: set[str] = set()
        self._unheard: set[str] = set()
        """Tables where other processes have other people now."""
        self._publishing = CoalescedTask(house, self._publish)
        self._asking = CoalescedTask(house, self._ask)
        self._sweeping = CoalescedTask(house, self._sweep)
        self._line: asyncio.Task[None] | None = None
        self._up = asyncio.Event()

    @property
    def reachable(self) -> bool:
        """Whether what they do is heard here."""
        return self._up.is_set()

    async def open(self) -> None:
        """Become one of them, and begin to look after what nobody does."""
        self._line = self._house.spawn(self._keep_listening())
        up = asyncio.ensure_future(self._up.wait())
        await asyncio.wait([self._line, up], return_when=asyncio.FIRST_COMPLETED)
        up.cancel()

    async def close(self) -> None:
        """Hand everything over. Who cannot say so is missed soon enough."""
        if self._line is None:
            return
        self._line = None
        self._up.clear()
        try:
            await self._register.leave()
        except StorageError as error:
            _LOG.warning("the other processes will notice by themselves: %s", error)

    # -- the line --

    async def _keep_listening(self) -> None:
        wait = _FIRST_RETRY
        while True:
            try:
                cut = asyncio.Event()
                async with self._house.storage.listening(self._heard, cut.set) as connection:
                    await self._catch_up()
                    await self._enter(connection)
                    wait = _FIRST_RETRY
                    await self._stay(connection, cut)
            except StorageError as error:
                if self._up.is_set():
                    self._house.metrics.storage_failures.inc()
                    _LOG.error("the database is gone: %s", error)
            except Exception as error:
                # Whatever it is, a process that hears nothing is worse.
                report_fault(error)
            self._up.clear()
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(_LONGEST_RETRY, 2 * wait)

    async def _enter(self, connection: AsyncConnection) -> None:
        """Be there, with all that is here."""
        self._claimed = await self._register.enter(connection)
        self._held_elsewhere.clear()
        rooms = self._house.rooms_in_use()
        self._unpublished.update(table for table, room in rooms.items() if room.standing())
        if not self._up.is_set():
            note("joined the other processes", tables=len(rooms))
        self._up.set()
        for room in rooms.values():
            room.hurry()
        for errand in (self._publishing, self._asking, self._sweeping):
            errand.run()

    async def _stay(self, connection: AsyncConnection, cut: asyncio.Event) -> None:
        beats = 0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await cut.wait()
                raise StorageError("the line is cut")
            async with asyncio.timeout(_PATIENCE):
                alive = await self._register.beat(connection)
            if not alive:
                # Taken for dead: others have what was ours.
                await self._enter(connection)
                beats = 0
            beats += 1
            if self._unpublished:
                self._publishing.run()
            if self._unheard:
                self._asking.run()
            # When the database comes back, nobody has shown a sign of life for a while.
            if beats * BEAT > SILENT:
                await self._register.bury(SILENT)
            if beats % _BEATS_BETWEEN_SWEEPS == 0:
                self._sweeping.run()

    async def _catch_up(self) -> None:
        """From now on everything is heard; what nobody told us before is read."""
        rooms = self._house.rooms_in_use()
        if not rooms:
            return
        seqs = await self._register.seqs(rooms)
        for table_id, room in rooms.items():
            room.hear(seqs.get(table_id, 0))
            self._house.spawn(room.tell_notes(None))
        self._unheard.update(rooms)
        known = {
            person: name for room in rooms.values() for person, name in room.people_here().items()
        }
        names = await self._house.storage.names(known)
        for person, name in known.items():
            if person not in names:
                self._forgotten(person)
            elif (called := names[person]) is not None and called != name:
                self._house.spawn(self._house.rename_here(person, called))

    # -- what is heard --

    def _heard(self, payload: str) -> None:
        self._house.metrics.notices.inc()
        heard = decode_notice(payload)
        if heard is None:
            return
        match heard.notice:
            case NodeLeft(who):
                self._lost(who)
            case _ if heard.node == self._me:
                pass
            case EntriesStored(table, seq):
                self._with(table, lambda room: room.hear(seq))
            case PresenceChanged(table):
                self._with(table, lambda room: self._look_at(room.table.id))
            case NoteWritten(table, person):
                self._with(table, lambda room: self._spawn_notes(room, person))
            case PersonRenamed(person, name):
                self._house.spawn(self._house.rename_here(person, name))
            case PersonForgotten(person):
                self._forgotten(person)
            case ClaimsFreed(tables):
                self._freed(tables)

    def _with(self, table_id: str, act: Callable[[LiveTable], None]) -> None:
        room = self._house.room_in_use(table_id)
        if room is not None:
            act(room)
        elif table_id in self._loading:
            self._missed.add(table_id)

    def _look_at(self, table_id: str) -> None:
        self._unheard.add(table_id)
        self._asking.run()

    def _spawn_notes(self, room: LiveTable, person: PersonId) -> None:
        self._house.spawn(room.tell_notes(person))

    def _forgotten(self, person: PersonId) -> None:
        for room in self._house.rooms_in_use().values():
            room.let_go(person)

    def _lost(self, node: str) -> None:
        if node == self._me:
            return  # another process was wrong about us; the next sign of life will tell
        note("another process is gone")
        for room in self._house.rooms_in_use().values():
            room.lose(node)
        self._freed([table for table, holder in self._held_elsewhere.items() if holder == node])
        self._sweeping.run()

    def _freed(self, tables: Sequence[str]) -> None:
        for table_id in tables:
            self._held_elsewhere.pop(table_id, None)
            room = self._house.room_in_use(table_id)
            if room is not None:
                room.hurry()

    # -- sharing the work --

    async def claim(self, table_id: str) -> bool:
        """Whether this process plays the bots of a table: now it does, unless another one does."""
        if table_id in self._claimed:
            return True
        if table_id in self._held_elsewhere:
            return False
        holder = await self._register.claim(table_id)
        if holder == self._me:
            self._claimed.add(table_id)
        else:
            self._held_elsewhere[table_id] = holder
        return holder == self._me

    def holds(self, table_id: str) -> bool:
        """Whether this process plays the bots of a table already."""
        return table_id in self._claimed

    def let_go(self, tables: Collection[str]) -> None:
        """These tables are not in use here any more."""
        if not tables:
            return
        for table_id in tables:
            self._held_elsewhere.pop(table_id, None)
        self._unpublished.update(tables)
        self._publishing.run()
        mine = self._claimed.intersection(tables)
        if mine:
            self._claimed -= mine
            self._house.spawn(self._free(mine))

    async def _free(self, tables: Collection[str]) -> None:
        try:
            await self._register.free(tables)
        except StorageError:
            # Then they stay ours, and the next sweep opens those where something is to happen.
            self._claimed.update(tables)

    def attend(self, table_id: str) -> None:
        """A clock runs at a table that is in use here: look after it, unless another one does."""
        if table_id not in self._claimed and table_id not in self._held_elsewhere:
            self._house.spawn(self._attend(table_id))

    async def _attend(self, table_id: str) -> None:
        with contextlib.suppress(StorageError):  # the next sweep finds it
            await self.claim(table_id)

    async def _sweep(self) -> None:
        """See that all of our tables go on; take over some that wait in vain, until none does."""
        todo = [table_id for table_id in self._claimed if not self._house.room_in_use(table_id)]
        for table_id in self._claimed:
            room = self._house.room_in_use(table_id)
            if room is not None:
                room.wake()
        while True:
            for table_id in todo:
                await self._look_after(table_id)
            todo = await self._register.claim_due(_SWEPT)
            self._claimed.update(todo)
            if not todo:
                return
            note("took tables over", tables=len(todo))
            self._house.metrics.taken_over.inc(len(todo))

    async def _look_after(self, table_id: str) -> None:
        if table_id in self._unreadable:
            return
        try:
            room = await self._house.room(table_id)
        except StorageError:
            raise
        except Exception as error:
            # It stays ours: no other process could read it either.
            self._unreadable.add(table_id)
            report_fault(error)
            return
        room.wake()
        if not room.table.due:
            await self._register.not_due(table_id, room.table.seq)

    # -- who is where --

    def presence_changed(self, table_id: str) -> None:
        """Somebody came to a table here, or went."""
        self._unpublished.add(table_id)
        self._publishing.run()

    async def _publish(self) -> None:
        while self._unpublished:
            tables, self._unpublished = self._unpublished, set()
            rooms = self._house.rooms_in_use()
            known = {table: rooms.get(table) for table in tables}
            try:
                await self._register.publish(
                    {
                        table: None if room is None else room.standing()
                        for table, room in known.items()
                    }
                )
            except StorageError:
                self._unpublished |= tables
                raise

    async def _ask(self) -> None:
        while self._unheard:
            tables, self._unheard = self._unheard, set()
            try:
                found = await self._register.standings(list(tables))
            except StorageError:
                self._unheard |= tables
                raise
            for table, standings in found.items():
                room = self._house.room_in_use(table)
                if room is not None:
                    await room.hear_presence(standings)

    async def company(self, table_id: str) -> RemotePresence:
        """What the others have to do with a table that is about to be used here."""
        return await self._register.company(table_id)

    def begin_loading(self, table_id: str) -> None:
        """A table is being read: what happens to it meanwhile is kept in mind."""
        self._loading.add(table_id)

    def end_loading(self, table_id: str) -> None:
        """It was read: what happened meanwhile is read as well."""
        self._loading.discard(table_id)
        if table_id in self._missed:
            self._missed.discard(table_id)
            room = self._house.room_in_use(table_id)
            if room is not None:
                room.hear(room.table.seq + 1)
                self._look_at(table_id)

    async def seats_taken(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people have the table open, in any process."""
        return await self._register.seats_taken(tables) if tables else set()
