"""What all seats learn from a move."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_HAND, O_PLAYERS, PENDING, TOKENS, TURN
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import count, hand_of, is_one, rule_out, update_board
from hanamichi.bots.hanabi.hats.clue_actions import clue_number, clue_target, is_clue
from hanamichi.bots.hanabi.hats.clue_code import SILENT, message_of, message_size, touched_slots
from hanamichi.bots.hanabi.hats.hand_knowledge import (
    any_seat_needs_clue,
    knows_playable,
    useless_slots,
)
from hanamichi.bots.hanabi.hats.hat_encoding import hat_of
from hanamichi.bots.hanabi.hats.lookahead import project_boards
from hanamichi.bots.hanabi.hats.memory_layout import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TENTATIVE,
    Memory,
)


@kernel
def could_clue(row: Row, o: OptionVector) -> Word:
    """Whether the acting seat could give a clue, so that any other move carries information."""
    return row[TOKENS] > 0 and message_size(row, o) > 0


@routine
def start_inference(row: Row, o: OptionVector, memory: Memory, quiet: Word) -> None:
    """Copy HELD of all hands but the acting seat's to TENTATIVE.

    A quiet move, no clue although a token was available, means that every seat that knows of no
    playable card has none.
    """
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != row[TURN]:
            keep = ~memory[PLAYABLE] if quiet and not knows_playable(row, memory, seat) else -1
            for slot in range(hand_of(row, seat)):
                at = seat * SLOTS_EACH + slot
                memory[TENTATIVE + at] = memory[HELD + at] & keep


@routine
def commit_inference(row: Row, o: OptionVector, memory: Memory) -> None:
    """Make TENTATIVE public knowledge."""
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != row[TURN]:
            for slot in range(hand_of(row, seat)):
                at = seat * SLOTS_EACH + slot
                memory[HELD + at] = memory[TENTATIVE + at]


@routine
def sum_of_hats(row: Row, o: OptionVector, memory: Memory, modulus: Word, me: Word) -> Word:
    """The sum of the hats of all seats but the acting one and `me`; -1 if a hat is impossible."""
    project_boards(row, o, memory)
    total = 0
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != row[TURN] and seat != me:
            own_hat = hat_of(row, o, memory, seat, modulus, -1)
            if own_hat < 0:
                return -1
            total += own_hat
    return total % modulus


@routine
def apply_message(
    row: Row, o: OptionVector, memory: Memory, modulus: Word, message: Word, me: Word
) -> Word:
    """Let all seats learn their own hat from a message; false if it is inconsistent."""
    total = sum_of_hats(row, o, memory, modulus, me)
    if total < 0:
        return False
    if me >= 0 and me != row[TURN]:
        return hat_of(row, o, memory, me, modulus, (message - total) % modulus) >= 0
    return total == message


@routine
def learn(row: Row, o: OptionVector, memory: Memory, action: Word, me: Word) -> Word:
    """Update public knowledge by what an action of the acting seat means, before it is applied.

    `me` is the seat whose cards are unknown here, or -1 when all are known. False when the action
    does not fit the code: then a clue counts by its literal meaning only.
    """
    sense = True
    if row[PENDING] == 0 and action < o[O_HAND]:
        choices = message_slots(row, memory)
        start_inference(row, o, memory, could_clue(row, o))
        if choices >> action & 1:
            place = count(choices & ((np.int64(1) << action) - 1))
            sense = apply_message(row, o, memory, count(choices), place, me)
        if sense:
            commit_inference(row, o, memory)
    elif is_clue(o, action):
        target, clue = clue_target(row, o, action), clue_number(o, action)
        message = message_of(row, o, memory, target, clue)
        if row[PENDING] == 0 and message != SILENT:
            start_inference(row, o, memory, False)
            sense = apply_message(row, o, memory, message_size(row, o), message, me)
            if sense:
                commit_inference(row, o, memory)
        apply_clue(row, o, memory, target, clue)
        rule_out(row, o, memory)
    return sense


@routine
def message_slots(row: Row, memory: Memory) -> Word:
    """The useless slots among which the choice of a discard carries a message."""
    turn = np.int64(row[TURN])
    useless = useless_slots(row, memory, turn, HELD + turn * SLOTS_EACH, memory[DEAD])
    return np.int64(0) if is_one(useless) else useless


@routine
def is_honest(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether what all seats would learn from this action of the acting seat is true."""
    if row[PENDING] or (action >= o[O_HAND] and not is_clue(o, action)):
        return True
    if is_clue(o, action):
        message = message_of(row, o, memory, clue_target(row, o, action), clue_number(o, action))
        start_inference(row, o, memory, False)
        return message == SILENT or message == sum_of_hats(row, o, memory, message_size(row, o), -1)
    quiet = could_clue(row, o)
    if quiet and any_seat_needs_clue(row, o, memory):
        return False
    choices = message_slots(row, memory)
    if not choices >> action & 1:
        return True
    start_inference(row, o, memory, quiet)
    place = count(choices & ((np.int64(1) << action) - 1))
    return place == sum_of_hats(row, o, memory, count(choices), -1)


@routine
def apply_clue(row: Row, o: OptionVector, memory: Memory, target: Word, clue: Word) -> None:
    """Update public knowledge by the literal meaning of a clue."""
    touched = touched_slots(row, o, memory, target, clue)
    cards = memory[CLUES + clue]
    for slot in range(hand_of(row, target)):
        memory[HELD + target * SLOTS_EACH + slot] &= cards if touched >> slot & 1 else ~cards


@routine
def update_hand(
    row: Row, o: OptionVector, memory: Memory, seat: Word, slot: Word, held: Word
) -> None:
    """Update public knowledge after a seat that held `held` cards lost one or drew one.

    `slot` is the slot that it lost, -1 for none.
    """
    update_board(row, o, memory)
    at = HELD + seat * SLOTS_EACH
    if slot >= 0:
        held -= 1
        for place in range(slot, held):
            memory[at + place] = memory[at + place + 1]
        memory[at + held] = 0
    if hand_of(row, seat) > held:
        memory[at + held] = memory[LEFT]
    rule_out(row, o, memory)
