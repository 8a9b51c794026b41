"""Match equity: the chance of winning the match from every score.

How rounds end is estimated by self-play at the table's rules; the rest is computed backwards from
the last round.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from hanamichi.batch.koikoi import setup
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import MAX_POINTS, Stakes, new_workspace
from hanamichi.bots.koikoi.network.self_play import play_rounds
from hanamichi.bots.koikoi.network.value_network import DRAWN, EDGES, RESULTS, trained_weights
from hanamichi.core import Seat
from hanamichi.koikoi.options import DrawnDealer, KoiKoiOptions

ROUNDS = 5000
"""How many rounds are played for the estimate."""
SEED = 20261115
REACH = 600
"""A larger lead is worth no more."""
HORIZON = 24
"""With more rounds left, leads are scaled down to this many."""

Chances = NDArray[np.float64]

_POINTS = np.arange(-MAX_POINTS, MAX_POINTS + 1)
_LEADS = np.arange(-REACH, REACH + 1)


def mixtures(ends: Chances) -> Chances:
    """For each result class of the network, the distribution of its points."""
    sizes = ends[MAX_POINTS:] + ends[MAX_POINTS::-1] + 1e-6
    spread = np.zeros((RESULTS, len(_POINTS)))
    spread[DRAWN, MAX_POINTS] = 1.0
    for n, low in enumerate(EDGES):
        high = EDGES[n + 1] if n + 1 < len(EDGES) else MAX_POINTS + 1
        share = sizes[low:high] / sizes[low:high].sum()
        spread[DRAWN + 1 + n, MAX_POINTS + low : MAX_POINTS + high] = share
        spread[DRAWN - 1 - n, MAX_POINTS - high + 1 : MAX_POINTS - low + 1] = share[::-1]
    return spread


class Equity:
    """The chance of winning a match, by rounds left, lead, and whether the seat deals next."""

    def __init__(self, ends: Chances, *, same_dealer: bool) -> None:
        """`ends`: how often a round ends with each number of points for its dealer."""
        self._same_dealer = same_dealer
        self._mixtures = mixtures(ends)
        self.spread = float((ends * _POINTS**2).sum() ** 0.5)
        """The standard size of a round's result, in points."""
        table = np.zeros((HORIZON + 1, 2, len(_LEADS)))
        table[0] = np.where(_LEADS > 0, 1.0, np.where(_LEADS < 0, 0.0, 0.5))
        for left in range(1, HORIZON + 1):
            for deals in (0, 1):
                mine = ends if deals else ends[::-1]
                for place in np.flatnonzero(mine):
                    points = int(_POINTS[place])
                    leads = np.clip(_LEADS + points, -REACH, REACH) + REACH
                    then = self._deals_next(points, deals=bool(deals))
                    table[left, deals] += mine[place] * table[left - 1, int(then), leads]
        self._table = table

    def _deals_next(self, points: int, *, deals: bool) -> bool:
        """Whether a seat deals after winning or losing these points."""
        return points > 0 if points else deals == self._same_dealer

    def after(self, left: int, lead: int, *, deals: bool) -> Chances:
        """The chance of winning after this round, for every number of points lost or won in it.

        `left` rounds follow; `deals`: whether the seat deals in this round.
        """
        won, lost = (self._at(left, lead + _POINTS, deals=then) for then in (True, False))
        chances: Chances = np.where(_POINTS > 0, won, lost)
        if self._deals_next(0, deals=deals):
            chances[MAX_POINTS] = won[MAX_POINTS]
        return chances

    def before(self, left: int, lead: int, *, deals: bool) -> float:
        """The chance of winning before the cards are dealt, with `left` rounds to play."""
        return float(self._at(left, np.array([lead]), deals=deals)[0])

    def _at(self, left: int, leads: NDArray[np.int64], *, deals: bool) -> Chances:
        """The chance of winning at these leads, with `left` rounds to play."""
        near = min(left, HORIZON)
        scaled = leads * (near / left) ** 0.5 if left > near else leads
        chances: Chances = np.interp(scaled, _LEADS, self._table[near, int(deals)])
        return chances

    def stakes(self, left: int, lead: int, dealer: Seat) -> Stakes:
        """The stakes of a round with `left` rounds to follow and this lead of seat 0."""
        first = self.after(left, lead, deals=dealer == 0)
        second = self.after(left, -lead, deals=dealer == 1)
        return _stakes(np.stack((first, second)), self._mixtures)


def _stakes(points: Chances, spread: Chances) -> Stakes:
    return Stakes((points @ spread.T).astype(np.float32), points.astype(np.float32))


@lru_cache(maxsize=1)
def points_stakes() -> Stakes:
    """Stakes for playing for points, whatever the score."""
    even = np.ones(len(_POINTS)) / len(_POINTS)
    return _stakes(np.stack((_POINTS, _POINTS)).astype(np.float64), mixtures(even))


def equity_of(options: KoiKoiOptions) -> Equity:
    """The equity at a table of these rules, for any number of rounds."""
    return _simulated(structs.replace(options, rounds=1, first_dealer=None))


@lru_cache(maxsize=64)
def _simulated(options: KoiKoiOptions) -> Equity:
    o = setup.option_vector(options)
    net = trained_weights().at(o)
    stakes = points_stakes()
    results = np.zeros((ROUNDS, 2), np.int32)
    play_rounds(
        np.zeros(CELLS, np.uint64),
        o,
        setup.template(options),
        np.array([SEED], np.uint64),
        (net, net),
        (stakes, stakes),
        new_workspace(),
        results,
    )
    dealt, won = results.T
    points = np.clip(np.where(dealt == 0, won, -won), -MAX_POINTS, MAX_POINTS)
    ends = np.bincount(points + MAX_POINTS, minlength=len(_POINTS)) / ROUNDS
    return Equity(ends, same_dealer=options.drawn_dealer is DrawnDealer.SAME)
