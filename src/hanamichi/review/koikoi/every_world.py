"""All worlds of a position near the end of a round, where there are few."""

from __future__ import annotations

import itertools
import math

import numpy as np

from hanamichi.batch.arrays import Bits
from hanamichi.batch.koikoi import row as r
from hanamichi.bots.koikoi.network.position import Position
from hanamichi.bots.koikoi.search.hand_beliefs import Probabilities, count_hands
from hanamichi.koikoi.cards import indices_in


def cards_to_turn(position: Position) -> int:
    """How many cards of the stock are turned in this round, at most: one for each card in hand."""
    return min(sum(position.view.hand_sizes), position.view.stock)


def count_worlds(position: Position) -> int:
    """In how many ways the other hand and the cards to be turned may lie."""
    return count_hands(position) * math.perm(position.view.stock, cards_to_turn(position))


def every_world(
    position: Position, hands: Bits, probabilities: Probabilities
) -> tuple[Bits, Probabilities]:
    """Every order of the cards to be turned, for each of these hands; with their probabilities."""
    size, turned = position.view.stock, cards_to_turn(position)
    orders = np.array(list(itertools.permutations(range(size), turned)), np.intp)
    rest = np.array([sorted(set(range(size)).difference(order)) for order in orders.tolist()])
    places = np.concatenate((orders, rest.reshape(len(orders), -1).astype(np.intp)), axis=1)
    worlds = np.repeat(position.row[None], len(hands) * len(orders), axis=0)
    decks = np.zeros((len(worlds), 48), np.uint8)
    for n, hand in enumerate(hands.tolist()):
        stock = np.array(indices_in(position.unseen & ~hand), np.uint8)
        some = slice(n * len(orders), (n + 1) * len(orders))
        decks[some, 48 - size :] = stock[places]
        worlds[some, r.HANDS + 1 - position.seat] = hand
    worlds[:, r.DECK : r.DECK + 6] = decks.view(np.uint64)
    worlds[:, r.TOP] = 48 - size
    return worlds, np.repeat(probabilities / len(orders), len(orders))
