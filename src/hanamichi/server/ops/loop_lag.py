"""Measures how late the event loop is: the wait of everything that happens next."""

from __future__ import annotations

import asyncio

_INTERVAL_SECONDS = 0.5


class LoopLag:
    """The delay of the event loop, sampled twice a second."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """Of the last sample."""
        self._worst = 0.0

    def take_worst(self) -> float:
        """The longest delay since the last call."""
        worst, self._worst = max(self._worst, self.seconds), 0.0
        return worst

    async def run(self) -> None:
        """Sample until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _INTERVAL_SECONDS
            await asyncio.sleep(_INTERVAL_SECONDS)
            self.seconds = max(0.0, loop.time() - due)
            self._worst = max(self._worst, self.seconds)
