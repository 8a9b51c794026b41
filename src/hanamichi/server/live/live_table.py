"""A table in memory: decides commands, stores the decisions, and then broadcasts them."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Mapping

from hanamichi.bots import Choice
from hanamichi.core import HanamichiError
from hanamichi.server.cluster.process_presence import ProcessPresence
from hanamichi.server.live.bot_turns import BotTurn, BotTurns, bot_turn
from hanamichi.server.live.broadcast import Broadcaster, entries_to_send
from hanamichi.server.live.connection import Connection
from hanamichi.server.live.durable_table import RETRY_SECONDS, DurableTable
from hanamichi.server.live.hints import Hints
from hanamichi.server.live.notes import TableNotes
from hanamichi.server.live.presence import TablePresence, Visits
from hanamichi.server.live.stored_tables import unknown_table
from hanamichi.server.live.table_services import TableServices
from hanamichi.server.live.timers import Timers
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.log import report_fault
from hanamichi.server.protocol.commands import (
    ClientMessage,
    Hint,
    Leave,
    MoveCommand,
    Note,
    PlayAgain,
    SetAids,
)
from hanamichi.server.protocol.errors import FAULT, STORAGE_FAILED, UNFIT, Refused
from hanamichi.server.protocol.messages import Ack, Rematch, SeatLink, TableInfo
from hanamichi.server.storage.errors import InvalidRow, StorageError
from hanamichi.server.table import moves, seating
from hanamichi.server.table.absence import Presence, waits_until
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    require_not_daily,
)
from hanamichi.server.table.dispatch import decide
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection

_CROWD = 20
"""Connections of a table to which not every change of presence is sent at once."""
_CROWD_SECONDS = 0.5
_AIDS_SECONDS = 0.5
"""Between two snapshots for other aids on one connection, after the first few."""
_AIDS_AT_ONCE = 4
_UNWATCHED_SECONDS = 5.0
"""A bot stops thinking when nobody has had the table open for this long."""


class LiveTable:
    """One table, its connections and its clock. Commands are carried out one after the other."""

    def __init__(
        self,
        services: TableServices,
        table: Table,
        remote: Mapping[str, ProcessPresence],
        *,
        visits: Visits,
    ) -> None:
        self._clock = services.clock
        self._services = services
        self._timers = Timers()
        self._deleted = False
        self._closed = False
        self._durable = DurableTable(services, table, self._timers, self._changed)
        self.lock = self._lock = self._durable.lock
        """Held while a command is decided and stored."""
        self._presence = TablePresence(
            services.clock,
            remote,
            services.hash_share,
            self._seated,
            visits=visits,
            grace=services.grace,
        )
        self._notes = TableNotes(services.database, self._presence, services.storers)
        self._broadcaster = Broadcaster(
            services.clock, services.warmup, self._presence, self._notes
        )
        self._hints = Hints(services.bots, services.warmup, services.tasks, services.hash_share)
        self._bot_turns = BotTurns(services, weakref.proxy(self))
        self._last_used = services.clock.now()
        self._schedule()

    @property
    def table(self) -> Table:
        """The state as it is stored."""
        return self._durable.table

    def touch(self) -> None:
        """Count as used now, so that the table is not evicted."""
        self._last_used = self._clock.now()

    def idle_since(self) -> float:
        """When it was last used; never while a client is connected or this process serves it."""
        needed = self.table.due or self.watched
        at_work = needed and self._services.peers.holds(self.table.id)
        busy = self._presence.connections or self._lock.locked() or at_work
        return float("inf") if busy else self._last_used

    # -- presence --

    @property
    def audience(self) -> int:
        """The number of connections that are told of a change."""
        return len(self._presence.connections)

    @property
    def viewers(self) -> int:
        """The number of connections here, and of people and strangers in other processes."""
        return self._presence.viewers

    def entries_to_send(self, seen: int) -> int:
        """At most how many entries of the log a client is sent that has those up to `seen`."""
        return entries_to_send(self.table, seen)

    @property
    def watched(self) -> bool:
        """Whether anybody has the table open, in any process."""
        return self._presence.watched

    @property
    def presence(self) -> Presence:
        """Who has the table open now."""
        return self._broadcaster.presence(self.table)

    def people_here(self) -> dict[PersonId, str | None]:
        """The people connected to this process, with the names it knows."""
        actors = (connection.actor for connection in self._presence.connections)
        return {actor.person: actor.name for actor in actors if actor.person is not None}

    def local_presence(self) -> ProcessPresence | None:
        """What to publish to other processes; None if no client has opened the table here."""
        return self._presence.local() if self._presence.was_opened else None

    def served(self) -> list[Served]:
        """For whom the bots play."""
        return self._presence.served()

    def visits(self) -> Visits | None:
        """What to remember of its visits, if a match may wait for one of its people."""
        waits = self.table.status == "playing" and self._seated()
        return self._presence.visits if waits else None

    def _seated(self) -> frozenset[PersonId]:
        seats = self.table.seats
        return frozenset(p for seat in seats for p in (seat.person, *seat.devices) if p)

    def info(self) -> TableInfo:
        """The public information about the table."""
        return self._broadcaster.info(self.table)

    async def join(self, connection: Connection, seen: int) -> None:
        """Add a connection: a seated person returns, and a rematch starts when all are there."""
        async with self._lock:
            if self._deleted:
                raise unknown_table()
            if self._closed:
                raise _put_away()
            # A client that was connected to another process must not see less here.
            await self._durable.was_behind()
            if self.table.seat_of(connection.actor.person) is None:
                require_not_daily(self.table, "look at its replay when you have played it too")
            notes = await self._notes.of(self.table, connection.actor)
            before = self.info() if self._presence.connections else None
            self._presence.add(connection)
            self._services.peers.presence_changed(self.table.id)
            attempt = self._durable.attempt
            try:
                if self.table.seat_of(connection.actor.person) is not None:
                    await attempt(lambda: moves.come_back(self.table, connection.actor))
                    await attempt(lambda: moves.renamed(self.table, connection.actor))
                await attempt(self._autostart)
            except StorageError as error:
                # Watching needs no writing; the next connection takes the seat again.
                self._durable.report(error)
            await self._broadcaster.send_snapshot(connection, self.table, notes, seen)
            if before is not None:
                self._send_presence(before, but=connection)
            self._announce_absence_later()
            self._bot_turns.wake()

    async def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self.touch()
        connection.close()
        async with self._lock:
            before = self.info()
            self._presence.remove(connection)
            self._send_presence(before)
            self._services.peers.presence_changed(self.table.id)
            self._pause_bots_later()

    async def update_remote_presence(self, by_process: Mapping[str, ProcessPresence]) -> None:
        """Other processes have other people here now; a rematch may start."""
        if not by_process and not self._presence.remote:
            return
        async with self._lock:
            before = self.info()
            self._presence.update_remote(by_process)
            try:
                await self._durable.attempt(self._autostart)
            except StorageError as error:
                self._durable.report(error)
            self._send_presence(before)
            self._bot_turns.wake()
            self._pause_bots_later()

    def drop_process(self, node: str) -> None:
        """Another process has gone, with the people connected to it."""
        if node not in self._presence.remote:
            return
        before = self.info()
        self._presence.drop_process(node)
        self._send_presence(before)
        self._pause_bots_later()

    def _pause_bots_later(self) -> None:
        """Stop thinking where nobody looks, but not while a page is only reloaded."""
        if not self.watched:
            pause = self._bot_turns.pause_if_unwatched
            self._timers.set("unwatched", _UNWATCHED_SECONDS, pause)

    def _autostart(self) -> Decision:
        return seating.autostart(self.table, self._context())

    def _announce_absence_later(self) -> None:
        """Send the presence again when the wait for a person who is away is over."""
        ends = self._waits_until()
        wait = -1.0 if ends is None else (ends - self._clock.wall_clock()) / 1000
        if wait > 0:
            self._timers.set("absence", wait + 0.01, lambda: self._send_presence(None))
        else:
            self._timers.cancel("absence")

    def _waits_until(self) -> int | None:
        """When the wait for the person to act is over, if that person is away."""
        seat = self.table.to_act
        return None if seat is None else waits_until(self.table, seat, self.presence)

    def bots_became_ready(self) -> None:
        """Send which bots are ready, if any bot sits here."""
        if any(seat.bot is not None for seat in self.table.seats):
            self._send_presence(None)

    def _send_presence(self, before: TableInfo | None, but: Connection | None = None) -> None:
        """Send who is present: at once, or to a crowd, where many come and go, in a moment."""
        if self.audience <= _CROWD:
            self._broadcaster.send_presence(self.table, before, but=but)
        else:
            self._timers.set_first("presence", _CROWD_SECONDS, self._send_presence_to_crowd)
        self._announce_absence_later()

    def _send_presence_to_crowd(self) -> None:
        self._broadcaster.send_presence(self.table, None)

    # -- commands --

    async def command(self, connection: Connection, command: ClientMessage) -> None:
        """Carry out a command and answer it in every case."""
        if isinstance(command, Hint):
            # The table does not wait for it.
            self._hints.request(self.table, connection, command)
            return
        async with self._lock:
            try:
                answer = await self._carry_out(connection, command)
            except HanamichiError as error:
                self._services.metrics.refusal(error.code)
                position = None
                if error.code == "move/stale":
                    seat = self.table.seat_of(connection.actor.person)
                    now = self._clock.now()
                    position = projection.position(self.table, seat, now, aids=connection.aids)
                connection.send(projection.refusal(error, command.id, position))
            except InvalidRow:
                refused = Refused("frame/malformed", UNFIT)
                connection.send(projection.refusal(refused, command.id))
            except StorageError as error:
                self._durable.report(error)
                connection.send(projection.refusal(STORAGE_FAILED, command.id))
            except Exception as error:
                report_fault(error)
                self._durable.doubt()
                connection.send(projection.refusal(FAULT, command.id))
            else:
                connection.send(answer)

    async def _carry_out(self, connection: Connection, command: ClientMessage) -> Ack | SeatLink:
        durable = self._durable
        await durable.read_if_in_doubt()
        if self.table.settings.clock is not None:
            await durable.attempt(lambda: moves.expire(self.table, self._clock.now()))
        actor = connection.actor
        if isinstance(command, Note):
            await self._notes.write(self.table, actor, command)
        if isinstance(command, SetAids) and command.aids != connection.aids:
            connection.aids = command.aids
            await self._send_aids(connection)
        decision = await durable.attempt(
            lambda: decide(durable.table, actor, command, self._context())
        )
        if decision.seat_key is not None:
            url = f"{actor.base}/table/{self.table.id}#seat={decision.seat_key}"
            return SeatLink(id=command.id, url=url, expires=decision.expires)
        if isinstance(command, PlayAgain) and not decision.entries and self.table.rematch:
            connection.send(Rematch(table=self.table.rematch))
        seq = decision.seq
        if seq is None and isinstance(command, MoveCommand):
            seq = self.table.seq
        return Ack(id=command.id, seq=seq, notices=decision.notices)

    async def _send_aids(self, connection: Connection) -> None:
        """Send a snapshot with other aids: now, or a moment after the last one."""
        now = asyncio.get_running_loop().time()
        wait = connection.snapshot_from - now
        if wait > 0:
            if not connection.snapshot_due:
                connection.snapshot_due = True
                self._services.tasks.spawn(self._send_aids_later(connection, wait))
            return
        earliest = now - _AIDS_AT_ONCE * _AIDS_SECONDS
        connection.snapshot_from = max(connection.snapshot_from, earliest) + _AIDS_SECONDS
        notes = await self._notes.of(self.table, connection.actor)
        seen = self.table.log[-1].seq if self.table.log else 0
        await self._broadcaster.send_snapshot(connection, self.table, notes, seen)

    async def _send_aids_later(self, connection: Connection, wait: float) -> None:
        await asyncio.sleep(wait)
        async with self._lock:
            connection.snapshot_due = False
            try:
                if connection.alive:
                    await self._send_aids(connection)
            except StorageError as error:
                self._durable.report(error)
                connection.close()  # a client that reconnects is sent a snapshot

    def _context(self) -> Context:
        services = self._services
        return Context(
            services.clock.now(),
            services.clock.wall_clock(),
            self.presence,
            services.chance,
            new_key=services.new_key,
            max_thinking_ms=services.max_thinking_ms,
            seat_link_seconds=services.seat_link_seconds,
        )

    async def move_bot(self, turn: BotTurn, choice: Choice) -> None:
        """Carry out a bot's choice, unless its turn has passed."""
        async with self._lock:
            await self._durable.read_if_in_doubt()
            await self._durable.attempt(
                lambda: (
                    moves.bot_move(self.table, turn.seat, choice, self._context())
                    if bot_turn(self.table) == turn
                    else NOTHING
                )
            )

    async def stop_by_owner(self) -> None:
        """End the match without a result, because the owner of the server wants it."""
        async with self._lock:
            await self._durable.read_if_in_doubt()
            await self._durable.attempt(lambda: moves.stop_by_owner(self.table))

    # -- people --

    def has_person(self, person: PersonId) -> bool:
        """Whether this person sits here or watches."""
        return person in self._presence.people or self.table.seat_of(person) is not None

    async def rename(self, person: PersonId, name: str, *, by_owner: bool = False) -> None:
        """Use a person's new name; a finished match keeps its names."""
        async with self._lock:
            for connection in self._presence.connections:
                if connection.actor.person == person:
                    connection.actor = connection.actor._replace(name=name)
            await self._durable.read_if_in_doubt()
            await self._durable.attempt(
                lambda: moves.renamed(self.table, Actor(person, name), by_owner=by_owner)
            )
            self._send_presence(None)

    async def anonymize(self, person: PersonId) -> None:
        """Erase a person: their seat is freed, their name is removed, their connections end."""

        def leave() -> Decision:
            sits = any(seat.person == person for seat in self.table.seats)
            if self.table.status == "open" and sits:
                return seating.leave(self.table, Actor(person, None), Leave(id="-"))
            return NOTHING

        async with self._lock:
            await self._durable.anonymize(person, leave)
            self.disconnect(person)
            self._send_presence(None)
            self._schedule()

    def disconnect(self, person: PersonId) -> None:
        """Close the connections of a person whose data was erased."""
        for connection in self._presence.connections:
            if connection.actor.person == person:
                connection.close()

    def refuse(self, refusal_of: Callable[[Actor], Refused | None], code: int) -> None:
        """Close the connections of those for whom there is a refusal, and say it to them."""
        for connection in list(self._presence.connections):
            refusal = refusal_of(connection.actor)
            if refusal is not None:
                connection.refuse(refusal, code)

    async def refresh_notes(self, owner: PersonId | None) -> None:
        """Send notes that another process wrote: those of one person, or all."""
        async with self._lock:
            try:
                await self._notes.refresh(self.table, owner)
            except StorageError as error:
                self._durable.report(error)

    # -- changes --

    async def _changed(self, before: Table) -> None:
        """Broadcast what is stored and continue, even if broadcasting fails."""
        try:
            await self._broadcaster.send_change(before, self.table)
        except Exception as error:
            # Clients that were sent nothing reconnect, and are sent a snapshot.
            report_fault(error)
            for connection in self._presence.connections:
                connection.close()
        if self._waits_until() is not None and before.to_act != self.table.to_act:
            self._send_presence(None)  # the match waits for somebody who is away
        self._schedule()

    async def catch_up(self) -> Table:
        """The table as it is stored, including entries not noticed yet."""
        async with self._lock:
            await self._durable.was_behind()
        return self.table

    def notice_entries(self, seq: int) -> None:
        """Another process stored entries up to this number."""
        self._durable.notice(seq)

    # -- clock and bots --

    def _schedule(self) -> None:
        """Set the timer of the clock, and let the bot to act begin."""
        seat = self.table.clock_seat
        left = None if seat is None else self.table.time_left(seat, self._clock.now())
        if left is None:
            self._timers.cancel("clock")
        else:
            self._timers.set("clock", left + 0.01, self._time_is_up)
            self._services.peers.claim_soon(self.table.id)
        self._bot_turns.wake()

    async def end_if_unwatched(self, since: int) -> None:
        """End a match of bots only that nobody has watched since this time of day."""
        async with self._lock:
            await self._durable.was_behind()
            if not self.watched:
                await self._durable.attempt(lambda: moves.end_unwatched(self.table, since))

    def wake_bots(self) -> None:
        """Let the bot to act begin, if it has not."""
        self._bot_turns.wake()

    def retry_now(self) -> None:
        """Do not wait any longer: the database is back, or another process gave way."""
        self._bot_turns.retry_now()

    def _time_is_up(self) -> None:
        self._services.tasks.spawn(self._expire())

    async def _expire(self) -> None:
        async with self._lock:
            try:
                await self._durable.read_if_in_doubt()
                await self._durable.attempt(lambda: moves.expire(self.table, self._clock.now()))
            except StorageError as error:
                self._durable.report(error)
                self._timers.set("clock", RETRY_SECONDS, self._time_is_up)
            except Exception as error:
                report_fault(error)
                self._timers.set("clock", RETRY_SECONDS, self._time_is_up)

    def close_deleted(self) -> None:
        """Close a table that was deleted: nobody may join any more."""
        self._deleted = True
        self.close()

    def close(self) -> None:
        """Stop bots and timers, and close all connections. Nobody may join any more."""
        self._closed = True
        self._timers.cancel_all()
        self._bot_turns.stop()
        for connection in self._presence.connections:
            connection.close()

    def put_away(self) -> Visits | None:
        """Close it for good, and return what to remember of its visits.

        It refers to itself no longer, and so leaves the memory before garbage is collected.
        """
        visits = self.visits()
        self.close()
        self._durable.detach()
        self._presence.detach()
        return visits


def _put_away() -> Refused:
    """The refusal of who comes in the moment when a table is removed from memory."""
    return Refused("request/too-many", "The table is being put away; try again", retry_after=1)
