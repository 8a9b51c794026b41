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


@kernel
def might_have_clued(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Whether the acting seat could give a clue, so that doing something else says something."""
    return row[TOKENS] > 0 and message_size(row, o, memory) > 0


@routine
def recall(row: Row, o: OptionVector, memory: Memory, quiet: Word) -> None:
    """Begin with what everybody knows of the hands that a message speaks of.

    A quiet move, one that is no clue although a token is there, says by itself: whoever knows of
    no card to play has none.
    """
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN]:
            keep = ~memory[PLAYABLE] if quiet and not knows_playable(row, memory, seat) else -1
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                at = seat * SLOTS_EACH + slot
                memory[TRIAL + at] = memory[HELD + at] & keep


@routine
def keep_in_mind(row: Row, o: OptionVector, memory: Memory) -> None:
    """What was tried out is known from now on."""
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN]:
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                at = seat * SLOTS_EACH + slot
                memory[HELD + at] = memory[TRIAL + at]


@routine
def hat_sum(row: Row, o: OptionVector, memory: Memory, modulus: Word, me: Word) -> Word:
    """The sum of the hats of all but the acting seat and one who cannot see its own.

    -1 when one of them cannot be.
    """
    total = 0
    for seat in range(o[O_PLAYERS]):
        if seat != row[TURN] and seat != me:
            worn = hat(row, o, memory, seat, modulus, -1)
            if worn < 0:
                return -1
            total += worn
    return total % modulus


@routine
def take_message(
    row: Row, o: OptionVector, memory: Memory, modulus: Word, message: Word, me: Word
) -> Word:
    """Everybody learns their own hat from a message; false if it makes no sense to one of us."""
    total = hat_sum(row, o, memory, modulus, me)
    if total < 0:
        return False
    if me >= 0 and me != row[TURN]:
        return hat(row, o, memory, me, modulus, (message - total) % modulus) >= 0
    return total == message


@routine
def learn(row: Row, o: OptionVector, memory: Memory, action: Word, me: Word) -> Word:
    """Take in what an action of the acting seat means, before it is carried out.

    `me` is a seat whose own cards nobody told us, or -1 when all are known. False when the action
    makes no sense in the code: then only its plain words count.
    """
    sense = True
    if row[PENDING] == 0 and action < o[O_HAND]:
        turn = np.int64(row[TURN])
        useless = useless_slots(row, memory, turn, HELD + turn * SLOTS_EACH)
        choices = bits_of(useless)
        recall(row, o, memory, might_have_clued(row, o, memory))
        if choices > 1:
            place = bits_of(useless & ((np.int64(1) << action) - 1))
            sense = useless >> action & 1 and take_message(row, o, memory, choices, place, me)
        if sense:
            keep_in_mind(row, o, memory)
    elif is_clue(o, action):
        target, clue = clue_target(row, o, action), clue_number(o, action)
        if row[PENDING] == 0:
            recall(row, o, memory, False)
            modulus = message_size(row, o, memory)
            message = message_of(row, o, memory, target, clue)
            sense = take_message(row, o, memory, modulus, message, me)
            if sense:
                keep_in_mind(row, o, memory)
        hear(row, o, memory, target, clue)
    return sense


@routine
def hear(row: Row, o: OptionVector, memory: Memory, target: Word, clue: Word) -> None:
    """Take a clue at its word."""
    touched = touched_slots(row, o, memory, target, clue)
    cards = memory[CLUES + clue]
    for slot in range(np.int64(row[HAND_SIZES + target])):
        memory[HELD + target * SLOTS_EACH + slot] &= cards if touched >> slot & 1 else ~cards


@routine
def follow(row: Row, o: OptionVector, memory: Memory, seat: Word, slot: Word, held: Word) -> None:
    """A card left a hand that had so many, or another came: the memory follows.

    `slot` is the place that was left, -1 for none.
    """
    look(row, o, memory)
    at = HELD + seat * SLOTS_EACH
    if slot >= 0:
        held -= 1
        for place in range(slot, held):
            memory[at + place] = memory[at + place + 1]
        memory[at + held] = 0
    if np.int64(row[HAND_SIZES + seat]) > held:
        memory[at + held] = memory[LEFT]
    for other in range(o[O_PLAYERS]):
        for place in range(np.int64(row[HAND_SIZES + other])):
            memory[HELD + other * SLOTS_EACH + place] &= memory[LEFT]


@routine
def agrees(row: Row, o: OptionVector, memory: Memory, me: Word) -> Word:
    """Whether what a seat sees, all cards but its own, can be so for all that was said."""
    one, two, three = memory[LEFT], memory[LEFT + 1], memory[LEFT + 2]
    for seat in range(o[O_PLAYERS]):
        if seat != me:
            at = SLOTS + seat * o[O_HAND] * SLOT_BYTES + CARD
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                bit = np.int64(1) << np.int64(row[at + slot * SLOT_BYTES])
                if not memory[HELD + seat * SLOTS_EACH + slot] & bit:
                    return False
                if three & bit:
                    three ^= bit
                elif two & bit:
                    two ^= bit
                else:
                    one &= ~bit
    for slot in range(np.int64(row[HAND_SIZES + me])):
        if not memory[HELD + me * SLOTS_EACH + slot] & one:
            return False
    return True
