"""Watches how much the database holds and how much space is left, before it is full."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import shutil
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, func, make_url, select

from hanamichi.server.ops.config import RetentionConfig
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.connections import Connections, is_file
from hanamichi.server.storage.errors import StorageError

_LOG = logging.getLogger("hanamichi.server")
_CHECK_SECONDS = 60.0
_WARN_AGAIN_SECONDS = 3600.0
_MEGABYTE = 1_000_000
_WARN_SHARE = 0.9
"""The share of the most megabytes from which on the log warns."""
_SQLITE_FILES = ("", "-wal")

SpaceState: TypeAlias = Literal["enough", "low", "full"]


class SpaceUsed(NamedTuple):
    """How much is stored, and how much can be."""

    database: int | None
    """Bytes of the database; None if that is unknown."""
    free: int | None
    """Bytes that are free on its disk; None for a database on another machine."""
    state: SpaceState


class DiskSpace:
    """The last known use of the disk. When it is full, nothing new is begun."""

    def __init__(
        self, connections: Connections, retention: RetentionConfig, metrics: Metrics
    ) -> None:
        self._connections = connections
        self._retention = retention
        url = make_url(connections.url)
        self._file = Path(os.path.realpath(str(url.database))) if is_file(url) else None
        self.used = SpaceUsed(None, None, "enough")
        metrics.watch(
            "hanamichi_database_bytes", "Size of the database", lambda: _number(self.used.database)
        )
        metrics.watch(
            "hanamichi_disk_free_bytes",
            "Free space beside the database, if it is a file",
            lambda: _number(self.used.free),
        )

    def require(self) -> None:
        """Refuse what begins something new while the disk is full."""
        if self.used.state == "full":
            raise Refused(
                "server/disk-full",
                "This server has no room for anything new; matches that have begun go on. "
                "Try again later",
                retry_after=_CHECK_SECONDS,
            )

    async def watch(self) -> None:
        """Check regularly, and warn in the log."""
        warned: SpaceState = "enough"
        waits = 0.0
        while True:
            used = await self.check()
            if used.state != "enough" and (used.state != warned or waits >= _WARN_AGAIN_SECONDS):
                self._warn(used)
                waits = 0.0
            warned = used.state
            await asyncio.sleep(_CHECK_SECONDS)
            waits += _CHECK_SECONDS

    async def check(self) -> SpaceUsed:
        """Measure now."""
        database, free = self.used.database, self.used.free
        try:
            if self._file is None:
                database = await self._connections.run_read(_database_size, None)
            else:
                database, free = await asyncio.to_thread(_sizes, self._file)
        except (OSError, StorageError) as error:
            _LOG.warning("the use of the disk is unknown: %s", error)
        self.used = SpaceUsed(database, free, self._state(database, free))
        return self.used

    def _state(self, database: int | None, free: int | None) -> SpaceState:
        retention, most = self._retention, self._retention.max_database_mb * _MEGABYTE
        if free is not None and free < retention.full_free_mb * _MEGABYTE:
            return "full"
        if most and database is not None and database >= most:
            return "full"
        if free is not None and free < retention.warn_free_mb * _MEGABYTE:
            return "low"
        if most and database is not None and database >= _WARN_SHARE * most:
            return "low"
        return "enough"

    def _warn(self, used: SpaceUsed) -> None:
        _LOG.warning(
            "the disk is %s: the database has %s MB, %s MB are free%s",
            used.state,
            _megabytes(used.database),
            _megabytes(used.free),
            "; new tables, imports and notes are refused" if used.state == "full" else "",
        )


def _number(size: int | None) -> float:
    return math.nan if size is None else size


def _megabytes(size: int | None) -> str:
    return "?" if size is None else str(size // _MEGABYTE)


def _sizes(file: Path) -> tuple[int, int]:
    """The size of an SQLite database with its log, and the free space beside it."""
    files = (file.with_name(file.name + suffix) for suffix in _SQLITE_FILES)
    size = sum(each.stat().st_size for each in files if each.exists())
    return size, shutil.disk_usage(file.parent).free


def _database_size(connection: Connection, _: None) -> int | None:
    if connection.dialect.name != "postgresql":
        return None
    size: int = connection.execute(
        select(func.pg_database_size(func.current_database()))
    ).scalar_one()
    return size
