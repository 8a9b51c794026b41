"""Sends changes of one table to its connections, to each what its seat may see."""

from __future__ import annotations

from hanamichi.core import Seat
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.live.connection import Connection
from hanamichi.server.live.notes import TableNotes
from hanamichi.server.live.presence import TablePresence
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.messages import (
    Reasons,
    Rematch,
    TableChanged,
    TableInfo,
)
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.absence import Presence
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection
from hanamichi.server.views.frames import FrameCache


def entries_to_send(table: Table, seen: int) -> int:
    """At most how many entries of the log a client is sent that has those up to `seen`."""
    up_to_date = bool(table.log) and table.log[-1].seq == seen
    return 0 if up_to_date else len(table.log)


class Broadcaster:
    """Writes to the connections that a table has in this process."""

    def __init__(
        self, clock: Clock, warmup: Warmup, presence: TablePresence, notes: TableNotes
    ) -> None:
        self._clock = clock
        self._warmup = warmup
        self._presence = presence
        self._notes = notes

    def presence(self, table: Table) -> Presence:
        """Who has the table open now."""
        return self._presence.presence(self._warmup.not_ready(table.settings.game))

    def info(self, table: Table) -> TableInfo:
        """The public information about the table."""
        return projection.table_info(table, self.presence(table), self._clock.wall_clock())

    def send_presence(
        self, table: Table, before: TableInfo | None, but: Connection | None = None
    ) -> None:
        """Send who is present, unless it is the same as before."""
        info = self.info(table)
        if info != before:
            for connection in self._presence.connections - {but}:
                you = projection.you(table, connection.actor)
                now = self._clock.wall_clock()
                connection.send(TableChanged(table=info, you=you, now=now))

    async def send_change(self, before: Table, table: Table) -> None:
        """Send what changed between two states of the table."""
        now = self._clock.now()
        info = self.info(table) if projection.info_differs(before, table) else None
        started = before.play is None and table.play is not None
        cache = FrameCache(table, before.seq, now)
        frames: dict[tuple[Seat | None, Aids], bytes | None] = {}
        for connection in [each for each in self._presence.connections if each.greeted]:
            seat = table.seat_of(connection.actor.person)
            if seat != connection.seat:
                await self._show_other_seat(connection, table)
                continue
            reader = (seat, connection.aids)
            if reader not in frames:
                frames[reader] = cache.frame(seat, aids=connection.aids)
            changed = info and TableChanged(
                table=info,
                you=projection.you(table, connection.actor),
                now=self._clock.wall_clock(),
            )
            if changed is not None and started:
                connection.send(changed)
            if (frame := frames[reader]) is not None:
                connection.send(frame)
            if changed is not None and not started:
                connection.send(changed)
            if table.status == "over" and before.status != "over":
                self._send_reasons(connection, table)
            if table.rematch is not None and before.rematch is None:
                connection.send(Rematch(table=table.rematch))

    async def _show_other_seat(self, connection: Connection, table: Table) -> None:
        try:
            notes = await self._notes.of(table, connection.actor)
        except StorageError:
            connection.close()  # a client that reconnects is sent a snapshot
        else:
            await self.send_snapshot(connection, table, notes, 0)

    async def send_snapshot(
        self, connection: Connection, table: Table, notes: dict[str, str], seen: int
    ) -> None:
        """Send everything that the connection's seat may see; of the log, what follows `seen`."""
        now, at = self._clock.now(), self._clock.wall_clock()
        actor, aids, presence = connection.actor, connection.aids, self.presence(table)

        def snapshot() -> tuple[bytes, int]:
            made = projection.snapshot(
                table, actor, presence, notes, seen, now=now, at=at, aids=aids
            )
            return projection.encode(made), made.since

        frame, since = await run_off_loop(entries_to_send(table, seen), snapshot)
        connection.greeted = True
        connection.seat = table.seat_of(actor.person)
        connection.send(frame)
        if since and table.status == "over":
            self._send_reasons(connection, table)

    @staticmethod
    def _send_reasons(connection: Connection, table: Table) -> None:
        """At the end, send why bots moved as they did; a log sent later includes it."""
        if reasons := projection.reasons(table, connection.seat):
            connection.send(Reasons(reasons=reasons))
