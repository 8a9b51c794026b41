"""For whoever looks after the server: is it alive, can it serve, what has it done."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from hanamichi.server.live.tables import LiveTables
from hanamichi.server.storage.errors import StorageError


@get("/health", include_in_schema=False, sync_to_thread=False)
def alive() -> dict[str, str]:
    """The process answers. When it does not, start it again."""
    return {"status": "alive"}


@get("/ready", include_in_schema=False)
async def ready(house: NamedDependency[LiveTables]) -> Response[dict[str, str]]:
    """The process can serve tables. When it cannot, send people elsewhere."""
    if house.closing:
        return Response({"status": "closing"}, status_code=503)
    try:
        await house.storage.ping()
    except StorageError:
        reached = False
    else:
        reached = house.neighbours.reachable
    if not reached:
        return Response({"status": "no database"}, status_code=503)
    return Response({"status": "ready"})


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(house: NamedDependency[LiveTables]) -> Response[bytes]:
    """Counts for Prometheus."""
    return Response(house.metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [alive, ready, metrics]
