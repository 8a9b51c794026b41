"""What losing a card would cost the team, in thousandths of a point."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_PLAYERS
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import bit_at, copies, hand_of, step_in
from hanamichi.bots.hanabi.hats.memory_layout import DEAD, LEFT, STEPS, Memory

LAST_COPY = 600
EACH_STEP = 200
"""The last copy of a card, and each card that could not be played without it."""
ONE_OF_TWO = 200
ONE_OF_THREE = 100


@kernel
def loss(memory: Memory, card: Word, seen: Word) -> Word:
    """What it costs to lose a card, a set of one; nothing when another copy is visible."""
    if memory[DEAD] & card:
        return 0
    if not memory[LEFT + 1] & card:
        return LAST_COPY + EACH_STEP * (5 - step_in(memory, card))
    if seen & card:
        return 0
    return ONE_OF_THREE if memory[LEFT + 2] & card else ONE_OF_TWO


@kernel
def others_hold(row: Row, o: OptionVector, seat: Word, but: Word) -> Word:
    """The cards that a seat sees in other hands, those of the seat `but` left out."""
    cards = np.int64(0)
    for other in range(np.int64(o[O_PLAYERS])):
        if other not in (seat, but):
            for slot in range(hand_of(row, other)):
                cards |= bit_at(row, o, other, slot)
    return cards


@routine
def mean_loss(memory: Memory, cards: Word, unseen: Word, seen: Word) -> Word:
    """What losing one of these cards costs on average, weighted by the unseen copies."""
    total, there = 0.0, copies(memory, unseen, cards)
    while cards:
        card = cards & -cards
        cards ^= card
        total += copies(memory, unseen, card) * loss(memory, card, seen)
    return total / max(there, 1)


@routine
def cheapest_slot(memory: Memory, at: Word, size: Word, unseen: Word, seen: Word) -> Word:
    """The slot of a hand that costs least to lose, with a preference for higher cards."""
    best, least = 0, np.inf
    for slot in range(size):
        cards = memory[at + slot]
        height = 0
        for step in range(5):
            height += step * copies(memory, unseen, cards & memory[STEPS + step])
        mean = height / max(copies(memory, unseen, cards), 1)
        cost = mean_loss(memory, cards, unseen, seen) - 50 * mean
        if cost < least:
            least = cost
            best = slot
    return best
