"""A background task that runs once at a time, and once more if requested meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.log import report_fault
from hanamichi.server.storage.errors import StorageError

_LOG = logging.getLogger("hanamichi.server")


class CoalescedTask:
    """Runs on request. After a failure of the database the next request tries again."""

    def __init__(self, tasks: BackgroundTasks, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks = tasks
        self._work = work
        self._running = False
        self._again = False

    def run(self) -> None:
        """Start a run, or have the current run repeat."""
        if self._running:
            self._again = True
        elif not self._tasks.closing:
            self._running = True
            self._tasks.spawn(self._run())

    async def _run(self) -> None:
        try:
            while True:
                self._again = False
                await self._work()
                if not self._again:
                    break
        except StorageError as error:
            _LOG.warning("to be tried again: %s", error)
        except Exception as error:
            report_fault(error)
        finally:
            self._running = False
