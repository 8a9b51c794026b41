"""Actions compared in the same worlds, with honest errors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions

MIN_WORLDS = 256
"""No action is dropped in fewer worlds."""
DROP_ERRORS = 4.0
"""An action is dropped when it is behind by this many standard errors."""
ENOUGH_WORLDS, SMALL_ERROR = 1024, 0.0005
"""From this many worlds on, no more are tried once every error is this small."""

Values = NDArray[np.float64]


class Compared(NamedTuple):
    """For each action: its chance of winning, its points, and its error against the best."""

    chances: Values
    points: Values
    errors: Values


class Comparison:
    """The chances and points of each action in each world so far.

    An action that is clearly behind is tried in no more worlds. It keeps its difference to the best
    one in those they share, and the larger error that fewer worlds mean.
    """

    def __init__(self, actions: int, hands: Actions, kept: int | None = None) -> None:
        """`hands`: which hand each world has; `kept`: an action that is never dropped."""
        self.remaining = np.arange(actions)
        """The actions that are still tried."""
        self._hands = hands
        self._kept = kept
        self._chances = np.zeros((len(hands), actions))
        self._points = np.zeros((len(hands), actions))
        self._tried = np.zeros(actions, np.int64)
        """In how many worlds each action was tried."""

    def add(self, chances: Values, points: NDArray[np.int32]) -> None:
        """Add what the remaining actions bring in more worlds."""
        first = int(self._tried[self.remaining[0]])
        last = first + len(chances)
        self._chances[first:last, self.remaining] = chances
        self._points[first:last, self.remaining] = points
        self._tried[self.remaining] = last

    def drop_worse(self) -> None:
        """Drop the actions that are clearly behind the best."""
        if self.worlds < MIN_WORLDS or len(self.remaining) == 1:
            return
        best = self._best()
        self.remaining = np.array(
            [
                action
                for action in self.remaining.tolist()
                if action in (best, self._kept)
                or self._behind(best, action) < DROP_ERRORS * self._error(best, action)
            ]
        )

    @property
    def settled(self) -> bool:
        """Whether more worlds would hardly change anything, as in a match that is decided."""
        if self.worlds < ENOUGH_WORLDS:
            return False
        best = self._best()
        return all(self._error(best, action) <= SMALL_ERROR for action in self.remaining.tolist())

    @property
    def worlds(self) -> int:
        """In how many worlds the best action was tried."""
        return int(self._tried.max())

    def results(self) -> Compared:
        """The actions as they compare now."""
        best = self._best()
        count = len(self._tried)
        behind = np.array([self._behind(best, action) for action in range(count)])
        poorer = np.array(
            [self._difference(self._points, best, action).mean() for action in range(count)]
        )
        return Compared(
            self._chances[: self.worlds, best].mean() - behind,
            self._points[: self.worlds, best].mean() - poorer,
            np.array([self._error(best, action) for action in range(count)]),
        )

    def _best(self) -> int:
        means = self._chances[: self.worlds, self.remaining].mean(axis=0)
        return int(self.remaining[int(means.argmax())])

    def _behind(self, best: int, action: int) -> float:
        return float(self._difference(self._chances, best, action).mean())

    def _difference(self, values: Values, best: int, action: int) -> Values:
        worlds = self._tried[action]
        difference: Values = values[:worlds, best] - values[:worlds, action]
        return difference

    def _error(self, best: int, action: int) -> float:
        """The standard error; worlds with the same hand are not independent of each other."""
        difference = self._difference(self._chances, best, action)
        apart = difference - difference.mean()
        by_hand = np.bincount(self._hands[: len(apart)], apart)
        return float((by_hand**2).sum() ** 0.5) / len(apart)
