"""What the table shows to everybody, as sets of cards."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.bits import popcount
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.hanabi.kernel import discarded
from hanamichi.batch.hanabi.row import (
    FIREWORKS,
    O_COLOURS,
    O_COPIES,
    O_POWDER,
    O_SUITS,
    O_TOUCHED,
)
from hanamichi.bots.hanabi.hats.memory import CLUES, DEAD, LEFT, PLAYABLE, Memory


@kernel
def count(cards: Word) -> Word:
    """How many cards a set has."""
    return popcount(np.uint64(cards))


@kernel
def copies(memory: Memory, at: Word, cards: Word) -> Word:
    """How many copies of a set of cards there are, by the three cells that count them."""
    return count(cards & memory[at]) + count(cards & memory[at + 1]) + count(cards & memory[at + 2])


@routine
def name_clues(o: OptionVector, memory: Memory) -> None:
    """Note which cards each clue touches."""
    suits, colours = np.int64(o[O_SUITS]), np.int64(o[O_COLOURS])
    for colour in range(colours):
        cards = np.int64(0)
        for suit in range(suits):
            if o[O_TOUCHED + colour] >> suit & 1:
                cards |= np.int64(31) << (5 * suit)
        memory[CLUES + colour] = cards
    for value in range(5):
        cards = np.int64(0)
        for suit in range(suits):
            cards |= np.int64(1) << (5 * suit + value)
        memory[CLUES + colours + value] = cards


@routine
def look(row: Row, o: OptionVector, memory: Memory) -> None:
    """Work out what the fireworks and the discards say."""
    one = np.int64(1)
    left1 = left2 = left3 = playable = dead = np.int64(0)
    for suit in range(o[O_SUITS]):
        height = np.int64(row[FIREWORKS + suit])
        lost = False
        for step in range(5):
            card = suit * 5 + (4 - step if suit == o[O_POWDER] else step)
            bit = one << card
            copies_left = np.int64(o[O_COPIES + card]) - discarded(row, o, card)
            if step < height:
                copies_left -= 1
                dead |= bit
            elif lost or copies_left == 0:
                lost = True
                dead |= bit
            elif step == height:
                playable |= bit
            if copies_left >= 1:
                left1 |= bit
            if copies_left >= 2:
                left2 |= bit
            if copies_left >= 3:
                left3 |= bit
    memory[LEFT] = left1
    memory[LEFT + 1] = left2
    memory[LEFT + 2] = left3
    memory[PLAYABLE] = playable
    memory[DEAD] = dead
