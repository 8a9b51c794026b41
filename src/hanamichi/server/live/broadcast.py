"""Tells everybody at one table what has changed, each from their own seat, and nobody twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanamichi.core import Seat
from hanamichi.server.live.connection import Connection
from hanamichi.server.live.notes import TableNotes
from hanamichi.server.live.presence import TablePresence
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.messages import (
    Reasons,
    Rematch,
    TableChanged,
    TableInfo,
)
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.decision import Presence
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection
from hanamichi.server.views.frames import News

if TYPE_CHECKING:
    from hanamichi.server.live.tables import LiveTables


class Broadcaster:
    """Speaks to the connections of a table in this process."""

    def __init__(self, house: LiveTables, attendance: TablePresence, notebook: TableNotes) -> None:
        self._house = house
        self._attendance = attendance
        self._notebook = notebook

    def presence(self, table: Table) -> Presence:
        """Who has the table open now."""
        return self._attendance.presence(self._house.warmth.cold(table.settings.game))

    def info(self, table: Table) -> TableInfo:
        """The table as everybody may know it."""
        return projection.table_info(table, self.presence(table), self._house.now())

    def tell_presence(
        self, table: Table, before: TableInfo | None, but: Connection | None = None
    ) -> None:
        """Somebody came or went: all hear of it, unless it is as it was before."""
        info = self.info(table)
        if info != before:
            for connection in self._attendance.here - {but}:
                you = projection.you(table, connection.actor)
                connection.send(TableChanged(table=info, you=you))

    async def tell(self, before: Table, table: Table) -> None:
        """The table has moved on."""
        now = self._house.now()
        info = self.info(table) if projection.info_differs(before, table) else None
        started = before.play is None and table.play is not None
        news = News(table, before.seq, now)
        frames: dict[tuple[Seat | None, Aids], bytes | None] = {}
        for connection in [each for each in self._attendance.here if each.greeted]:
            seat = table.seat_of(connection.actor.person)
            if seat != connection.seat:
                await self._show_other_seat(connection, table)
                continue
            reader = (seat, connection.aids)
            if reader not in frames:
                frames[reader] = news.frame(seat, aids=connection.aids)
            changed = info and TableChanged(table=info, you=projection.you(table, connection.actor))
            if changed is not None and started:
                connection.send(changed)
            if (frame := frames[reader]) is not None:
                connection.send(frame)
            if changed is not None and not started:
                connection.send(changed)
            if table.status == "over" and before.status != "over":
                self._explain(connection, table)
            if table.rematch is not None and before.rematch is None:
                connection.send(Rematch(table=table.rematch))

    async def _show_other_seat(self, connection: Connection, table: Table) -> None:
        try:
            notes = await self._notebook.of(table, connection.actor)
        except StorageError:
            connection.close()  # who comes back is shown everything
        else:
            self.show_all(connection, table, notes, 0)

    def show_all(
        self, connection: Connection, table: Table, notes: dict[str, str], seen: int
    ) -> None:
        """Everything, from the seat that somebody has now."""
        connection.greeted = True
        connection.seat = table.seat_of(connection.actor.person)
        now, presence = self._house.now(), self.presence(table)
        snapshot = projection.snapshot(
            table, connection.actor, presence, notes, seen, now, aids=connection.aids
        )
        connection.send(snapshot)
        if snapshot.since and table.status == "over":
            self._explain(connection, table)

    @staticmethod
    def _explain(connection: Connection, table: Table) -> None:
        """At the end, bots say why they moved; what is sent of the log later says it itself."""
        if reasons := projection.reasons(table, connection.seat):
            connection.send(Reasons(reasons=reasons))
