"""How clues spell messages: each receiver offers a few letters, and every letter can be said."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.hanabi.row import (
    CARD,
    HAND_SIZES,
    O_COLOURS,
    O_EMPTY_CLUES,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    SLOT_BYTES,
    SLOTS,
    TURN,
)
from hanamichi.bots.hanabi.hats.memory import CLUES, DEAD, HELD, SLOTS_EACH, Memory


@kernel
def touched_slots(row: Row, o: OptionVector, memory: Memory, seat: Word, clue: Word) -> Word:
    """The slots of a hand that a clue touches, as bits."""
    cards = memory[CLUES + clue]
    at = SLOTS + seat * o[O_HAND] * SLOT_BYTES + CARD
    touched = np.int64(0)
    for slot in range(np.int64(row[HAND_SIZES + seat])):
        touched |= (cards >> np.int64(row[at + slot * SLOT_BYTES]) & 1) << slot
    return touched


@kernel
def spread(memory: Memory, cards: Word, first: Word, last: Word) -> Word:
    """How many of these clues could touch a card."""
    found = 0
    for clue in range(first, last):
        found += cards & memory[CLUES + clue] != 0
    return found


@kernel
def may_be_all_one(row: Row, memory: Memory, seat: Word, first: Word, last: Word) -> Word:
    """Whether one of these clues could touch the whole hand, for all anybody knows."""
    for clue in range(first, last):
        every = True
        for slot in range(np.int64(row[HAND_SIZES + seat])):
            every &= memory[HELD + seat * SLOTS_EACH + slot] & memory[CLUES + clue] != 0
        if every:
            return True
    return False


@kernel
def is_plain(o: OptionVector) -> Word:
    """Whether each card is of just one colour that may be named."""
    return o[O_COLOURS] == o[O_SUITS]


@routine
def letters(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """How many different things a clue to this seat can say, whatever its cards are."""
    colours = np.int64(o[O_COLOURS])
    size = np.int64(row[HAND_SIZES + seat])
    if o[O_EMPTY_CLUES]:
        return colours + 5
    # four cards are never all the same; two or three might be
    if not is_plain(o):
        return 2 if size >= 4 else min(size, 1)
    if size < 2:
        return 2 * size
    one_colour = may_be_all_one(row, memory, seat, 0, colours)
    one_value = may_be_all_one(row, memory, seat, colours, colours + 5)
    if one_colour and one_value:
        return 3 if size >= 4 else 2
    return 3 if one_colour or one_value else 4


@routine
def marked_slot(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """The slot that tells letters apart: the first of those least is known of."""
    colours = np.int64(o[O_COLOURS])
    best, most = 0, -1
    for slot in range(np.int64(row[HAND_SIZES + seat])):
        cards = memory[HELD + seat * SLOTS_EACH + slot]
        score = 0
        if cards & (cards - 1) != 0 and cards & ~memory[DEAD] != 0:
            score = 1
            score += spread(memory, cards, 0, colours) > 1
            score += spread(memory, cards, colours, colours + 5) > 1
        if score > most:
            most = score
            best = slot
    return best


@kernel
def letter_of(o: OptionVector, letters_there: Word, clue: Word, on_mark: Word) -> Word:
    """The letter that a clue says, by whether it touches the marked slot."""
    if o[O_EMPTY_CLUES]:
        return clue
    about_value = clue >= o[O_COLOURS]
    if not is_plain(o):
        return 1 if letters_there == 2 and not (about_value and on_mark) else 0
    if on_mark:
        return 0 if about_value else 1
    if letters_there < 4:
        return letters_there - 1
    return 2 if about_value else 3


@routine
def message_size(row: Row, o: OptionVector, memory: Memory) -> Word:
    """How many messages the acting seat can choose from by a clue."""
    players, turn = np.int64(o[O_PLAYERS]), np.int64(row[TURN])
    total = 0
    for seat in range(players):
        if seat != turn:
            total += letters(row, o, memory, seat)
    return total


@routine
def message_of(row: Row, o: OptionVector, memory: Memory, seat: Word, clue: Word) -> Word:
    """The message of a clue to a seat by the acting one."""
    players, turn = np.int64(o[O_PLAYERS]), np.int64(row[TURN])
    message = 0
    receiver = turn + 1 if turn + 1 < players else 0
    while receiver != seat:
        message += letters(row, o, memory, receiver)
        receiver = receiver + 1 if receiver + 1 < players else 0
    on_mark = 0
    if not o[O_EMPTY_CLUES]:
        mark = marked_slot(row, o, memory, seat)
        on_mark = touched_slots(row, o, memory, seat, clue) >> mark & 1
    return message + letter_of(o, letters(row, o, memory, seat), clue, on_mark)
