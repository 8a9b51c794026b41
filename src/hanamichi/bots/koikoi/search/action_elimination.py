"""Actions compared on the same worlds; those that are surely beaten cost no more time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions
from hanamichi.bots.koikoi.network.value_network import Floats

TRUST = 10.0
"""What the network promises counts like so many worlds."""
HOPELESS = 0.08
"""An action that promises so much less than another is not tried at all."""
SURE = 1.2
"""An action is beaten when it is behind by so many standard errors."""
ENOUGH = 16
"""Nothing is beaten in fewer worlds than this."""


class ActionElimination:
    """Which actions are still in it, and what they came to in each world so far."""

    def __init__(self, actions: Actions, promises: Floats) -> None:
        self.actions = actions
        self.promises = promises.astype(np.float64)
        self.values = np.zeros((0, len(actions)))
        self.worlds = 0
        self.beaten: dict[int, float] = {}
        """What was left out, and how it stood then."""
        self._leave_out(self.promises < self.promises.max() - HOPELESS)

    def take_in(self, values: Floats) -> None:
        """What the actions came to in some more worlds."""
        self.values = np.concatenate((self.values, values))
        self.worlds += len(values)

    def standings(self) -> NDArray[np.float64]:
        """What each action is worth, as far as is known."""
        known: NDArray[np.float64] = self.values.sum(axis=0) + TRUST * self.promises
        return known / (self.worlds + TRUST)

    def drop_beaten(self) -> None:
        """Leave out what is surely worse than the best."""
        if self.worlds < ENOUGH:
            return
        standings = self.standings()
        best = int(standings.argmax())
        spread = (self.values[:, [best]] - self.values).std(axis=0) / self.worlds**0.5
        stays = standings + SURE * spread >= standings[best]
        stays[best] = True
        self._leave_out(~stays)

    def _leave_out(self, beaten: NDArray[np.bool_]) -> None:
        gone = zip(self.actions[beaten].tolist(), self.standings()[beaten].tolist(), strict=True)
        self.beaten.update(gone)
        self.actions, self.promises = self.actions[~beaten], self.promises[~beaten]
        self.values = self.values[:, ~beaten]

    @property
    def over(self) -> bool:
        """Whether there is nothing left to compare."""
        return len(self.actions) == 1
