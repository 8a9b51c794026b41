"""What a hand can be: every way to fill its slots from the cards not seen, counted exactly.

Each slot likes some cards: not at all those it cannot be, the others as much as the evidence speaks
for them. A hand is as likely as the ways to deal it from the copies left, without putting any back,
times how much its slots like their cards. Going through the cards one by one and remembering only
which slots are filled, all hands are counted together in a small table; the table then deals them,
each exactly as often as it should come.
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
)
from hanamichi.batch.jit import kernel, routine

Ways: TypeAlias = NDArray[np.float64]
"""By card and set of slots still empty: in how many ways this and later cards can fill them."""
Counts: TypeAlias = NDArray[np.int64]
"""How many copies of each card a seat does not see."""
Likes: TypeAlias = NDArray[np.float64]
"""For each slot, how much it likes each card; 0 where it cannot be that."""

CARDS = 40
HAND = 5
"""The most cards in a hand."""
WAYS_SHAPE = (CARDS + 1, 1 << HAND)
LIKES_SHAPE = (HAND, CARDS)

_UNIT = 1.0 / (1 << 53)


@kernel
def unseen_cards(row: Row, o: OptionVector, seat: Word, counts: Counts) -> None:
    """How many copies of each card are neither on the table nor in another's hand."""
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


@kernel
def slots_allowing(likes: Likes, size: Word, card: Word) -> Word:
    """The slots that may hold a card, as bits."""
    slots = 0
    for slot in range(size):
        if likes[slot, card] > 0.0:
            slots |= 1 << slot
    return slots


@kernel
def dealings(counts: Counts, likes: Likes, size: Word, card: Word, taken: Word) -> Word:
    """In how many ways the slots of a set take copies of one card, as much as they like it."""
    ways = 1.0
    copies = counts[card]
    for slot in range(size):
        if taken >> slot & 1:
            ways *= max(copies, 0) * likes[slot, card]
            copies -= 1
    return ways


@routine
def count_hands(counts: Counts, likes: Likes, size: Word, cards: Word, ways: Ways) -> Word:
    """Fill the table; in how many ways the whole hand can be dealt (0: it is impossible)."""
    full = 1 << size
    for empty in range(full):
        ways[cards, empty] = 0.0
    ways[cards, 0] = 1.0
    for back in range(cards):
        card = cards - 1 - back
        for empty in range(full):
            ways[card, empty] = ways[card + 1, empty]
        allowed = slots_allowing(likes, size, card)
        taken = allowed
        while taken:
            here = dealings(counts, likes, size, card, taken)
            if here > 0.0:
                for empty in range(full):
                    if empty & taken == taken:
                        ways[card, empty] += here * ways[card + 1, empty ^ taken]
            taken = (taken - 1) & allowed
    return ways[0, full - 1]


@routine
def deal_hand(
    counts: Counts, likes: Likes, size: Word, cards: Word, ways: Ways, rng: Random, hand: Row
) -> None:
    """One hand of all those counted, each as likely as the ways to deal it."""
    empty = (1 << size) - 1
    card = 0
    while empty and card < cards:
        left = (next_random(rng, 0) >> np.uint64(11)) * _UNIT * ways[card, empty]
        left -= ways[card + 1, empty]
        if left >= 0.0:
            here = empty & slots_allowing(likes, size, card)
            taken = here
            last = 0
            while taken and left >= 0.0:
                chance = dealings(counts, likes, size, card, taken) * ways[card + 1, empty ^ taken]
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
    counts: Counts, likes: Likes, size: Word, cards: Word, ways: Ways, rng: Random, hands: Rows
) -> None:
    """Many hands of all those counted, one a row."""
    for n in range(hands.shape[0]):
        deal_hand(counts, likes, size, cards, ways, rng, hands[n])
