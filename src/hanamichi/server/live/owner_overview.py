"""How the server does, for the owner's page."""

from __future__ import annotations

from hanamichi import __version__
from hanamichi.server.cluster.peers import Peers
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.protocol.owner_messages import OwnerOverview
from hanamichi.server.storage.disk_space import DiskSpace
from hanamichi.server.storage.owner_lists import OwnerLists


class OwnerOverviews:
    """Collects the figures of this process and of the database."""

    def __init__(
        self,
        lists: OwnerLists,
        tables: LiveTables,
        peers: Peers,
        metrics: Metrics,
        disk_space: DiskSpace,
        clock: Clock,
    ) -> None:
        self._lists = lists
        self._tables = tables
        self._peers = peers
        self._metrics = metrics
        self._disk_space = disk_space
        self._clock = clock

    async def current(self) -> OwnerOverview:
        """How the server does now."""
        now = self._clock.wall_clock()
        stored = await self._lists.counts(now)
        return OwnerOverview(
            version=__version__,
            now=now,
            sockets=self._metrics.open_sockets(),
            tables_in_memory=len(self._tables.all_loaded()),
            thinking=(),
            memory_bytes=None,
            descriptors=None,
            descriptor_limit=None,
            loop_lag_ms=None,
            database_bytes=self._disk_space.used.database,
            disk_free_bytes=self._disk_space.used.free,
            refusals=self._metrics.refusals_by_code(),
            tables=stored.tables,
            people=stored.people,
            reports=stored.reports,
            blocked_people=stored.blocked_people,
            blocked_addresses=stored.blocked_addresses,
            processes=(),
        )
