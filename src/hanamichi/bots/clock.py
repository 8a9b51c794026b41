"""How long a search may take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Budget(NamedTuple):
    """The budget of a search: a number of rollouts, or if that is 0 a time in milliseconds."""

    ms: int = 1000
    rollouts: int = 0


class Clock:
    """How much of a budget is left. Another thread may stop it."""

    def __init__(
        self, budget: Budget, initial_rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`initial_rate`: rollouts a second, before any were timed; `now`: seconds."""
        self.budget = budget
        self.stopped = False
        self._initial_rate = initial_rate
        self._now = now
        self._started = self._ends = 0.0

    def start(self) -> None:
        """Start a new budget."""
        self.stopped = False
        self._started = self._now()
        self._ends = self._started + self.budget.ms / 1000

    def rollouts_left(self, made: int) -> int:
        """How many more rollouts fit the budget, given how many were made since the start."""
        if self.stopped:
            return 0
        if self.budget.rollouts:
            return self.budget.rollouts - made
        now = self._now()
        rate = made / max(now - self._started, 1e-6) if made else self._initial_rate
        return int(rate * (self._ends - now))

    def within(self, share: float) -> bool:
        """Whether this share of the time has not passed yet."""
        return not self.stopped and self._now() < self._started + share * (
            self._ends - self._started
        )

    def used(self, made: int) -> float:
        """The share of the budget that is spent once so many rollouts were made."""
        if self.stopped:
            return 1.0
        if self.budget.rollouts:
            return made / self.budget.rollouts
        return (self._now() - self._started) / (self._ends - self._started)
