"""Tasks that run in the background until they end or the process closes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from hanamichi.server.ops.log import report_fault

T = TypeVar("T")

_UNINTERRUPTED: set[asyncio.Task[Any]] = set()
"""asyncio keeps no task alive that nobody else refers to."""


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """Await something that goes on if the caller is cancelled, such as a use of the database.

    A connection that is interrupted is lost.
    """
    task = asyncio.get_running_loop().create_task(work)
    _UNINTERRUPTED.add(task)
    task.add_done_callback(_ended)
    return await asyncio.shield(task)


def _ended(task: asyncio.Task[Any]) -> None:
    _UNINTERRUPTED.discard(task)
    if not task.cancelled():
        task.exception()  # or asyncio logs it, if the caller has gone


class BackgroundTasks:
    """Keeps a reference to every background task and reports the faults of failed ones."""

    def __init__(self) -> None:
        self.closing = False
        """Set when the process begins to shut down."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            # asyncio would write the error's text into the log.
            report_fault(error)

    async def cancel_all(self) -> None:
        """Cancel every task and wait until all have ended."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
