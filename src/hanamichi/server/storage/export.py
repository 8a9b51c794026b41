"""Export the finished matches of a database as records."""

from __future__ import annotations

from collections.abc import AsyncIterator

from hanamichi.core import MatchRecord
from hanamichi.server.storage.database import Database
from hanamichi.server.table.state import load
from hanamichi.server.views import projection


async def records(storage: Database) -> AsyncIterator[MatchRecord]:
    """The records of finished matches, the oldest first. Running matches are never exported."""
    for table_id in await storage.finished():
        yield projection.record(load(table_id, await storage.entries(table_id), 0.0))
