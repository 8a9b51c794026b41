"""A table in use: decides, stores, and only then tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING

from hanamichi.bots import Choice
from hanamichi.core import HanamichiError
from hanamichi.server.live.bot_turns import BotTurn, BotTurns, bot_turn
from hanamichi.server.live.broadcast import Broadcaster
from hanamichi.server.live.connection import Connection
from hanamichi.server.live.hints import ask_for_hint
from hanamichi.server.live.notes import TableNotes
from hanamichi.server.live.presence import ProcessPresence, TablePresence
from hanamichi.server.live.timers import Timers
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
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.errors import Conflict, InvalidRow, StorageError
from hanamichi.server.table import moves, seating
from hanamichi.server.table.decision import (
    ABSENT_AFTER,
    NOTHING,
    Actor,
    Context,
    Decision,
    Presence,
)
from hanamichi.server.table.dispatch import decide
from hanamichi.server.table.entries import PersonId, stored_run
from hanamichi.server.table.state import Table, evolve
from hanamichi.server.views import projection

if TYPE_CHECKING:
    from hanamichi.server.live.tables import LiveTables

_LOG = logging.getLogger("hanamichi.server")
_ATTEMPTS = 10
_RETRY = 5.0


class LiveTable:
    """One table, its connections and its clock. Commands pass one after the other."""

    def __init__(
        self,
        house: LiveTables,
        table: Table,
        elsewhere: Mapping[str, ProcessPresence] | None = None,
    ) -> None:
        self.table = table
        self._house = house
        self._lock = asyncio.Lock()
        self._attendance = TablePresence(house.now, house.wall_clock)
        self._attendance.hear(elsewhere or {})
        self._notebook = TableNotes(house.storage, self._attendance)
        self._herald = Broadcaster(house, self._attendance, self._notebook)
        self._heard = 0
        """The last entry that another process told us of."""
        self._catching_up = False
        self._in_doubt = False
        """A write failed: what is stored must be read again before anything is decided."""
        self._driver = BotTurns(house, self)
        self._alarms = Timers()
        self._used = house.now()
        self._plan()

    def use(self) -> None:
        """Somebody is about to come: it is not put away now."""
        self._used = self._house.now()

    def idle_since(self) -> float:
        """When it was last used; never, while somebody is here or something is to happen."""
        at_work = self.table.due and self._house.neighbours.holds(self.table.id)
        busy = self._attendance.here or self._lock.locked() or at_work
        return float("inf") if busy else self._used

    # -- who is here --

    @property
    def presence(self) -> Presence:
        """Who has the table open now."""
        return self._herald.presence(self.table)

    def people_here(self) -> dict[PersonId, str | None]:
        """Everybody who has the table open in this process, by the names we know them by."""
        actors = (connection.actor for connection in self._attendance.here)
        return {actor.person: actor.name for actor in actors if actor.person is not None}

    def standing(self) -> ProcessPresence | None:
        """What other processes are told of it; nothing when nobody was ever here."""
        seated = (p for seat in self.table.seats for p in (seat.person, *seat.devices) if p)
        attendance = self._attendance
        return attendance.standing(frozenset(seated)) if attendance.was_attended else None

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        return self._herald.info(self.table)

    async def join(self, connection: Connection, seen: int) -> None:
        """Let somebody in: whose seat it is, sits again; a rematch starts when all are there."""
        async with self._lock:
            # Who comes from another process is not shown less than they have seen there.
            await self._was_behind()
            notes = await self._notebook.of(self.table, connection.actor)
            before = self.info()
            self._attendance.enter(connection)
            self._house.neighbours.presence_changed(self.table.id)
            try:
                if self.table.seat_of(connection.actor.person) is not None:
                    await self._attempt(lambda: moves.come_back(self.table, connection.actor))
                    await self._attempt(lambda: moves.renamed(self.table, connection.actor))
                await self._attempt(lambda: seating.autostart(self.table, self._context()))
            except StorageError as error:
                # Looking on needs no writing; the seat is taken again by the next connection.
                self._report(error)
            self._herald.show_all(connection, self.table, notes, seen)
            self._herald.tell_presence(self.table, before, but=connection)

    async def part(self, connection: Connection) -> None:
        """Somebody's connection ended."""
        self.use()
        connection.close()
        async with self._lock:
            before = self.info()
            if self._attendance.leave(connection):
                self._expect_absence()
            self._tell_presence(before)
            self._house.neighbours.presence_changed(self.table.id)

    async def hear_presence(self, elsewhere: Mapping[str, ProcessPresence]) -> None:
        """Other processes have other people here now: all of a rematch may have come."""
        if not elsewhere and not self._attendance.elsewhere:
            return
        async with self._lock:
            before = self.info()
            if self._attendance.hear(elsewhere):
                self._expect_absence()
            try:
                await self._attempt(lambda: seating.autostart(self.table, self._context()))
            except StorageError as error:
                self._report(error)
            self._tell_presence(before)

    def lose(self, node: str) -> None:
        """Another process is gone, and those who were there with it."""
        if node not in self._attendance.elsewhere:
            return
        before = self.info()
        if self._attendance.lose(node):
            self._expect_absence()
        self._tell_presence(before)

    def _expect_absence(self) -> None:
        """Somebody is gone: say so again when a bot may stand in."""
        self._alarms.set("absence", ABSENT_AFTER + 0.1, lambda: self._tell_presence(None))

    def tell_warmth(self) -> None:
        """A bot has become ready."""
        if any(seat.bot is not None for seat in self.table.seats):
            self._tell_presence(None)

    def _tell_presence(self, before: TableInfo | None) -> None:
        self._herald.tell_presence(self.table, before)

    # -- commands --

    async def command(self, connection: Connection, command: ClientMessage) -> None:
        """Carry out a command and answer it, whatever comes of it."""
        if isinstance(command, Hint):
            # The table does not wait for it.
            ask_for_hint(self._house, self.table, connection, command)
            return
        async with self._lock:
            try:
                answer = await self._carry_out(connection, command)
            except HanamichiError as error:
                self._house.metrics.refusals.labels(error.code).inc()
                position = None
                if error.code == "move/stale":
                    seat = self.table.seat_of(connection.actor.person)
                    now = self._house.now()
                    position = projection.position(self.table, seat, now, aids=connection.aids)
                connection.send(projection.refusal(error, command.id, position))
            except InvalidRow:
                refused = Refused("frame/malformed", UNFIT)
                connection.send(projection.refusal(refused, command.id))
            except StorageError as error:
                self._report(error)
                connection.send(projection.refusal(STORAGE_FAILED, command.id))
            except Exception as error:
                report_fault(error)
                self._in_doubt = True
                connection.send(projection.refusal(FAULT, command.id))
            else:
                connection.send(answer)

    async def _carry_out(self, connection: Connection, command: ClientMessage) -> Ack | SeatLink:
        await self._read_again()
        if self.table.settings.clock is not None:
            await self._attempt(lambda: moves.expire(self.table, self._house.now()))
        actor = connection.actor
        if isinstance(command, Note):
            await self._notebook.write(self.table, actor, command)
        if isinstance(command, SetAids):
            notes = await self._notebook.of(self.table, actor)
            connection.aids = command.aids
            seen = self.table.log[-1].seq if self.table.log else 0
            self._herald.show_all(connection, self.table, notes, seen)
        decision = await self._attempt(lambda: decide(self.table, actor, command, self._context()))
        if decision.seat_key is not None:
            url = f"{actor.base}/table/{self.table.id}#seat={decision.seat_key}"
            return SeatLink(id=command.id, url=url)
        if isinstance(command, PlayAgain) and not decision.entries and self.table.rematch:
            connection.send(Rematch(table=self.table.rematch))
        seq = decision.seq
        if seq is None and isinstance(command, MoveCommand):
            seq = self.table.seq
        return Ack(id=command.id, seq=seq, notices=decision.notices)

    async def _attempt(self, decided: Callable[[], Decision]) -> Decision:
        """Decide and store; when another process wrote first, read that and decide again."""
        for _ in range(_ATTEMPTS):
            try:
                decision = decided()
                await self._commit(decision)
            except HanamichiError:
                # What was refused may be allowed by something that we have not heard of yet.
                if not await self._was_behind():
                    raise
            except Conflict:
                await self._read_again()
            else:
                return decision
        raise Conflict("another process was quicker each time")

    def _context(self) -> Context:
        house = self._house
        return Context(house.now(), self.presence, house.chance, new_key=house.new_key)

    async def move_bot(self, turn: BotTurn, choice: Choice) -> None:
        """A bot's choice, unless the turn it was made for has passed."""
        async with self._lock:
            await self._read_again()
            await self._attempt(
                lambda: (
                    moves.bot_move(self.table, turn.seat, choice, self._context())
                    if bot_turn(self.table) == turn
                    else NOTHING
                )
            )

    def knows(self, person: PersonId) -> bool:
        """Whether this person sits here or looks on."""
        return person in self._attendance.people or self.table.seat_of(person) is not None

    async def rename(self, person: PersonId, name: str) -> None:
        """Somebody goes by another name now; the names of a finished match stay."""
        async with self._lock:
            for connection in self._attendance.here:
                if connection.actor.person == person:
                    connection.actor = connection.actor._replace(name=name)
            await self._read_again()
            await self._attempt(lambda: moves.renamed(self.table, Actor(person, name)))
            self._tell_presence(None)

    async def forget(self, person: PersonId) -> None:
        """Somebody asked to be forgotten: they get up for good, and their name goes."""
        async with self._lock:
            for _ in range(_ATTEMPTS):
                try:
                    await self._forget(person)
                except Conflict:
                    self._in_doubt = True
                else:
                    break
            else:
                raise Conflict("another process was quicker each time")
            self.let_go(person)
            self._tell_presence(None)
            self._plan()

    async def _forget(self, person: PersonId) -> None:
        await self._read_again()
        sits = any(seat.person == person for seat in self.table.seats)
        if self.table.status == "open" and sits:
            await self._commit(seating.leave(self.table, Actor(person, None), Leave(id="-")))
        self._in_doubt = True
        await self._house.memory.forget_at(self.table, person)
        self.table = await self._house.load(self.table.id, attended=True)
        self._in_doubt = False

    def let_go(self, person: PersonId) -> None:
        """End the connections of somebody who is nobody any more."""
        for connection in self._attendance.here:
            if connection.actor.person == person:
                connection.close()

    async def tell_notes(self, owner: PersonId | None) -> None:
        """Somebody's notes were written in another process; everybody's, when it is not known."""
        async with self._lock:
            try:
                await self._notebook.tell(self.table, owner)
            except StorageError as error:
                self._report(error)

    # -- store, then tell --

    async def _commit(self, decision: Decision) -> None:
        """Store what was decided; only then does the table change and anybody hear of it."""
        if not decision.entries:
            return
        before, now = self.table, self._house.now()
        # The time of day may be set back; a log never is.
        at = max(before.changed, self._house.wall_clock())
        after = before
        run = stored_run(decision.entries, before.seq, at)
        for stored in run:
            after = evolve(after, after.id, stored, now, decision.transition)
        appends = [Append(run, before, after)]
        if decision.rematch is not None:
            table_id, opened = decision.rematch
            first = stored_run([opened], 0, at)
            appends.append(Append(first, None, evolve(None, table_id, first[0], now)))
        began = perf_counter()
        try:
            await self._house.storage.append(*appends)
        except BaseException as error:
            # Even a write that was cut short may have arrived: then all are to hear of it.
            self._in_doubt = True
            if isinstance(error, StorageError) and not isinstance(error, Conflict):
                self._alarms.set("catch-up", _RETRY, lambda: self.hear(after.seq))
            raise
        self._house.metrics.commit.observe(perf_counter() - began)
        self._house.metrics.entries.inc(len(run))
        self.table = after
        await self._tell(before)

    async def _tell(self, before: Table) -> None:
        """All hear of what is stored, and it goes on, whatever goes wrong with the telling."""
        try:
            await self._herald.tell(before, self.table)
        except Exception as error:
            # Who was not told comes back, and is shown everything.
            report_fault(error)
            for connection in self._attendance.here:
                connection.close()
        self._plan()

    async def _read_again(self) -> None:
        """After a failed write, or another process's, go by what is stored."""
        if not self._in_doubt:
            return
        before = self.table
        self.table = await self._house.follow(before)
        self._in_doubt = False
        if self.table.seq != before.seq:
            await self._tell(before)

    async def _was_behind(self) -> bool:
        """Read what other processes may have stored; whether that was anything."""
        seq = self.table.seq
        self._in_doubt = self._in_doubt or self._house.storage.shared
        await self._read_again()
        return self.table.seq != seq

    async def catch_up(self) -> Table:
        """The table as it is stored, also where nobody has told us yet."""
        async with self._lock:
            await self._was_behind()
        return self.table

    def hear(self, seq: int) -> None:
        """Another process stored entries up to here."""
        self._heard = max(self._heard, seq)
        if self._heard > self.table.seq and not self._catching_up:
            self._catching_up = True
            self._house.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        try:
            goal = 0
            while goal < self._heard and self.table.seq < self._heard:
                goal = self._heard
                async with self._lock:
                    self._in_doubt = self._in_doubt or self.table.seq < goal
                    await self._read_again()
        except StorageError as error:
            self._report(error)
            self._alarms.set("catch-up", _RETRY, lambda: self.hear(self._heard))
        finally:
            self._catching_up = False

    # -- what happens by itself --

    def _plan(self) -> None:
        """Set the clock's alarm, and let the bot to act begin."""
        seat = self.table.clock_seat
        left = None if seat is None else self.table.time_left(seat, self._house.now())
        if left is None:
            self._alarms.silence("clock")
        else:
            self._alarms.set("clock", left + 0.01, self._time_is_up)
            self._house.neighbours.attend(self.table.id)
        self._driver.wake()

    def wake(self) -> None:
        """Let the bot to act begin, should it not have begun."""
        self._driver.wake()

    def hurry(self) -> None:
        """The database is back, or another process made way: nobody waits any longer."""
        self._driver.hurry()

    def _time_is_up(self) -> None:
        self._house.spawn(self._expire())

    async def _expire(self) -> None:
        async with self._lock:
            try:
                await self._read_again()
                await self._attempt(lambda: moves.expire(self.table, self._house.now()))
            except StorageError as error:
                self._report(error)
                self._alarms.set("clock", _RETRY, self._time_is_up)
            except Exception as error:
                report_fault(error)
                self._alarms.set("clock", _RETRY, self._time_is_up)

    def _report(self, error: StorageError) -> None:
        self._house.metrics.storage_failures.inc()
        _LOG.error("storage failed: %s", error)

    def close(self) -> None:
        """Stop bots and alarms, and let everybody go."""
        self._alarms.silence_all()
        self._driver.stop()
        for connection in self._attendance.here:
            connection.close()
