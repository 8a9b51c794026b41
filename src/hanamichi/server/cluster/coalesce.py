"""Something that is done beside everything else, once at a time, and again if asked meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from hanamichi.server.ops.log import report_fault
from hanamichi.server.storage.errors import StorageError

if TYPE_CHECKING:
    from hanamichi.server.live.tables import LiveTables

_LOG = logging.getLogger("hanamichi.server")


class CoalescedTask:
    """Runs when asked to. What the database refuses is tried again when it is asked next."""

    def __init__(self, house: LiveTables, work: Callable[[], Awaitable[None]]) -> None:
        self._house = house
        self._work = work
        self._running = False
        self._again = False

    def run(self) -> None:
        """Do it now, or once more after this time."""
        if self._running:
            self._again = True
        elif not self._house.closing:
            self._running = True
            self._house.spawn(self._run())

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
