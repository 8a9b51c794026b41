"""The public board as sets of cards."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.bits import lowest, popcount
from hanamichi.batch.hanabi.kernel import discarded
from hanamichi.batch.hanabi.row import (
    CARD,
    FIREWORKS,
    HAND_SIZES,
    O_COLOURS,
    O_COPIES,
    O_HAND,
    O_PLAYERS,
    O_POWDER,
    O_SUITS,
    O_TOUCHED,
    SLOT_BYTES,
    SLOTS,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.memory_layout import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    STEPS,
    Memory,
)


@kernel
def count(cards: Word) -> Word:
    """How many cards a set has."""
    return popcount(np.uint64(cards))


@kernel
def first(cards: Word) -> Word:
    """The code of the lowest card of a set."""
    return lowest(np.uint64(cards))


@kernel
def is_one(cards: Word) -> Word:
    """Whether a set has at most one card."""
    return cards & (cards - 1) == 0


@kernel
def copies(memory: Memory, at: Word, cards: Word) -> Word:
    """How many copies of a set of cards there are, by the three cells of counts at an offset."""
    return count(cards & memory[at]) + count(cards & memory[at + 1]) + count(cards & memory[at + 2])


@kernel
def hand_of(row: Row, seat: Word) -> Word:
    """How many cards a seat holds."""
    return np.int64(row[HAND_SIZES + seat])


@kernel
def bit_at(row: Row, o: OptionVector, seat: Word, slot: Word) -> Word:
    """The card in a slot, as a set of one."""
    return np.int64(1) << np.int64(row[SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES + CARD])


@kernel
def step_card(o: OptionVector, suit: Word, step: Word) -> Word:
    """The card on a step of a firework, as a set of one."""
    return np.int64(1) << (suit * 5 + (4 - step if suit == o[O_POWDER] else step))


@kernel
def step_in(memory: Memory, card: Word) -> Word:
    """The step of a card, a set of one, in its firework, from 0."""
    step = 0
    while not memory[STEPS + step] & card:
        step += 1
    return step


@kernel
def after(o: OptionVector, card: Word) -> Word:
    """The card that follows another in its firework; nothing after the last."""
    code = first(card)
    if code // 5 == o[O_POWDER]:
        return card >> 1 if code % 5 > 0 else np.int64(0)
    return card << 1 if code % 5 < 4 else np.int64(0)


@routine
def init_constants(o: OptionVector, memory: Memory) -> None:
    """Fill in CLUES and STEPS."""
    suits, colours = np.int64(o[O_SUITS]), np.int64(o[O_COLOURS])
    for colour in range(colours):
        cards = np.int64(0)
        for suit in range(suits):
            if o[O_TOUCHED + colour] >> suit & 1:
                cards |= np.int64(31) << (5 * suit)
        memory[CLUES + colour] = cards
    for number in range(5):
        cards = np.int64(0)
        steps = np.int64(0)
        for suit in range(suits):
            cards |= np.int64(1) << (5 * suit + number)
            steps |= step_card(o, suit, number)
        memory[CLUES + colours + number] = cards
        memory[STEPS + number] = steps


@routine
def update_board(row: Row, o: OptionVector, memory: Memory) -> None:
    """Update LEFT, PLAYABLE and DEAD from the fireworks and the discards."""
    left1 = left2 = left3 = playable = dead = np.int64(0)
    for suit in range(np.int64(o[O_SUITS])):
        height = np.int64(row[FIREWORKS + suit])
        lost = False
        for step in range(5):
            bit = step_card(o, suit, step)
            card = first(bit)
            there = np.int64(o[O_COPIES + card]) - discarded(row, o, card)
            if step < height:
                there -= 1
                dead |= bit
            elif lost or there == 0:
                lost = True
                dead |= bit
            elif step == height:
                playable |= bit
            if there >= 1:
                left1 |= bit
            if there >= 2:
                left2 |= bit
            if there >= 3:
                left3 |= bit
    memory[LEFT] = left1
    memory[LEFT + 1] = left2
    memory[LEFT + 2] = left3
    memory[PLAYABLE] = playable
    memory[DEAD] = dead


@routine
def rule_out(row: Row, o: OptionVector, memory: Memory) -> None:
    """Remove cards from HELD whose copies are all known to be elsewhere, until nothing changes."""
    left1, left2, left3 = memory[LEFT], memory[LEFT + 1], memory[LEFT + 2]
    players = np.int64(o[O_PLAYERS])
    for seat in range(players):
        for at in range(HELD + seat * SLOTS_EACH, HELD + seat * SLOTS_EACH + hand_of(row, seat)):
            memory[at] &= left1
    changed = True
    while changed:
        once = twice = thrice = np.int64(0)
        for seat in range(players):
            start = HELD + seat * SLOTS_EACH
            for at in range(start, start + hand_of(row, seat)):
                cards = memory[at]
                if is_one(cards):
                    thrice |= twice & cards
                    twice |= once & cards
                    once |= cards
        taken = (left1 & ~left2 & once) | (left2 & ~left3 & twice) | (left3 & thrice)
        changed = False
        if taken:
            for seat in range(players):
                start = HELD + seat * SLOTS_EACH
                for at in range(start, start + hand_of(row, seat)):
                    cards = memory[at]
                    if cards & taken and not is_one(cards):
                        memory[at] = cards & ~taken
                        changed = True
