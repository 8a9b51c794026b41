"""What each legal action is worth: worlds that the seat cannot tell apart, played to the end.

All actions are tried in the same worlds, and both seats go on by the network's policy, which sees
no hidden card either. So an action is worth what it brings against a strong player who cannot
look into anyone's hand.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions, Bits
from hanamichi.batch.arrays import Random as Counters
from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Sight
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import MAX_POINTS, new_workspace
from hanamichi.bots.koikoi.network.position import Position, position_of
from hanamichi.bots.koikoi.network.table_params import TableParams, table_params
from hanamichi.bots.koikoi.search.hand_beliefs import (
    count_hands,
    every_hand,
    probabilities_of,
    sample_indices,
    some_hands,
)
from hanamichi.bots.koikoi.search.round_ends import points_of_actions
from hanamichi.bots.koikoi.search.worlds import deal_worlds
from hanamichi.koikoi.actions import KEEP, SWAP, KoiKoiAction
from hanamichi.koikoi.cards import indices_in
from hanamichi.review.koikoi.comparison import Compared, Comparison, Values
from hanamichi.review.koikoi.every_world import count_worlds, every_world

BATCH = 128
"""Worlds tried before the actions are compared anew."""
HAND_SIZE = 8


class Effort(NamedTuple):
    """How much is calculated for a decision."""

    worlds: int
    """Worlds that the actions are tried in."""
    hands: int
    """Hands of the other seat that the worlds are chosen from."""
    exact: int
    """If there are no more worlds than this, the actions are tried in all of them."""


class ActionValue(NamedTuple):
    """What an action is worth to the seat that takes it."""

    action: KoiKoiAction
    chance: float
    """Of winning the match; a draw is half a win."""
    points: float
    """Of this round, those of the other seat negative."""
    error: float
    """The standard error of how far the chance is behind that of the best action."""


class Valuation(NamedTuple):
    """The legal actions of a decision, compared."""

    actions: tuple[ActionValue, ...]
    """The best first."""
    worlds: int
    """In how many worlds the best one was tried."""
    exact: bool = False
    """Whether these were all worlds there are, so that no error is left."""

    @property
    def best(self) -> ActionValue:
        """The best action."""
        return self.actions[0]

    def of(self, action: KoiKoiAction) -> ActionValue:
        """The value of an action."""
        return next(each for each in self.actions if each.action == action)


class ActionValuer:
    """Compares the actions of one decision after the other."""

    def __init__(self) -> None:
        self._workspace = new_workspace()
        self._row: Bits = np.zeros(CELLS, np.uint64)

    def compare(
        self, sight: Sight, effort: Effort, chance: Random, chosen: KoiKoiAction | None = None
    ) -> Valuation:
        """The value of every legal action; the one `chosen` is tried in every world.

        The same sight, effort and random numbers give the same values.
        """
        position = position_of(sight)
        params = table_params(position.view)
        rng: Counters = np.array([chance.getrandbits(64)], np.uint64)
        legal = cast(tuple[KoiKoiAction, ...], tuple(sight.legal))
        if SWAP in legal:
            return self._before_the_swap(position, params, effort, rng, chance)
        if count_worlds(position) <= effort.exact:
            return self._in_every_world(position, params, legal, rng)
        if count_hands(position) <= effort.hands:
            hands = every_hand(position)
        else:
            hands = some_hands(position, effort.hands, rng)
        probabilities = probabilities_of(hands, position, params, self._workspace, self._row)
        held = sample_indices(probabilities, effort.worlds, chance)
        comparison = Comparison(len(legal), held, None if chosen is None else legal.index(chosen))
        actions = _ids(legal)
        for first in range(0, effort.worlds, BATCH):
            batch = held[first : first + BATCH]
            worlds = np.zeros((len(batch), CELLS), np.uint64)
            unseen = np.uint64(position.unseen)
            deal_worlds(position.row, 1 - position.seat, unseen, hands, batch, rng, worlds)
            points = self._play(worlds, params, actions[comparison.remaining], rng)
            comparison.add(_chances(points, params, position), points)
            comparison.drop_worse()
            if comparison.settled:
                break
        return Valuation(_sorted(legal, comparison.results()), comparison.worlds)

    def _in_every_world(
        self,
        position: Position,
        params: TableParams,
        legal: tuple[KoiKoiAction, ...],
        rng: Counters,
    ) -> Valuation:
        hands = every_hand(position)
        probabilities = probabilities_of(hands, position, params, self._workspace, self._row)
        worlds, weights = every_world(position, hands, probabilities)
        points = self._play(worlds, params, _ids(legal), rng)
        chances = weights @ _chances(points, params, position)
        compared = Compared(chances, weights @ points, np.zeros(len(legal)))
        return Valuation(_sorted(legal, compared), len(worlds), exact=True)

    def _before_the_swap(
        self,
        position: Position,
        params: TableParams,
        effort: Effort,
        rng: Counters,
        chance: Random,
    ) -> Valuation:
        """Nobody has looked at a hand, so both are worth the same, whatever the field."""
        field = indices_in(int(position.row[r.FIELD]))
        unseen = list(indices_in(position.unseen))
        worlds = np.repeat(position.row[None], effort.worlds, axis=0)
        decks = np.zeros((len(worlds), 48), np.uint8)
        for deck, world in zip(decks, worlds, strict=True):
            chance.shuffle(unseen)
            deck[:] = (*field, *unseen)
            for seat in range(2):
                hand = unseen[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]
                world[r.HANDS + seat] = sum(1 << card for card in hand)
        worlds[:, r.DECK : r.DECK + 6] = decks.view(np.uint64)
        worlds[:, r.TOP] = len(field) + 2 * HAND_SIZE
        points = self._play(worlds, params, _ids((KEEP,)), rng)
        won, mean = float(_chances(points, params, position).mean()), float(points.mean())
        actions = tuple(ActionValue(action, won, mean, 0.0) for action in (KEEP, SWAP))
        return Valuation(actions, effort.worlds)

    def _play(
        self, worlds: Bits, params: TableParams, actions: Actions, rng: Counters
    ) -> NDArray[np.int32]:
        points = np.zeros((len(worlds), len(actions)), np.int32)
        points_of_actions(worlds, *params, self._workspace, rng, self._row, actions, points)
        return points


def _ids(actions: tuple[KoiKoiAction, ...]) -> Actions:
    return np.array([setup.action_id(action) for action in actions], np.int32)


def _chances(points: NDArray[np.int32], params: TableParams, position: Position) -> Values:
    """The chance of winning the match after a round with these points."""
    places = MAX_POINTS + np.clip(points, -MAX_POINTS, MAX_POINTS)
    chances: Values = params.stakes.points[position.seat, places].astype(np.float64)
    return chances


def _sorted(legal: tuple[KoiKoiAction, ...], compared: Compared) -> tuple[ActionValue, ...]:
    values = map(ActionValue, legal, *(each.tolist() for each in compared))
    return tuple(sorted(values, key=lambda value: -value.chance))
