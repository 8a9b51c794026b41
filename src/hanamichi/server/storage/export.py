"""Every finished match of a database as a record, one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator

from hanamichi.core import MatchRecord
from hanamichi.server import telling
from hanamichi.server.storage import Storage
from hanamichi.server.table import load


async def records(storage: Storage) -> AsyncIterator[MatchRecord]:
    """The records of finished matches, the oldest first. Running ones stay closed."""
    for table_id in await storage.finished():
        yield telling.record(load(table_id, await storage.entries(table_id), 0.0))
