"""Compares all actions in the same worlds, played on to the end of the round."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits
from hanamichi.batch.arrays import Random as Counters
from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Sight
from hanamichi.bots.koikoi.network.equity import Chances, equity_of, points_stakes
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import evaluate_actions, new_workspace
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.network.table_params import table_params
from hanamichi.bots.koikoi.search.playouts import try_actions
from hanamichi.bots.koikoi.search.world_search import HEAT, SLACK
from hanamichi.bots.koikoi.search.worlds import (
    ANY,
    DULL,
    LUCKY,
    OpponentModel,
    deal_worlds,
    sample_hands,
    score_hands,
)
from hanamichi.core import Action

HANDS = 1024
"""How many hands of the other seat are sampled for each batch of worlds."""
BATCH = 512
"""Worlds for the same sample of hands."""


class Standing(NamedTuple):
    """An action, and how it compares with the best one."""

    action: Action
    value: float
    """The chance of winning the match."""
    behind: float
    """How much less than the best action, in the worlds that both were tried in."""
    error: float
    """The standard error of that."""


class Judge:
    """The actions of one position. It is given a sight, so that it knows no hidden card."""

    def __init__(self, sight: Sight, seed: str, *, even: bool = False) -> None:
        """`even`: any possible hand of the other seat is as likely, whatever it has played."""
        self._chance = Random(seed)
        self._rng: Counters = np.array([self._chance.getrandbits(64)], np.uint64)
        self._workspace = new_workspace()
        self._row: Bits = np.zeros(CELLS, np.uint64)
        self._even = even
        self._position = position_of(sight)
        self._params = table_params(self._position.view)
        count = int(evaluate_actions(self._position.row, *self._params, self._workspace))
        self._actions: Actions = self._workspace.actions[:count].copy()
        self._tried = np.ones(count, np.bool_)
        """The actions that are still tried."""
        self._values: Chances = np.zeros((0, count))
        self._means: Chances = np.zeros(count)
        self._behind: Chances = np.zeros(count)
        self._errors: Chances = np.full(count, np.inf)
        self.worlds = 0

    def try_worlds(self, count: int) -> None:
        """Try the remaining actions in more worlds."""
        while count > 0:
            batch = min(count, BATCH)
            values = np.full((batch, len(self._actions)), np.nan)
            values[:, self._tried] = self._batch(batch)
            self._values = np.concatenate((self._values, values))
            self.worlds += batch
            count -= batch
        self._compare()

    def drop(self, errors: float) -> None:
        """Stop trying actions that are behind the second-best by so many errors."""
        tried = np.flatnonzero(self._tried)
        second = np.sort(self._behind[tried])[1]
        surely = self._behind - errors * self._errors
        self._tried &= ~(surely > second)

    def standings(self) -> list[Standing]:
        """All actions, the best first."""
        listed = [
            Standing(
                setup.action_of(int(action)),
                float(self._means[n]),
                float(self._behind[n]),
                float(self._errors[n]),
            )
            for n, action in enumerate(self._actions)
        ]
        return sorted(listed, key=lambda each: each.behind)

    def _compare(self) -> None:
        tried = np.flatnonzero(self._tried)
        values = self._values[:, tried]
        means = values.mean(axis=0)
        best = int(means.argmax())
        lost = values[:, [best]] - values
        self._means[tried] = means
        self._behind[tried] = lost.mean(axis=0)
        self._errors[tried] = lost.std(axis=0, ddof=1) / len(values) ** 0.5
        # What was dropped lost to what was the best action then: its value follows from the loss.
        dropped = np.flatnonzero(~self._tried)
        self._means[dropped] = means[best] - self._behind[dropped]

    def _batch(self, count: int) -> Chances:
        hands, probabilities = self._sample_hands()
        marks = (np.arange(count) + self._chance.random()) / count
        chosen = np.minimum(np.searchsorted(probabilities.cumsum(), marks), len(hands) - 1)
        position = self._position
        worlds = np.zeros((count, CELLS), np.uint64)
        deal_worlds(
            position.row,
            1 - position.seat,
            np.uint64(position.unseen),
            hands,
            chosen.astype(np.int32),
            self._rng,
            worlds,
        )
        actions = self._actions[self._tried]
        values = np.zeros((count, len(actions)), np.float32)
        try_actions(
            worlds, *self._params, self._workspace, self._rng, self._row, actions, 1.0, values
        )
        return values.astype(np.float64)

    def _sample_hands(self) -> tuple[Bits, Chances]:
        """Hands of the other seat, and how likely each is after all that it has played."""
        position = self._position
        view, other = position.view, 1 - position.seat
        luck = ANY if not view.options.lucky_hands else LUCKY if view.both_lucky else DULL
        hands = np.zeros(HANDS, np.uint64)
        sample_hands(
            np.uint64(position.possible),
            np.uint64(position.known),
            view.hand_sizes[other] - position.known.bit_count(),
            np.uint64(position.row[r.PLAYED + other]),
            luck,
            self._rng,
            hands,
        )
        if self._even:
            return hands, np.full(HANDS, 1 / HANDS)
        surprisals = np.zeros(HANDS, np.float32)
        score_hands(
            position.past,
            position.plays,
            self._params.o,
            self._params.net,
            points_stakes(),
            self._workspace,
            OpponentModel(HEAT * equity_of(view.options).spread, SLACK),
            self._row,
            hands,
            surprisals,
        )
        probabilities = np.exp(surprisals.min() - surprisals.astype(np.float64))
        return hands, probabilities / probabilities.sum()
