"""What everybody learns from a move."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.hanabi.kernel import first_tile_action
from hanamichi.batch.hanabi.row import (
    CARD,
    HAND_SIZES,
    O_COLOURS,
    O_DECK_PLAY,
    O_HAND,
    O_PLAYERS,
    PENDING,
    SLOT_BYTES,
    SLOTS,
    TOKENS,
    TURN,
)
from hanamichi.bots.hanabi.hats.alphabet import message_of, message_size, touched_slots
from hanamichi.bots.hanabi.hats.board import look
from hanamichi.bots.hanabi.hats.memory import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    Memory,
)
from hanamichi.bots.hanabi.hats.questions import hat


@kernel
def is_clue(o: OptionVector, action: Word) -> Word:
    """Whether an action gives a clue."""
    return 2 * o[O_HAND] <= action < first_tile_action(o) - o[O_DECK_PLAY]


@kernel
def clue_target(row: Row, o: OptionVector, action: Word) -> Word:
    """The seat that a clue action tells something."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    clue = action - 2 * np.int64(o[O_HAND])
    if clue < (players - 1) * colours:
        distance = clue // colours
    else:
        distance = (clue - (players - 1) * colours) // 5
    target = np.int64(row[TURN]) + distance + 1
    return target - players if target >= players else target


@kernel
def clue_number(o: OptionVector, action: Word) -> Word:
    """What a clue action tells: a colour's place, or after all colours a value."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    clue = action - 2 * np.int64(o[O_HAND])
    if clue < (players - 1) * colours:
        return clue % colours
    return colours + (clue - (players - 1) * colours) % 5


@routine
def useless_slots(row: Row, memory: Memory, seat: Word, at: Word) -> Word:
    """The slots of a hand known to be of no use, as bits: dead, or twice the same card."""
    useless = np.int64(0)
    size = np.int64(row[HAND_SIZES + seat])
    for slot in range(size):
        cards = memory[at + slot]
        if cards & ~memory[DEAD] == 0:
            useless |= np.int64(1) << slot
        elif cards & (cards - 1) == 0:
            for other in range(size):
                if other != slot and memory[at + other] == cards:
                    useless |= np.int64(1) << slot
    return useless


@kernel
def bits_of(word: Word) -> Word:
    """How many bits are set, of a few."""
    n = 0
    while word:
        word &= word - 1
        n += 1
    return n


@routine
def knows_playable(row: Row, memory: Memory, seat: Word) -> Word:
    """Whether it is common knowledge that a seat has a card to play."""
    for slot in range(np.int64(row[HAND_SIZES + seat])):
        if memory[HELD + seat * SLOTS_EACH + slot] & ~memory[PLAYABLE] == 0:
            return True
    return False


@routine
def has_playable(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """Whether a seat has a card to play, known or not."""
    at = SLOTS + seat * o[O_HAND] * SLOT_BYTES + CARD
    for slot in range(np.int64(row[HAND_SIZES + seat])):
        if memory[PLAYABLE] >> np.int64(row[at + slot * SLOT_BYTES]) & 1:
            return True
    return False


@routine
def hat_sum(row: Row, o: OptionVector, memory: Memory, modulus: Word, me: Word) -> Word:
    """The sum of the hats of all but the acting seat, and but one who cannot see its own."""
    total = 0
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN] and seat != me:
            total += hat(row, o, memory, seat, modulus, -1)
    return total % modulus


@routine
def take_message(
    row: Row, o: OptionVector, memory: Memory, modulus: Word, message: Word, me: Word
) -> Word:
    """Everybody learns their own hat from a message; false if it makes no sense to one of us."""
    sense = True
    total = 0
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN] and seat != me:
            worn = hat(row, o, memory, seat, modulus, -1)
            if worn < 0:
                sense = False
            total += worn
    if me >= 0 and me != row[TURN]:
        mine = (message - total) % modulus
        if hat(row, o, memory, me, modulus, mine) < 0:
            sense = False
    if sense:
        for seat in range(o[O_PLAYERS]):
            if seat != row[TURN]:
                for slot in range(np.int64(row[HAND_SIZES + seat])):
                    at = seat * SLOTS_EACH + slot
                    memory[HELD + at] = memory[TRIAL + at]
    return sense


@routine
def nobody_needs_a_clue(row: Row, o: OptionVector, memory: Memory) -> None:
    """A discard with tokens left says: whoever knows of no card to play has none."""
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN] and not knows_playable(row, memory, seat):
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                memory[HELD + seat * SLOTS_EACH + slot] &= ~memory[PLAYABLE]


@routine
def learn(row: Row, o: OptionVector, memory: Memory, action: Word, me: Word) -> Word:
    """Take in what an action of the acting seat means, before it is carried out.

    `me` is a seat whose own cards nobody told us, or -1 when all are known. False when the action
    makes no sense in the code.
    """
    if row[PENDING]:
        if is_clue(o, action):
            hear(row, o, memory, clue_target(row, o, action), clue_number(o, action))
        return True
    if is_clue(o, action):
        target, clue = clue_target(row, o, action), clue_number(o, action)
        modulus = message_size(row, o, memory)
        message = message_of(row, o, memory, target, clue)
        sense = take_message(row, o, memory, modulus, message, me)
        hear(row, o, memory, target, clue)
        return sense
    if action < o[O_HAND]:
        useless = useless_slots(
            row, memory, np.int64(row[TURN]), HELD + np.int64(row[TURN]) * SLOTS_EACH
        )
        if row[TOKENS]:
            nobody_needs_a_clue(row, o, memory)
        choices = bits_of(useless)
        if choices > 1 and useless >> action & 1:
            message = bits_of(useless & ((np.int64(1) << action) - 1))
            return take_message(row, o, memory, choices, message, me)
        return choices <= 1
    return True


@routine
def hear(row: Row, o: OptionVector, memory: Memory, target: Word, clue: Word) -> None:
    """Take a clue at its word."""
    touched = touched_slots(row, o, memory, target, clue)
    cards = memory[CLUES + clue]
    for slot in range(np.int64(row[HAND_SIZES + target])):
        memory[HELD + target * SLOTS_EACH + slot] &= cards if touched >> slot & 1 else ~cards


@routine
def follow(row: Row, o: OptionVector, memory: Memory, seat: Word, slot: Word, held: Word) -> None:
    """A card left a hand, and perhaps another came: the memory follows, with all it revealed."""
    look(row, o, memory)
    at = HELD + seat * SLOTS_EACH
    if slot >= 0:
        for place in range(slot, held - 1):
            memory[at + place] = memory[at + place + 1]
        size = np.int64(row[HAND_SIZES + seat])
        if size == held:
            memory[at + held - 1] = memory[LEFT]
        else:
            memory[at + held - 1] = 0
    for other in range(o[O_PLAYERS]):
        for place in range(np.int64(row[HAND_SIZES + other])):
            memory[HELD + other * SLOTS_EACH + place] &= memory[LEFT]
