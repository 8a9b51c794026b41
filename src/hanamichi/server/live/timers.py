"""What is to happen after a while, by name: a later alarm takes the place of an earlier one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """The alarms of one table."""

    def __init__(self) -> None:
        self._set: dict[str, asyncio.TimerHandle] = {}

    def set(self, name: str, seconds: float, ring: Callable[[], None]) -> None:
        """Ring after so many seconds."""
        self.silence(name)
        loop = asyncio.get_running_loop()
        self._set[name] = loop.call_later(max(0.0, seconds), ring)

    def silence(self, name: str) -> None:
        """Do not ring after all."""
        alarm = self._set.pop(name, None)
        if alarm is not None:
            alarm.cancel()

    def silence_all(self) -> None:
        """Never ring again."""
        for name in list(self._set):
            self.silence(name)
