"""Trying actions in worlds that could be until one is surely the best, or time is up."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits
from hanamichi.batch.arrays import Random as Counters
from hanamichi.batch.koikoi import row as r
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.koikoi.network.equity import equity_of, points_alone
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import new_workspace, weigh
from hanamichi.bots.koikoi.network.position import Position
from hanamichi.bots.koikoi.network.table_params import Table, table_of
from hanamichi.bots.koikoi.network.value_network import Floats
from hanamichi.bots.koikoi.search.action_elimination import ActionElimination
from hanamichi.bots.koikoi.search.playouts import try_actions
from hanamichi.bots.koikoi.search.worlds import (
    ANY,
    DULL,
    LUCKY,
    Doubt,
    deal_worlds,
    explain,
    imagine_hands,
)

HEAT, SLACK = 0.04, 0.05
"""How far the other seat is trusted: so much of what a round is about is all the same to it.

In points: nobody else is thought to look at the match.
"""
HANDS = (64, 1024)
"""The fewest and the most hands that are imagined."""
TRIALS_OF_A_HAND = 8
"""One hand is imagined for so many trials."""
GO = (12, 256)
"""The fewest and the most worlds that are tried in one go."""
FIRST_PACE = 20_000.0
"""Trials a second, before any were timed."""
MANY = 500
"""So many worlds for each action make ends worth playing for."""
STAGES = 5
"""A budget is spent in about so many goes."""


class SearchResult(NamedTuple):
    """What thinking came to."""

    action: int
    standings: dict[int, float]
    """The chance of winning the match by each action, as far as it was tried."""
    worlds: int


class WorldSearch:
    """One seat's workspace, kept for a whole match."""

    def __init__(self, budget: Budget) -> None:
        self.clock = Clock(budget, FIRST_PACE)
        self._workspace = new_workspace()
        self._row: Bits = np.zeros(CELLS, np.uint64)

    def think(self, position: Position, chance: Random) -> SearchResult:
        """The action that wins most matches, as far as time allows to find out."""
        self.clock.start()
        table = table_of(position.view)
        count = int(weigh(position.row, *table, self._workspace))
        race = ActionElimination(
            self._workspace.actions[:count].copy(), self._workspace.values[:count].copy()
        )
        rng: Counters = np.array([chance.getrandbits(64)], np.uint64)
        hands, likely = self._imagine(position, table, rng)
        end_share = _share_of_ends(self.clock.trials_left(0) // len(race.actions))
        spent = 0
        while not race.over:
            left = self.clock.trials_left(spent) // len(race.actions)
            if left <= 0:
                break
            go = min(max(left // STAGES, GO[0]), GO[1], left)
            worlds = np.zeros((go, CELLS), np.uint64)
            chosen = _drawn(likely, go, chance)
            deal_worlds(
                position.row,
                1 - position.seat,
                np.uint64(position.unseen),
                hands,
                chosen,
                rng,
                worlds,
            )
            values = np.zeros((go, len(race.actions)), np.float32)
            try_actions(
                worlds, *table, self._workspace, rng, self._row, race.actions, end_share, values
            )
            spent += values.size
            race.take_in(values)
            race.drop_beaten()
        standings = race.standings()
        return SearchResult(
            int(race.actions[int(standings.argmax())]),
            race.beaten | dict(zip(race.actions.tolist(), standings.tolist(), strict=True)),
            race.worlds,
        )

    def _imagine(self, position: Position, table: Table, rng: Counters) -> tuple[Bits, Floats]:
        """Hands that the other seat may hold, and how likely each is after all it has played."""
        view, other = position.view, 1 - position.seat
        luck = ANY if not view.options.lucky_hands else LUCKY if view.both_lucky else DULL
        most = self.clock.trials_left(0) // TRIALS_OF_A_HAND
        hands = np.zeros(min(max(most, HANDS[0]), HANDS[1]), np.uint64)
        size = view.hand_sizes[other] - position.known.bit_count()
        played = int(position.row[r.PLAYED + other])
        imagine_hands(
            np.uint64(position.possible),
            np.uint64(position.known),
            size,
            np.uint64(played),
            luck,
            rng,
            hands,
        )
        surprises = np.zeros(len(hands), np.float32)
        explain(
            position.past,
            position.plays,
            table.o,
            table.net,
            points_alone(),
            self._workspace,
            Doubt(HEAT * equity_of(view.options).spread, SLACK),
            self._row,
            hands,
            surprises,
        )
        likely = np.exp(surprises.min() - surprises.astype(np.float64))
        return hands, likely / likely.sum()


def _share_of_ends(worlds: int) -> float:
    """How much the end of a playout counts: it is the truth, but only in many worlds a clear one.

    Nothing at all where time is short, and then a playout is too.
    """
    return 0.0 if worlds < MANY else worlds / (worlds + MANY)


def _drawn(likely: Floats, count: int, chance: Random) -> Actions:
    """Places drawn by their likelihood, as evenly as can be, in random order."""
    marks = (np.arange(count) + chance.random()) / count
    places = np.minimum(np.searchsorted(likely.cumsum(), marks), len(likely) - 1)
    order = list(range(count))
    chance.shuffle(order)
    return places[order].astype(np.int32)
