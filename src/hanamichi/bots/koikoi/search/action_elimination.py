"""Compares actions in the same worlds, and drops those that are certainly worse."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions
from hanamichi.bots.koikoi.network.value_network import Floats

PRIOR_WORLDS = 10.0
"""The network's value counts like this many worlds."""
MAX_PRIOR_GAP = 0.08
"""An action whose network value is this much lower is not tried."""
DROP_ERRORS = 1.2
"""An action is dropped when it is behind by this many standard errors."""
MIN_WORLDS = 16
"""No action is dropped in fewer worlds."""


class ActionElimination:
    """The remaining actions and their values in each world so far."""

    def __init__(self, actions: Actions, prior: Floats) -> None:
        """`prior`: what the network says that each action is worth."""
        self.actions = actions
        self.prior = prior.astype(np.float64)
        self.values = np.zeros((0, len(actions)))
        self.worlds = 0
        self.dropped: dict[int, float] = {}
        """The dropped actions, and their means at that time."""
        self._drop(self.prior < self.prior.max() - MAX_PRIOR_GAP)

    def add_values(self, values: Floats) -> None:
        """Add the values of the actions in more worlds."""
        self.values = np.concatenate((self.values, values))
        self.worlds += len(values)

    def means(self) -> NDArray[np.float64]:
        """The mean value of each remaining action."""
        total: NDArray[np.float64] = self.values.sum(axis=0) + PRIOR_WORLDS * self.prior
        return total / (self.worlds + PRIOR_WORLDS)

    def drop_worse(self) -> None:
        """Drop the actions that are certainly worse than the best."""
        if self.worlds < MIN_WORLDS:
            return
        means = self.means()
        best = int(means.argmax())
        spread = (self.values[:, [best]] - self.values).std(axis=0) / self.worlds**0.5
        stays = means + DROP_ERRORS * spread >= means[best]
        stays[best] = True
        self._drop(~stays)

    def _drop(self, dropped: NDArray[np.bool_]) -> None:
        gone = zip(self.actions[dropped].tolist(), self.means()[dropped].tolist(), strict=True)
        self.dropped.update(gone)
        self.actions, self.prior = self.actions[~dropped], self.prior[~dropped]
        self.values = self.values[:, ~dropped]

    @property
    def decided(self) -> bool:
        """Whether a single action remains."""
        return len(self.actions) == 1
