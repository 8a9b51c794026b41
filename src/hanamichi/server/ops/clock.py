"""The two clocks of a server process: one for measuring, one for people."""

from __future__ import annotations

import time
from collections.abc import Callable


def unix_milliseconds() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """Time as all services of a process read it; tests replace either function."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], int] = unix_milliseconds,
    ) -> None:
        self.now = now
        """Seconds that only ever increase, for measuring."""
        self.wall_clock = wall_clock
        """Milliseconds since 1970, to store and to show, and for what outlasts a process."""
