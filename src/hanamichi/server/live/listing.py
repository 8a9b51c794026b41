"""Lists of tables: public ones, and a person's own."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import structs

from hanamichi.core import Seat
from hanamichi.server.cluster.peers import Peers
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import QuotasConfig
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.storage.database import Database, Listed
from hanamichi.server.table.entries import PersonId
from hanamichi.server.views import projection

_MAX_TABLES = 100
_MINUTE_MILLISECONDS = 60 * 1000
_DAY_MILLISECONDS = 24 * 3600 * 1000


class TableListing:
    """Lists stored tables, with what is known in memory about those in use."""

    def __init__(
        self,
        database: Database,
        tables: LiveTables,
        peers: Peers,
        clock: Clock,
        quotas: QuotasConfig,
    ) -> None:
        self._database = database
        self._quotas = quotas
        self._tables = tables
        self._peers = peers
        self._clock = clock

    async def open_tables(self) -> list[TableSummary]:
        """Public tables with a free seat that changed within a day, a few of each person."""
        now = self._clock.wall_clock()
        # Of a whole minute: then those who ask at the same time ask for the same list.
        now -= now % _MINUTE_MILLISECONDS
        since = now - _DAY_MILLISECONDS
        found = await self._database.open_tables(_MAX_TABLES, since, self._quotas, now=now)
        return await self._summaries(found)

    async def tables_of(self, person: PersonId) -> list[TableSummary]:
        """A person's own tables."""
        return await self._summaries(await self._database.tables_of(person, _MAX_TABLES))

    async def _summaries(self, items: Sequence[Listed]) -> list[TableSummary]:
        ids = [item.summary.id for item in items]
        stored_only = [table_id for table_id in ids if self._tables.loaded(table_id) is None]
        connected = await self._peers.connected_seats(stored_only)
        return [self._summary(item, connected) for item in items]

    def _summary(self, item: Listed, connected: Container[tuple[str, Seat]]) -> TableSummary:
        summary = item.summary
        seats = tuple(
            structs.replace(seat, connected=seat.connected or (summary.id, seat.seat) in connected)
            for seat in summary.seats
        )
        summary = structs.replace(summary, seats=seats)
        to_act: Seat | None = item.to_act
        loaded = self._tables.loaded(summary.id)
        if loaded is not None:
            summary = projection.summary(loaded.table, loaded.presence, self._clock.wall_clock())
            to_act = loaded.table.to_act
        your_turn = item.seat is not None and item.seat == to_act
        return structs.replace(summary, your_turn=your_turn)
