"""A clock for tests of the deal of the day, so that no midnight comes in between."""

from __future__ import annotations

from hanamichi.server.ops.clock import unix_milliseconds
from hanamichi.server.table.days import day_at, end_of

_DAY_MILLISECONDS = 86_400_000


class NoonClock:
    """It is noon, and a test may let days pass."""

    def __init__(self) -> None:
        now = unix_milliseconds()
        self.added = end_of(day_at(now)) - _DAY_MILLISECONDS // 2 - now

    def wall_clock(self) -> int:
        return unix_milliseconds() + self.added
