"""What is known of a hand, publicly or to a seat that sees it."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_PLAYERS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import bit_at, hand_of, is_one
from hanamichi.bots.hanabi.hats.memory_layout import (
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    THEIR_UNSEEN,
    Memory,
)


@routine
def useless_slots(row: Row, memory: Memory, seat: Word, at: Word, dead: Word) -> Word:
    """The slots of a hand known to be of no use, as bits: dead, or twice the same card."""
    useless = np.int64(0)
    size = hand_of(row, seat)
    for slot in range(size):
        cards = memory[at + slot]
        if cards & ~dead == 0:
            useless |= np.int64(1) << slot
        elif is_one(cards):
            for other in range(size):
                if other != slot and memory[at + other] == cards:
                    useless |= np.int64(1) << slot
    return useless


@routine
def knows_playable(row: Row, memory: Memory, seat: Word) -> Word:
    """Whether it is publicly known that a seat has a card to play."""
    for slot in range(hand_of(row, seat)):
        if memory[HELD + seat * SLOTS_EACH + slot] & ~memory[PLAYABLE] == 0:
            return True
    return False


@routine
def has_playable(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """Whether a seat has a card to play, known or not."""
    cards = np.int64(0)
    for slot in range(hand_of(row, seat)):
        cards |= bit_at(row, o, seat, slot)
    return cards & memory[PLAYABLE] != 0


@routine
def any_seat_needs_clue(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Whether a seat but the acting one has a playable card and none that it publicly knows."""
    for seat in range(np.int64(o[O_PLAYERS])):
        if (
            seat != row[TURN]
            and has_playable(row, o, memory, seat)
            and not knows_playable(row, memory, seat)
        ):
            return True
    return False


@routine
def count_unseen(
    row: Row, o: OptionVector, memory: Memory, seat: Word, but: Word, at: Word
) -> None:
    """Count the copies unseen by a seat into three cells, ignoring the hand of the seat `but`."""
    one, two, three = memory[LEFT], memory[LEFT + 1], memory[LEFT + 2]
    for other in range(np.int64(o[O_PLAYERS])):
        if other not in (seat, but):
            for slot in range(hand_of(row, other)):
                bit = bit_at(row, o, other, slot)
                if three & bit:
                    three ^= bit
                elif two & bit:
                    two ^= bit
                else:
                    one &= ~bit
    memory[at] = one
    memory[at + 1] = two
    memory[at + 2] = three


@routine
def is_consistent(row: Row, o: OptionVector, memory: Memory, me: Word) -> Word:
    """Whether the hands that a seat sees, and its own, agree with the public knowledge."""
    count_unseen(row, o, memory, me, -1, THEIR_UNSEEN)
    for seat in range(np.int64(o[O_PLAYERS])):
        for slot in range(hand_of(row, seat)):
            can_be = memory[THEIR_UNSEEN] if seat == me else bit_at(row, o, seat, slot)
            if not memory[HELD + seat * SLOTS_EACH + slot] & can_be:
                return False
    return True
