"""Monitoring endpoints: whether the process is alive, whether it can serve, and its metrics."""

from __future__ import annotations

from typing import Literal, TypeAlias

from litestar import Response, get
from litestar.di import NamedDependency

from hanamichi.server.cluster.peers import Peers
from hanamichi.server.http.monitors import check_monitor
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError

Status: TypeAlias = Literal["ready", "closing", "no database"]


class Readiness:
    """Whether the process can serve tables."""

    def __init__(self, database: Database, peers: Peers, tasks: BackgroundTasks) -> None:
        self._database = database
        self._peers = peers
        self._tasks = tasks

    async def status(self) -> Status:
        """Ready, or why not."""
        if self._tasks.closing:
            return "closing"
        try:
            await self._database.ping()
        except StorageError:
            return "no database"
        return "ready" if self._peers.reachable else "no database"


PUBLIC_PATH = "/health"
"""Of use to anybody: whether there is a server at all."""


@get(PUBLIC_PATH, include_in_schema=False, sync_to_thread=False)
def alive() -> dict[str, str]:
    """The process answers. When it does not, restart it."""
    return {"status": "alive"}


@get("/ready", include_in_schema=False, guards=[check_monitor])
async def ready(readiness: NamedDependency[Readiness]) -> Response[dict[str, str]]:
    """The process can serve tables. When it cannot, send clients to another one."""
    status = await readiness.status()
    return Response({"status": status}, status_code=200 if status == "ready" else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=False, guards=[check_monitor])
def get_metrics(metrics: NamedDependency[Metrics]) -> Response[bytes]:
    """Metrics for Prometheus."""
    return Response(metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [alive, ready, get_metrics]
PATHS = frozenset(path for handler in HANDLERS for path in handler.paths)
