"""What a seat believes about the other hand: possible hands, and how probable each is."""

from __future__ import annotations

import itertools
import math
from random import Random

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions, Bits
from hanamichi.batch.arrays import Random as Counters
from hanamichi.batch.koikoi import row as r
from hanamichi.bots.koikoi.network.equity import equity_of, points_stakes
from hanamichi.bots.koikoi.network.one_ply_policy import Workspace
from hanamichi.bots.koikoi.network.position import Position
from hanamichi.bots.koikoi.network.table_params import TableParams
from hanamichi.bots.koikoi.search.worlds import (
    ANY,
    DULL,
    LUCKY,
    OpponentModel,
    sample_hands,
    score_hands,
)
from hanamichi.koikoi.cards import indices_in
from hanamichi.koikoi.deal import pattern_in

Probabilities = NDArray[np.float64]

HEAT, SLACK = 0.04, 0.05
"""The model of the other seat: temperature, as a share of a round's spread, and random moves.

In points: it is not assumed to consider the match score.
"""


def hidden_cards(position: Position) -> int:
    """How many cards of the other hand are not known."""
    return position.view.hand_sizes[1 - position.seat] - position.known.bit_count()


def count_hands(position: Position) -> int:
    """How many hands the other seat may hold, lucky ones included."""
    return math.comb(position.possible.bit_count(), hidden_cards(position))


def every_hand(position: Position) -> Bits:
    """Every hand that the other seat may hold, in a fixed order."""
    luck, played = _luck(position), _played(position)
    hands = []
    for cards in itertools.combinations(indices_in(position.possible), hidden_cards(position)):
        hand = position.known | sum(1 << card for card in cards)
        lucky = pattern_in(indices_in(hand | played)) is not None
        if luck == ANY or lucky == (luck == LUCKY):
            hands.append(hand)
    return np.array(hands, np.uint64)


def some_hands(position: Position, count: int, rng: Counters) -> Bits:
    """Hands of the other seat, each as probable as it is dealt."""
    hands = np.zeros(count, np.uint64)
    sample_hands(
        np.uint64(position.possible),
        np.uint64(position.known),
        hidden_cards(position),
        np.uint64(_played(position)),
        _luck(position),
        rng,
        hands,
    )
    return hands


def probabilities_of(
    hands: Bits, position: Position, params: TableParams, workspace: Workspace, row: Bits
) -> Probabilities:
    """How probable each of some hands is after all that the other seat has played."""
    surprisals = np.zeros(len(hands), np.float32)
    score_hands(
        position.past,
        position.plays,
        params.o,
        params.net,
        points_stakes(),
        workspace,
        OpponentModel(HEAT * equity_of(position.view.options).spread, SLACK),
        row,
        hands,
        surprisals,
    )
    weights: Probabilities = np.exp(surprisals.min() - surprisals.astype(np.float64))
    weights /= weights.sum()
    return weights


def sample_indices(probabilities: Probabilities, count: int, chance: Random) -> Actions:
    """Indices sampled by their probability (systematic sampling), in random order."""
    marks = (np.arange(count) + chance.random()) / count
    indices = np.minimum(np.searchsorted(probabilities.cumsum(), marks), len(probabilities) - 1)
    order = list(range(count))
    chance.shuffle(order)
    return indices[order].astype(np.int32)


def _played(position: Position) -> int:
    return int(position.row[r.PLAYED + 1 - position.seat])


def _luck(position: Position) -> int:
    view = position.view
    return ANY if not view.options.lucky_hands else LUCKY if view.both_lucky else DULL
