"""Named timers; setting one again replaces it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """The timers of one table."""

    def __init__(self) -> None:
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def set(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a delay in seconds."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self._handles[name] = loop.call_later(max(0.0, seconds), call)

    def cancel(self, name: str) -> None:
        """Cancel a timer, if it is set."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def cancel_all(self) -> None:
        """Cancel every timer."""
        for name in list(self._handles):
            self.cancel(name)
