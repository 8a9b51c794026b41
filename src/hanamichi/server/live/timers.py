"""Named timers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """The timers of one table."""

    def __init__(self) -> None:
        self._handles: dict[str, asyncio.TimerHandle] = {}

    def set(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a delay in seconds, instead of what was set before."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self._handles[name] = loop.call_later(max(0.0, seconds), call)

    def set_first(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after a delay, unless the timer is set already."""
        if name not in self._handles:
            self.set(name, seconds, lambda: self._call(name, call))

    def _call(self, name: str, call: Callable[[], None]) -> None:
        self._handles.pop(name, None)
        call()

    def cancel(self, name: str) -> None:
        """Cancel a timer, if it is set."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def cancel_all(self) -> None:
        """Cancel every timer."""
        for name in list(self._handles):
            self.cancel(name)
