"""Lists of hands that a seat may hold: written, weighed and extended by kernels."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Row, Rows, Word
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.search.hand_sampling import Counts, SlotWeights

Weights: TypeAlias = NDArray[np.float64]
"""The weight of each hand of a list."""


@routine
def list_hands(
    counts: Counts, possible: SlotWeights, size: Word, cards: Word, hand: Row, hands: Rows
) -> Word:
    """Write every hand that the facts allow; how many there are, or -1 for too many to write."""
    found = 0
    slot = 0
    for n in range(size):
        hand[n] = cards
    while slot >= 0:
        last = np.int64(hand[slot])
        if last < cards:
            counts[last] += 1
        card = (last + 1) % (cards + 1)
        while card < cards and (counts[card] <= 0 or possible[slot, card] <= 0.0):
            card += 1
        if card >= cards:
            hand[slot] = cards
            slot -= 1
            continue
        hand[slot] = card
        counts[card] -= 1
        if slot + 1 < size:
            slot += 1
            continue
        if found == hands.shape[0]:
            for n in range(size):
                counts[hand[n]] += 1
            return -1
        for n in range(size):
            hands[found, n] = hand[n]
        found += 1
    return found


@routine
def weigh_hands(
    hands: Rows, counts: Counts, possible: SlotWeights, size: Word, weights: Weights
) -> None:
    """In how many ways each hand can be dealt; 0 where the facts forbid it."""
    for n in range(hands.shape[0]):
        ways = 1.0
        for slot in range(size):
            card = hands[n, slot]
            left = counts[card]
            for earlier in range(slot):
                left -= hands[n, earlier] == card
            ways *= max(left, 0) if possible[slot, card] > 0.0 else 0
        weights[n] = ways


@routine
def extend_hands(hands: Rows, source: Weights, cards: Word, longer: Rows, weights: Weights) -> None:
    """Append every card to every hand, and repeat its weight."""
    size = hands.shape[1]
    at = 0
    for n in range(hands.shape[0]):
        for card in range(cards):
            for slot in range(size):
                longer[at, slot] = hands[n, slot]
            longer[at, size] = card
            weights[at] = source[n]
            at += 1
