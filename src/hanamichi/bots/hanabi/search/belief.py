"""What a hand can be: every way to fill its slots from the cards not seen, counted exactly.

Each slot has the set of cards it may be. Two hands of the same faces are as likely as the ways to
deal them from the copies left, without putting any back. Going through the cards one by one and
remembering only which slots are filled, all hands are counted together in a small table; the table
then deals them, each exactly as often as it should come.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Word
from hanamichi.batch.bits import next_random
from hanamichi.batch.compiling import kernel
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

Ways: TypeAlias = NDArray[np.float64]
"""By card and set of slots still empty: in how many ways this and later cards can fill them."""
Counts: TypeAlias = NDArray[np.int64]
"""How many copies of each card a seat does not see."""
Sets: TypeAlias = NDArray[np.uint64]
"""For each slot, the cards it may be, as bits."""

CARDS = 40
SLOT_SETS = 32
WAYS_SHAPE = (CARDS + 1, SLOT_SETS)

_ONE = np.uint64(1)
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
def slots_allowing(sets: Sets, size: Word, card: Word) -> Word:
    """The slots that may hold a card, as bits."""
    slots = 0
    for slot in range(size):
        if sets[slot] >> np.uint64(card) & _ONE:
            slots |= 1 << slot
    return slots


@kernel
def dealings(copies: Word, taken: Word) -> Word:
    """In how many ways the slots of a set take copies of one card."""
    ways = 1.0
    while taken:
        ways *= max(copies, 0)
        copies -= 1
        taken &= taken - 1
    return ways


@kernel
def count_hands(counts: Counts, sets: Sets, size: Word, cards: Word, ways: Ways) -> Word:
    """Fill the table; in how many ways the whole hand can be dealt (0: it is impossible)."""
    full = 1 << size
    for empty in range(full):
        ways[cards, empty] = 0.0
    ways[cards, 0] = 1.0
    for back in range(cards):
        card = cards - 1 - back
        allowed = slots_allowing(sets, size, card)
        for empty in range(full):
            total = ways[card + 1, empty]
            here = empty & allowed
            taken = here
            while taken:
                total += dealings(counts[card], taken) * ways[card + 1, empty ^ taken]
                taken = (taken - 1) & here
            ways[card, empty] = total
    return ways[0, full - 1]


@kernel
def deal_hand(
    counts: Counts,
    sets: Sets,
    size: Word,
    cards: Word,
    ways: Ways,
    rng: Random,
    game: Word,
    hand: Row,
) -> None:
    """One hand of all those counted, each as likely as the ways to deal it."""
    empty = (1 << size) - 1
    card = 0
    while empty and card < cards:
        left = (next_random(rng, game) >> np.uint64(11)) * _UNIT * ways[card, empty]
        left -= ways[card + 1, empty]
        here = empty & slots_allowing(sets, size, card)
        if left >= 0.0 and here:
            taken = here
            last = 0
            while taken:
                chance = dealings(counts[card], taken) * ways[card + 1, empty ^ taken]
                if chance > 0.0:
                    last = taken
                    left -= chance
                    if left < 0.0:
                        break
                taken = (taken - 1) & here
            for slot in range(size):
                if last >> slot & 1:
                    hand[slot] = card
            empty ^= last
        card += 1
