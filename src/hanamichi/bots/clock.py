"""How long a search may take."""

from __future__ import annotations

import time
from typing import NamedTuple


class Budget(NamedTuple):
    """How long to think: so many trials, or where that is 0 so many milliseconds."""

    ms: int = 1000
    rollouts: int = 0


class Clock:
    """How much of a budget is left. Another thread may stop it."""

    def __init__(self, budget: Budget, first_pace: float) -> None:
        """`first_pace`: trials a second, before any were timed."""
        self.budget = budget
        self.stopped = False
        self._first_pace = first_pace
        self._began = self._ends = 0.0

    def start(self) -> None:
        """Begin to count."""
        self.stopped = False
        self._began = time.monotonic()
        self._ends = self._began + self.budget.ms / 1000

    def trials_left(self, spent: int) -> int:
        """How many more trials there is time for, when so many were made since the start."""
        if self.stopped:
            return 0
        if self.budget.rollouts:
            return self.budget.rollouts - spent
        now = time.monotonic()
        pace = spent / max(now - self._began, 1e-6) if spent else self._first_pace
        return int(pace * (self._ends - now))

    def allows(self, share: float) -> bool:
        """Whether this share of the time is not over yet."""
        return not self.stopped and time.monotonic() < self._began + share * (
            self._ends - self._began
        )
