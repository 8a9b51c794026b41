"""Forced discards: which seat would have to discard next, and what would be lost."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_PLAYERS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import after, bit_at, hand_of, step_in
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.discard_costs import cheapest_slot, loss, others_hold
from hanamichi.bots.hanabi.hats.hand_knowledge import count_unseen, useless_slots
from hanamichi.bots.hanabi.hats.memory_layout import (
    HELD,
    SLOTS_EACH,
    THEIR_HAND,
    THEIR_UNSEEN,
    Memory,
)


@routine
def model_seat(row: Row, o: OptionVector, memory: Memory, seat: Word) -> None:
    """Fill THEIR_HAND: what another seat can know of its hand, without the acting seat's cards."""
    count_unseen(row, o, memory, seat, np.int64(row[TURN]), THEIR_UNSEEN)
    for slot in range(hand_of(row, seat)):
        memory[THEIR_HAND + slot] = memory[HELD + seat * SLOTS_EACH + slot] & memory[THEIR_UNSEEN]


@routine
def expected_play(row: Row, o: OptionVector, memory: Memory, seat: Word, playable: Word) -> Word:
    """The lowest card that a seat would play by THEIR_HAND; 0 for none."""
    best = np.int64(0)
    lowest = 5
    for slot in range(hand_of(row, seat)):
        cards = memory[THEIR_HAND + slot]
        if cards and cards & ~playable == 0:
            card = bit_at(row, o, seat, slot)
            step = step_in(memory, card)
            if step < lowest:
                lowest = step
                best = card
    return best


@routine
def forced_loss(
    row: Row, o: OptionVector, memory: Memory, tokens: Word, playable: Word, dead: Word
) -> Word:
    """The cost of the first forced discard before the acting seat's next turn; 0 for none.

    A seat is forced when it has no card to play, no token and no useless card. `tokens`, `playable`
    and `dead` are as they will be after the acting seat's move.
    """
    me = np.int64(row[TURN])
    seat = next_seat(o, me)
    for _ in range(np.int64(o[O_PLAYERS]) - 1):
        model_seat(row, o, memory, seat)
        card = expected_play(row, o, memory, seat, playable)
        if card:
            if card & playable:
                playable &= ~card
                dead |= card
                following = after(o, card)
                playable |= following & ~dead
                if following == 0:
                    tokens += 1
        elif useless_slots(row, memory, seat, THEIR_HAND, dead):
            tokens += 1
        elif tokens > 0:
            return 0
        else:
            seen = others_hold(row, o, seat, me)
            slot = cheapest_slot(memory, THEIR_HAND, hand_of(row, seat), THEIR_UNSEEN, seen)
            return loss(memory, bit_at(row, o, seat, slot), 0)
        seat = next_seat(o, seat)
    return 0
