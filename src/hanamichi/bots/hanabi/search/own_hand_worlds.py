"""The hands that a seat may hold: counted, sampled or listed with their exact weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi import row as r
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    WAYS_SHAPE,
    Counts,
    SlotWeights,
    Ways,
    count_hands,
    unseen_cards,
)


class OwnHand(NamedTuple):
    """What a seat believes of its hand: a weight of each card in each slot."""

    counts: Counts
    slot_weights: SlotWeights
    size: int
    kinds: int
    """How many different cards the table has."""
    ways: Ways

    @classmethod
    def of(cls, row: Row, o: OptionVector, seat: int, slot_weights: SlotWeights) -> OwnHand | None:
        """The hands with these weights; None if there is none."""
        counts, ways = np.zeros(CARDS, np.int64), np.zeros(WAYS_SHAPE)
        unseen_cards(row, o, seat, counts)
        size, kinds = int(row[r.HAND_SIZES + seat]), 5 * int(o[r.O_SUITS])
        if count_hands(counts, slot_weights, size, kinds, ways) <= 0:
            return None
        return cls(counts, slot_weights, size, kinds, ways)


class ListedWorlds(NamedTuple):
    """Every world, with its weight."""

    cards: NDArray[np.uint8]
    """A row for each: the hand, the oldest card first, then the deck in the order of drawing."""
    weights: NDArray[np.float64]


def list_worlds(hand: OwnHand, deck: int, most: int) -> ListedWorlds | None:
    """Every hand with every order of the deck; None if there are more than `most`."""
    counts = {card: int(n) for card, n in enumerate(hand.counts) if n > 0}
    slots = [
        {card: float(weight) for card, weight in enumerate(weights) if weight > 0}
        for weights in hand.slot_weights[: hand.size]
    ]
    worlds: list[tuple[int, ...]] = []
    weights: list[float] = []
    for cards, weight in _fillings(counts, slots, deck):
        if len(worlds) >= most:
            return None
        worlds.append(cards)
        weights.append(weight)
    return ListedWorlds(np.array(worlds, np.uint8), np.array(weights))


def _fillings(
    counts: dict[int, int], slots: list[dict[int, float]], deck: int
) -> Iterator[tuple[tuple[int, ...], float]]:
    """The cards of each world, the hand first, and the weighted ways to deal it."""
    if not slots and not deck:
        yield (), 1.0
        return
    for card, copies in counts.items():
        weight = slots[0].get(card, 0.0) if slots else 1.0
        if copies and weight:
            left = {**counts, card: copies - 1}
            for rest, ways in _fillings(left, slots[1:], deck if slots else deck - 1):
                yield (card, *rest), copies * weight * ways
