"""Appends on their way to the disk: those that wait at the same time share one transaction.

A sync to disk takes as long for fifty moves as for one. While one group is being written the next
gathers, so the busier the house is the more moves share a sync, and nobody waits for company.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias

from hanamichi.server.storage.append import Request
from hanamichi.server.storage.errors import Conflict, InvalidRow, StorageError

_GROUP = 128
"""Requests that share a transaction at most: nobody keeps the database to themselves for long."""
_WAITING = 10_000
"""Requests that may wait. Each table has one at a time, so that only a dead disk gets there."""

Write: TypeAlias = Callable[[Sequence[Request]], Awaitable[Sequence[Conflict | None]]]
"""Store requests in one transaction, and say of each whether it came too late."""


class _Waiting(NamedTuple):
    request: Request
    stored: asyncio.Future[None]


class GroupCommit:
    """A queue in front of the database. Each asker gets an answer of its own."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._queue: deque[_Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def append(self, request: Request) -> None:
        """Return once it is committed, in the order of asking.

        Who is cancelled while waiting has not written if nothing of the group was begun, and
        otherwise may have: the others of the group are written all the same.
        """
        if len(self._queue) >= _WAITING:
            raise StorageError("too much waits to be written")
        loop = asyncio.get_running_loop()
        waiting = _Waiting(request, loop.create_future())
        self._queue.append(waiting)
        if self._writer is None:
            self._writer = loop.create_task(self._write_all())
        await waiting.stored

    async def settle(self) -> None:
        """Wait until nothing waits."""
        while self._writer is not None:
            await asyncio.wait([self._writer])

    async def _write_all(self) -> None:
        group: list[_Waiting] = []
        try:
            while group := self._next_group():
                try:
                    await self._write_together(group)
                except StorageError as error:
                    # The database itself failed: nobody knows what it has kept.
                    for waiting in group:
                        _tell(waiting, StorageError(*error.args))
        finally:
            self._writer = None
            # Nobody is left, unless this was cut short.
            for waiting in (*group, *self._queue):
                _tell(waiting, StorageError("writing was cut short"))
            self._queue.clear()

    def _next_group(self) -> list[_Waiting]:
        group: list[_Waiting] = []
        while self._queue and len(group) < _GROUP:
            waiting = self._queue.popleft()
            if not waiting.stored.done():  # its asker has gone
                group.append(waiting)
        return group

    async def _write_together(self, group: Sequence[_Waiting]) -> None:
        try:
            verdicts = await self._write([waiting.request for waiting in group])
        except Exception as error:
            if isinstance(error, StorageError) and not isinstance(error, Conflict | InvalidRow):
                raise
            # One of them is at fault, and none is stored: each for itself, and it alone is told.
            if len(group) == 1:
                _tell(group[0], error)
            else:
                for waiting in group:
                    await self._write_together([waiting])
        else:
            for waiting, verdict in zip(group, verdicts, strict=True):
                _tell(waiting, verdict)


def _tell(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.stored.done():
        return
    if error is None:
        waiting.stored.set_result(None)
    else:
        waiting.stored.set_exception(error)
