"""Exact counting and sampling of the hands that a seat may hold.

Each slot has a weight for each card, 0 where it cannot be that card. The weight of a hand is the
number of ways to deal it from the unseen copies, without replacement, times the weights of its
slots. A table over cards and sets of slots still empty counts all hands together (dynamic
programming); hands are then sampled from the table with their exact probabilities.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Rows, Word
from hanamichi.batch.bits import next_random
from hanamichi.batch.hanabi.kernel import discarded, step_of
from hanamichi.batch.hanabi.row import (
    CARD,
    FIREWORKS,
    HAND_SIZES,
    NO_CARD,
    O_COPIES,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    SLOT_BYTES,
    SLOTS,
    SUITS_LEFT,
    VALUES_LEFT,
)
from hanamichi.batch.jit import kernel, routine

Ways: TypeAlias = NDArray[np.float64]
"""By card and set of slots still empty: in how many ways this and later cards can fill them."""
Counts: TypeAlias = NDArray[np.int64]
"""How many copies of each card a seat does not see."""
SlotWeights: TypeAlias = NDArray[np.float64]
"""For each slot, the weight of each card; 0 where it cannot be that card."""

CARDS = 40
MAX_HAND = 5
"""The most cards in a hand."""
WAYS_SHAPE = (CARDS + 1, 1 << MAX_HAND)
WEIGHTS_SHAPE = (MAX_HAND, CARDS)

_UNIT = 1.0 / (1 << 53)


@kernel
def unseen_cards(row: Row, o: OptionVector, seat: Word, counts: Counts) -> None:
    """Count the copies of each card that are neither on the table nor in another hand."""
    for card in range(5 * o[O_SUITS]):
        played = row[FIREWORKS + card // 5] > step_of(o, card)
        counts[card] = o[O_COPIES + card] - discarded(row, o, card) - (1 if played else 0)
    for other in range(o[O_PLAYERS]):
        if other != seat:
            at = SLOTS + other * o[O_HAND] * SLOT_BYTES + CARD
            for _ in range(row[HAND_SIZES + other]):
                if row[at] != NO_CARD:
                    counts[row[at]] -= 1
                at += SLOT_BYTES


def slots_by_clues(row: Row, o: OptionVector, seat: int) -> SlotWeights:
    """The cards that the clues leave possible in each slot."""
    cards = np.arange(CARDS)
    found = np.zeros(WEIGHTS_SHAPE)
    for slot in range(int(row[HAND_SIZES + seat])):
        at = SLOTS + (seat * int(o[O_HAND]) + slot) * SLOT_BYTES
        found[slot] = (row[at + SUITS_LEFT] >> cards // 5 & 1) & (
            row[at + VALUES_LEFT] >> cards % 5 & 1
        )
    return found


@kernel
def possible_slots(slot_weights: SlotWeights, size: Word, card: Word) -> Word:
    """The slots that may hold a card, as bits."""
    slots = 0
    for slot in range(size):
        if slot_weights[slot, card] > 0.0:
            slots |= 1 << slot
    return slots


@kernel
def ways_to_deal(
    counts: Counts, slot_weights: SlotWeights, size: Word, card: Word, taken: Word
) -> Word:
    """In how many weighted ways the slots of a set take copies of one card."""
    ways = 1.0
    copies = counts[card]
    for slot in range(size):
        if taken >> slot & 1:
            ways *= max(copies, 0) * slot_weights[slot, card]
            copies -= 1
    return ways


@routine
def count_hands(
    counts: Counts, slot_weights: SlotWeights, size: Word, cards: Word, ways: Ways
) -> Word:
    """Fill the table; in how many weighted ways the whole hand can be dealt (0: impossible)."""
    full = 1 << size
    for empty in range(full):
        ways[cards, empty] = 0.0
    ways[cards, 0] = 1.0
    for back in range(cards):
        card = cards - 1 - back
        for empty in range(full):
            ways[card, empty] = ways[card + 1, empty]
        allowed = possible_slots(slot_weights, size, card)
        taken = allowed
        while taken:
            here = ways_to_deal(counts, slot_weights, size, card, taken)
            if here > 0.0:
                for empty in range(full):
                    if empty & taken == taken:
                        ways[card, empty] += here * ways[card + 1, empty ^ taken]
            taken = (taken - 1) & allowed
    return ways[0, full - 1]


@routine
def deal_hand(
    counts: Counts,
    slot_weights: SlotWeights,
    size: Word,
    cards: Word,
    ways: Ways,
    rng: Random,
    hand: Row,
) -> None:
    """Sample one hand from the table."""
    empty = (1 << size) - 1
    card = 0
    while empty and card < cards:
        left = (next_random(rng, 0) >> np.uint64(11)) * _UNIT * ways[card, empty]
        left -= ways[card + 1, empty]
        if left >= 0.0:
            here = empty & possible_slots(slot_weights, size, card)
            taken = here
            last = 0
            while taken and left >= 0.0:
                chance = (
                    ways_to_deal(counts, slot_weights, size, card, taken)
                    * ways[card + 1, empty ^ taken]
                )
                if chance > 0.0:
                    last = taken
                    left -= chance
                taken = (taken - 1) & here
            for slot in range(size):
                if last >> slot & 1:
                    hand[slot] = card
            empty ^= last
        card += 1


@routine
def deal_hands(
    counts: Counts,
    slot_weights: SlotWeights,
    size: Word,
    cards: Word,
    ways: Ways,
    rng: Random,
    hands: Rows,
) -> None:
    """Sample many hands, one for each row."""
    for n in range(hands.shape[0]):
        deal_hand(counts, slot_weights, size, cards, ways, rng, hands[n])
