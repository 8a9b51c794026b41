"""What everybody learns from a move."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_HAND, O_PLAYERS, PENDING, TOKENS, TURN
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import count, hand_of, is_one, look, rule_out
from hanamichi.bots.hanabi.hats.clue_actions import clue_number, clue_target, is_clue
from hanamichi.bots.hanabi.hats.clue_code import SILENT, message_of, message_size, touched_slots
from hanamichi.bots.hanabi.hats.hand_knowledge import (
    knows_playable,
    somebody_needs_a_clue,
    useless_slots,
)
from hanamichi.bots.hanabi.hats.hat_encoding import hat
from hanamichi.bots.hanabi.hats.lookahead import look_ahead
from hanamichi.bots.hanabi.hats.memory_layout import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    Memory,
)


@kernel
def might_have_clued(row: Row, o: OptionVector) -> Word:
    """Whether the acting seat could give a clue, so that doing something else says something."""
    return row[TOKENS] > 0 and message_size(row, o) > 0


@routine
def recall(row: Row, o: OptionVector, memory: Memory, quiet: Word) -> None:
    """Begin with what everybody knows of the hands that a message speaks of.

    A quiet move, one that is no clue although a token is there, says by itself: whoever knows of
    no card to play has none.
    """
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != row[TURN]:
            keep = ~memory[PLAYABLE] if quiet and not knows_playable(row, memory, seat) else -1
            for slot in range(hand_of(row, seat)):
                at = seat * SLOTS_EACH + slot
                memory[TRIAL + at] = memory[HELD + at] & keep


@routine
def keep_in_mind(row: Row, o: OptionVector, memory: Memory) -> None:
    """What was tried out is known from now on."""
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != row[TURN]:
            for slot in range(hand_of(row, seat)):
                at = seat * SLOTS_EACH + slot
                memory[HELD + at] = memory[TRIAL + at]


@routine
def hat_sum(row: Row, o: OptionVector, memory: Memory, modulus: Word, me: Word) -> Word:
    """The sum of the hats of all but the acting seat and one who cannot see its own.

    -1 when one of them cannot be.
    """
    look_ahead(row, o, memory)
    total = 0
    for seat in range(np.int64(o[O_PLAYERS])):
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
        choices = spoken_choices(row, memory)
        recall(row, o, memory, might_have_clued(row, o))
        if choices >> action & 1:
            place = count(choices & ((np.int64(1) << action) - 1))
            sense = take_message(row, o, memory, count(choices), place, me)
        if sense:
            keep_in_mind(row, o, memory)
    elif is_clue(o, action):
        target, clue = clue_target(row, o, action), clue_number(o, action)
        message = message_of(row, o, memory, target, clue)
        if row[PENDING] == 0 and message != SILENT:
            recall(row, o, memory, False)
            sense = take_message(row, o, memory, message_size(row, o), message, me)
            if sense:
                keep_in_mind(row, o, memory)
        hear(row, o, memory, target, clue)
        rule_out(row, o, memory)
    return sense


@routine
def spoken_choices(row: Row, memory: Memory) -> Word:
    """The slots of which the acting seat says something by discarding one of them and no other."""
    turn = np.int64(row[TURN])
    useless = useless_slots(row, memory, turn, HELD + turn * SLOTS_EACH, memory[DEAD])
    return np.int64(0) if is_one(useless) else useless


@routine
def is_honest(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether what everybody would learn from this action of the acting seat is so."""
    if row[PENDING] or (action >= o[O_HAND] and not is_clue(o, action)):
        return True
    if is_clue(o, action):
        message = message_of(row, o, memory, clue_target(row, o, action), clue_number(o, action))
        recall(row, o, memory, False)
        return message == SILENT or message == hat_sum(row, o, memory, message_size(row, o), -1)
    quiet = might_have_clued(row, o)
    if quiet and somebody_needs_a_clue(row, o, memory):
        return False
    choices = spoken_choices(row, memory)
    if not choices >> action & 1:
        return True
    recall(row, o, memory, quiet)
    place = count(choices & ((np.int64(1) << action) - 1))
    return place == hat_sum(row, o, memory, count(choices), -1)


@routine
def hear(row: Row, o: OptionVector, memory: Memory, target: Word, clue: Word) -> None:
    """Take a clue at its word."""
    touched = touched_slots(row, o, memory, target, clue)
    cards = memory[CLUES + clue]
    for slot in range(hand_of(row, target)):
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
    if hand_of(row, seat) > held:
        memory[at + held] = memory[LEFT]
    rule_out(row, o, memory)
