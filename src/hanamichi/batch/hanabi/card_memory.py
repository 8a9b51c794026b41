"""What happened to each card in hand since it was drawn: all of it public.

A batch keeps it where it is asked to. Other rows have no room for it, and no kernel looks there.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Row, Word
from hanamichi.batch.bits import append
from hanamichi.batch.hanabi.row import (
    AGE,
    CARD_MEMORY,
    CLUE_BOARD,
    CLUE_TOUCHED,
    FIREWORKS,
    HAND_SIZES,
    LAST_CLUE,
    MEMORY_BYTES,
    MEMORY_ROW_BYTES,
    O_COLOURS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_VALUES,
    SINCE_CLUE,
)
from hanamichi.batch.jit import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)
AGES = (1, 2, 3, 4, 6, 9, 13, 18, 26, 36)
"""Numbers of actions: an observation says which of them an age has reached."""
_PACKED_AGES = np.uint64(sum(age << 6 * n for n, age in enumerate(AGES)))
_LONGEST = 255


@kernel
def forget_cards(row: Row) -> None:
    """Nothing happened yet to any card."""
    for cell in range(CARD_MEMORY, MEMORY_ROW_BYTES):
        row[cell] = 0


@kernel
def forget_card(row: Row, o: OptionVector, seat: Word, slot: Word) -> None:
    """A card has left its slot and the later ones close up; the next card drawn is new."""
    first = CARD_MEMORY + seat * np.int64(o[O_HAND]) * MEMORY_BYTES
    at, end = first + slot * MEMORY_BYTES, first + row[HAND_SIZES + seat] * MEMORY_BYTES
    while at < end:
        row[at] = row[at + MEMORY_BYTES]
        at += 1
    for cell in range(end, end + MEMORY_BYTES):
        row[cell] = 0


@kernel
def age_cards(row: Row, o: OptionVector) -> None:
    """Another action is carried out."""
    for seat in range(o[O_PLAYERS]):
        at = CARD_MEMORY + seat * np.int64(o[O_HAND]) * MEMORY_BYTES
        for _ in range(row[HAND_SIZES + seat]):
            if row[at + AGE] < _LONGEST:
                row[at + AGE] += 1
            if row[at + LAST_CLUE] and row[at + SINCE_CLUE] < _LONGEST:
                row[at + SINCE_CLUE] += 1
            at += MEMORY_BYTES


@kernel
def recall_clue(row: Row, o: OptionVector, target: Word, what: Word, touched: Word) -> None:
    """A clue touched some slots of a hand. `what` counts colours first, then values."""
    slots: Word = np.int64(touched)
    count = 0
    while slots:
        count += slots & 1
        slots >>= 1
    slots = np.int64(touched)
    at = CARD_MEMORY + target * np.int64(o[O_HAND]) * MEMORY_BYTES
    while slots:
        if slots & 1:
            row[at + LAST_CLUE] = what + 1
            row[at + SINCE_CLUE] = 0
            row[at + CLUE_TOUCHED] = count
            for pair in range(4):
                height = row[FIREWORKS + 2 * pair] | row[FIREWORKS + 2 * pair + 1] << 4
                row[at + CLUE_BOARD + pair] = height
        slots >>= 1
        at += MEMORY_BYTES


@kernel
def card_memory_bits(o: OptionVector) -> Word:
    """How long its section of an observation is."""
    each = 2 * len(AGES) + o[O_COLOURS] + o[O_VALUES] + o[O_HAND] + o[O_VALUES] * o[O_SUITS]
    return o[O_PLAYERS] * o[O_HAND] * each


@kernel
def reached(age: Word) -> Word:
    """A bit for each of the ages that were reached."""
    bits = _NONE
    for n in range(len(AGES)):
        limit = _PACKED_AGES >> np.uint64(6 * n) & np.uint64(63)
        bits |= np.uint64(np.uint64(age) >= limit) << np.uint64(n)
    return bits


@kernel
def put_card_memory(
    row: Row, o: OptionVector, seat: Word, out: Bits, at: Word, held: Word
) -> tuple[Word, Word]:
    """For every card of every hand, own hand first: its age, and the last clue that touched it."""
    players, hand = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND])
    suits, values = np.int64(o[O_SUITS]), np.int64(o[O_VALUES])
    clues, ages = np.int64(o[O_COLOURS]) + values, np.int64(len(AGES))
    owner = seat
    for _ in range(players):
        cell = CARD_MEMORY + owner * hand * MEMORY_BYTES
        for _ in range(hand):
            bits, board = reached(row[cell + AGE]), _NONE
            if row[cell + LAST_CLUE]:
                bits |= reached(row[cell + SINCE_CLUE]) << np.uint64(ages)
                bits |= _ONE << np.uint64(2 * ages + row[cell + LAST_CLUE] - 1)
                bits |= _ONE << np.uint64(2 * ages + clues + row[cell + CLUE_TOUCHED] - 1)
                for suit in range(suits):
                    pair = np.uint64(row[cell + CLUE_BOARD + (suit >> 1)])
                    height = pair >> np.uint64(4 * (suit & 1)) & np.uint64(15)
                    # a bit one below the height's, which falls off for an empty firework
                    board |= (_ONE << height >> _ONE) << np.uint64(values * suit)
            at, held = append(out, at, held, bits, 2 * ages + clues + hand)
            at, held = append(out, at, held, board, values * suits)
            cell += MEMORY_BYTES
        owner = owner + 1 if owner + 1 < players else 0
    return at, held
