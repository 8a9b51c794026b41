"""A token bucket: something may be done at a steady rate, and so much at once."""

from __future__ import annotations

from typing import NamedTuple

_HOUR_SECONDS = 3600.0


class Rate(NamedTuple):
    """How many tokens a bucket holds, and how many it gains each second."""

    burst: float
    per_second: float

    def times(self, factor: float) -> Rate:
        """A rate that many times as high."""
        return Rate(self.burst * factor, self.per_second * factor)


class TokenBucket:
    """The tokens that are left."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, rate: Rate, now: float) -> None:
        self._burst, self._per_second = rate
        self._left = rate.burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens; False if there are too few. A full bucket suffices for any cost."""
        left = self._left
        if now > self._at:
            left = min(self._burst, left + (now - self._at) * self._per_second)
            self._at = now
        if left < cost and left < self._burst:
            self._left = left
            return False
        self._left = left - cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until there are so many tokens, as of the last `take`."""
        missing = min(cost, self._burst) - self._left
        return max(0.0, missing) / self._per_second if self._per_second else _HOUR_SECONDS
