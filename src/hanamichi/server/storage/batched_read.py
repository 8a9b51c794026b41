"""Reads that wait at the same time share one query.

When a server comes back, thousands of clients do too, and each needs its person, its table and its
notes. While one query runs, the keys of the next one gather, so a busy server reads many rows at a
time, and an idle one reads at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar

from sqlalchemy import Connection

from hanamichi.server.storage.connections import Connections
from hanamichi.server.storage.errors import InvalidRow, StorageError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MAX_KEYS = 100
"""Keys in one query: those that come later must not wait long."""


class BatchedRead(Generic[K, V]):
    """Values by their keys. A value is never older than the call that asks for it."""

    def __init__(
        self,
        connections: Connections,
        read: Callable[[Connection, Sequence[K]], Mapping[K, V | Exception]],
    ) -> None:
        """`read` may run in a thread. It leaves out keys without a value.

        An exception as a value is raised for its key only.
        """
        self._connections = connections
        self._read = read
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """The value of a key; None if there is none."""
        loop = asyncio.get_running_loop()
        future = self._waiting.get(key)
        if future is None:
            future = self._waiting[key] = loop.create_future()
            future.add_done_callback(_mark_retrieved)
        if self._reader is None:
            self._reader = loop.create_task(self._read_all())
        # Others may wait for the same key.
        return await asyncio.shield(future)

    async def _read_all(self) -> None:
        batch: dict[K, asyncio.Future[V | None]] = {}
        try:
            while self._waiting:
                keys = list(islice(self._waiting, _MAX_KEYS))
                batch = {key: self._waiting.pop(key) for key in keys}
                await self._read_batch(batch)
        finally:
            self._reader = None
            # None is left, unless this task was cancelled.
            for future in (*batch.values(), *self._waiting.values()):
                _resolve(future, StorageError("reading was cut short"))
            self._waiting.clear()

    async def _read_batch(self, batch: Mapping[K, asyncio.Future[V | None]]) -> None:
        try:
            found = await self._connections.run_read(self._read, list(batch))
        except InvalidRow as error:
            # One key cannot be looked for: read each alone, so that only it fails.
            if len(batch) == 1:
                for future in batch.values():
                    _resolve(future, error)
            else:
                for key, future in batch.items():
                    await self._read_batch({key: future})
        except Exception as error:
            for future in batch.values():
                _resolve(future, error)
        else:
            for key, future in batch.items():
                _resolve(future, found.get(key))


def _resolve(future: asyncio.Future[V | None], result: V | Exception | None) -> None:
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def _mark_retrieved(future: asyncio.Future[V | None]) -> None:
    """Without this asyncio would log the exception if every caller was cancelled."""
    if not future.cancelled():
        future.exception()
