"""Group commit: writes that wait at the same time share one transaction.

A sync to disk takes as long for fifty moves as for one. While one group is written the next one
gathers, so a busy server writes larger groups, and an idle one writes at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy import Connection

from hanamichi.server.storage.connections import Connections
from hanamichi.server.storage.errors import Conflict, InvalidRow, StorageError

T = TypeVar("T")

_MAX_GROUP = 128
"""Requests in one transaction: other writers must not wait long for the database."""
_MAX_QUEUE = 10_000
"""Requests that may wait. A table has one at a time, so only a dead disk fills the queue."""


class _Waiting(NamedTuple, Generic[T]):
    request: T
    stored: asyncio.Future[None]


class GroupCommit(Generic[T]):
    """A queue in front of the database. Each caller gets its own result."""

    def __init__(
        self,
        connections: Connections,
        write: Callable[[Connection, Sequence[T]], Sequence[Exception | None]],
    ) -> None:
        """`write` may run in a thread. It stores requests in order and says why one is not."""
        self._connections = connections
        self._write = write
        self._queue: deque[_Waiting[T]] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def append(self, request: T) -> None:
        """Return once the request is committed. Requests are written in the order of the calls.

        A caller that is cancelled has written nothing if its group was not begun, and otherwise may
        have. The rest of the group is written all the same.
        """
        if len(self._queue) >= _MAX_QUEUE:
            raise StorageError("too much waits to be written")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(request, loop.create_future())
        self._queue.append(waiting)
        if self._writer is None:
            self._writer = loop.create_task(self._write_queue())
        await waiting.stored

    async def drain(self) -> None:
        """Wait until the queue is written."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write_queue(self) -> None:
        group: list[_Waiting[T]] = []
        try:
            while group := self._next_group():
                try:
                    await self._write_group(group)
                except StorageError as error:
                    # The database itself failed: what it has stored is unknown.
                    for waiting in group:
                        _resolve(waiting, StorageError(*error.args))
        finally:
            self._writer = None
            # The queue is empty here, unless this task was cancelled.
            for waiting in (*group, *self._queue):
                _resolve(waiting, StorageError("writing was cut short"))
            self._queue.clear()

    def _next_group(self) -> list[_Waiting[T]]:
        group: list[_Waiting[T]] = []
        while self._queue and len(group) < _MAX_GROUP:
            waiting = self._queue.popleft()
            if not waiting.stored.done():  # its caller was not cancelled
                group.append(waiting)
        return group

    async def _write_group(self, group: Sequence[_Waiting[T]]) -> None:
        requests = [waiting.request for waiting in group]
        try:
            answers = await self._connections.run_write(self._write, requests)
        except Exception as error:
            if isinstance(error, StorageError) and not isinstance(error, Conflict | InvalidRow):
                raise
            # One request is at fault and none is stored: write each alone, so that only it fails.
            if len(group) == 1:
                _resolve(group[0], error)
            else:
                for waiting in group:
                    await self._write_group([waiting])
        else:
            for waiting, answer in zip(group, answers, strict=True):
                _resolve(waiting, answer)


def _resolve(waiting: _Waiting[T], error: Exception | None) -> None:
    if waiting.stored.done():
        return
    if error is None:
        waiting.stored.set_result(None)
    else:
        waiting.stored.set_exception(error)
