"""The search: actions tried in sampled worlds until one is certainly the best, or time is up."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Bits
from hanamichi.batch.arrays import Random as Counters
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import evaluate_actions, new_workspace
from hanamichi.bots.koikoi.network.position import Position
from hanamichi.bots.koikoi.network.table_params import table_params
from hanamichi.bots.koikoi.search.action_elimination import ActionElimination
from hanamichi.bots.koikoi.search.hand_beliefs import (
    probabilities_of,
    sample_indices,
    some_hands,
)
from hanamichi.bots.koikoi.search.playouts import try_actions
from hanamichi.bots.koikoi.search.worlds import deal_worlds

HANDS = (64, 1024)
"""The fewest and the most hands sampled."""
PLAYOUTS_PER_HAND = 8
"""One hand is sampled for this many playouts."""
BATCH = (12, 256)
"""The fewest and the most worlds of a batch."""
INITIAL_RATE = 20_000.0
"""Playouts a second, before any were timed."""
MIN_WORLDS_FOR_ENDS = 500
"""From this many worlds for each action on, the ends of playouts count."""
STAGES = 5
"""A budget is spent in about this many batches."""


class SearchResult(NamedTuple):
    """What a search found."""

    action: int
    means: dict[int, float]
    """The chance of winning the match by each action, as far as it was tried."""
    worlds: int


class WorldSearch:
    """The search of one seat, kept for a whole match."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self.clock = Clock(budget, INITIAL_RATE, now)
        self._workspace = new_workspace()
        self._row: Bits = np.zeros(CELLS, np.uint64)

    def search(self, position: Position, chance: Random) -> SearchResult:
        """The action with the best chance of winning the match, within the budget."""
        self.clock.start()
        params = table_params(position.view)
        count = int(evaluate_actions(position.row, *params, self._workspace))
        elimination = ActionElimination(
            self._workspace.actions[:count].copy(), self._workspace.values[:count].copy()
        )
        rng: Counters = np.array([chance.getrandbits(64)], np.uint64)
        most = self.clock.rollouts_left(0) // PLAYOUTS_PER_HAND
        hands = some_hands(position, min(max(most, HANDS[0]), HANDS[1]), rng)
        probabilities = probabilities_of(hands, position, params, self._workspace, self._row)
        end_share = _end_share(self.clock.rollouts_left(0) // len(elimination.actions))
        spent = 0
        while not elimination.decided:
            left = self.clock.rollouts_left(spent) // len(elimination.actions)
            if left <= 0:
                break
            batch = min(max(left // STAGES, BATCH[0]), BATCH[1], left)
            worlds = np.zeros((batch, CELLS), np.uint64)
            chosen = sample_indices(probabilities, batch, chance)
            deal_worlds(
                position.row,
                1 - position.seat,
                np.uint64(position.unseen),
                hands,
                chosen,
                rng,
                worlds,
            )
            values = np.zeros((batch, len(elimination.actions)), np.float32)
            try_actions(
                worlds,
                *params,
                self._workspace,
                rng,
                self._row,
                elimination.actions,
                end_share,
                values,
            )
            spent += values.size
            elimination.add_values(values)
            elimination.drop_worse()
        means = elimination.means()
        return SearchResult(
            int(elimination.actions[int(means.argmax())]),
            elimination.dropped
            | dict(zip(elimination.actions.tolist(), means.tolist(), strict=True)),
            elimination.worlds,
        )


def _end_share(worlds: int) -> float:
    """How much the end of a playout counts: it is unbiased, but noisy in few worlds.

    Nothing where time is short; playouts are then cut short too.
    """
    return 0.0 if worlds < MIN_WORLDS_FOR_ENDS else worlds / (worlds + MIN_WORLDS_FOR_ENDS)
