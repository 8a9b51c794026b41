"""How the server is doing, for the owner's page."""

from __future__ import annotations

from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.ops import process_stats
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.protocol.owner_messages import OwnerOverview, OwnerQueue
from hanamichi.server.storage.disk_space import DiskSpace
from hanamichi.server.storage.owner_lists import OwnerLists


class OwnerOverviews:
    """Collects the figures of this process and of the database."""

    def __init__(
        self,
        lists: OwnerLists,
        tables: LiveTables,
        disk_space: DiskSpace,
        metrics: Metrics,
        clock: Clock,
    ) -> None:
        self._lists = lists
        self._tables = tables
        self._disk_space = disk_space
        self._metrics = metrics
        self._clock = clock

    async def current(self, version: str) -> OwnerOverview:
        """How the server does now; `version` is that of this program."""
        now = self._clock.wall_clock()
        stored = await self._lists.counts(now)
        space = await self._disk_space.check()
        metrics = self._metrics
        return OwnerOverview(
            version=version,
            now=now,
            uptime_seconds=round(process_stats.uptime_seconds()),
            sockets=metrics.open_sockets(),
            tables_in_memory=len(self._tables.all_loaded()),
            queues=tuple(
                OwnerQueue(name=name, busy=queue.busy, slots=queue.slots, waiting=queue.waiting)
                for name, queue in metrics.queues.items()
            ),
            memory_bytes=process_stats.memory_bytes() or None,
            descriptors=process_stats.open_descriptors() or None,
            descriptor_limit=process_stats.descriptor_limit(),
            loop_lag_ms=round(1000 * metrics.loop_lag.seconds, 1),
            database_bytes=space.database,
            disk_free_bytes=space.free,
            disk=space.state,
            refusals=metrics.refusals_by_code(),
            tables=stored.tables,
            people=stored.people,
            reports=stored.reports,
            blocked_people=stored.blocked_people,
            blocked_addresses=stored.blocked_addresses,
            processes=await self._lists.processes(now),
        )
