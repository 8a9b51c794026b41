"""How clues encode messages: each receiver offers a few letters, and each letter has its clues.

Where a clue may touch no card, every clue is a letter. Elsewhere a letter is the kind of a clue,
colour or value, and whether it touches one marked slot. A clue that touches the whole hand carries
no message: it is available when a letter cannot be expressed.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_COLOURS, O_EMPTY_CLUES, O_PLAYERS, O_SUITS, TURN
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import bit_at, hand_of, is_one
from hanamichi.bots.hanabi.hats.memory_layout import CLUES, DEAD, HELD, SLOTS_EACH, Memory

SILENT = -1
"""The message of a clue that carries none."""


@kernel
def touched_slots(row: Row, o: OptionVector, memory: Memory, seat: Word, clue: Word) -> Word:
    """The slots of a hand that a clue touches, as bits."""
    touched = np.int64(0)
    for slot in range(hand_of(row, seat)):
        if memory[CLUES + clue] & bit_at(row, o, seat, slot):
            touched |= np.int64(1) << slot
    return touched


@kernel
def spread(memory: Memory, cards: Word, start: Word, end: Word) -> Word:
    """How many of these clues could touch a card."""
    found = 0
    for clue in range(start, end):
        found += cards & memory[CLUES + clue] != 0
    return found


@kernel
def has_single_colours(o: OptionVector) -> Word:
    """Whether each card has exactly one colour that can be named."""
    return o[O_COLOURS] == o[O_SUITS]


@kernel
def letters(row: Row, o: OptionVector, seat: Word) -> Word:
    """How many letters a seat offers."""
    size = hand_of(row, seat)
    if o[O_EMPTY_CLUES]:
        return np.int64(o[O_COLOURS]) + 5
    if has_single_colours(o):
        return 4 if size > 1 else 2 * size
    # with wild or colourless cards only two letters are certain: a value on the marked slot, or not
    return 2 if size >= 4 else min(size, 1)


@routine
def marked_slot(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """The slot that tells letters apart: the first of the least known ones."""
    colours = np.int64(o[O_COLOURS])
    best, most = 0, -1
    for slot in range(hand_of(row, seat)):
        cards = memory[HELD + seat * SLOTS_EACH + slot]
        score = 0
        if not is_one(cards) and cards & ~memory[DEAD]:
            score = 1
            score += spread(memory, cards, 0, colours) > 1
            score += spread(memory, cards, colours, colours + 5) > 1
        if score > most:
            most = score
            best = slot
    return best


@kernel
def letter_of(row: Row, o: OptionVector, seat: Word, clue: Word, touched: Word, mark: Word) -> Word:
    """The letter of a clue, or SILENT."""
    if o[O_EMPTY_CLUES]:
        return clue
    size = hand_of(row, seat)
    about_value = clue >= o[O_COLOURS]
    on_mark = touched >> mark & 1
    if not has_single_colours(o):
        return 1 if size >= 4 and not (about_value and on_mark) else 0
    if size == 1:
        return 1 if about_value else 0
    if touched == (np.int64(1) << size) - 1:
        return SILENT
    return (2 if about_value else 0) + on_mark


@kernel
def next_seat(o: OptionVector, seat: Word) -> Word:
    """The seat after another."""
    return seat + 1 if seat + 1 < o[O_PLAYERS] else np.int64(0)


@routine
def message_size(row: Row, o: OptionVector) -> Word:
    """How many different messages the acting seat can send by a clue."""
    turn = np.int64(row[TURN])
    total = np.int64(0)
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != turn:
            total += letters(row, o, seat)
    return total


@routine
def message_of(row: Row, o: OptionVector, memory: Memory, seat: Word, clue: Word) -> Word:
    """The message of a clue to a seat by the acting one, or SILENT."""
    message = np.int64(0)
    receiver = next_seat(o, np.int64(row[TURN]))
    while receiver != seat:
        message += letters(row, o, receiver)
        receiver = next_seat(o, receiver)
    touched = touched_slots(row, o, memory, seat, clue)
    letter = letter_of(row, o, seat, clue, touched, marked_slot(row, o, memory, seat))
    return message + letter if letter != SILENT else SILENT
