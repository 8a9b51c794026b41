"""Who would be forced to discard, and what would be lost."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_PLAYERS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import after, bit_at, hand_of, step_in
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.discard_costs import cheapest_slot, loss, others_hold
from hanamichi.bots.hanabi.hats.hand_knowledge import count_unseen, useless_slots
from hanamichi.bots.hanabi.hats.memory_layout import EYES, GUESS, HELD, SLOTS_EACH, Memory


@routine
def see_with(row: Row, o: OptionVector, memory: Memory, seat: Word) -> None:
    """What another seat may think of its hand, as the acting one, which cannot see itself, sees."""
    count_unseen(row, o, memory, seat, np.int64(row[TURN]), EYES)
    for slot in range(hand_of(row, seat)):
        memory[GUESS + slot] = memory[HELD + seat * SLOTS_EACH + slot] & memory[EYES]


@routine
def play_of(row: Row, o: OptionVector, memory: Memory, seat: Word, playable: Word) -> Word:
    """The lowest card that a seat, by its guesses, would play; nothing for none."""
    best = np.int64(0)
    lowest = 5
    for slot in range(hand_of(row, seat)):
        cards = memory[GUESS + slot]
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
    """What the first who has nothing to play, to clue with or to spare would have to discard.

    With so many tokens and the board as it will be after the acting seat's move. It costs nothing
    when nobody comes to that before the turn is back.
    """
    me = np.int64(row[TURN])
    seat = next_seat(o, me)
    for _ in range(np.int64(o[O_PLAYERS]) - 1):
        see_with(row, o, memory, seat)
        card = play_of(row, o, memory, seat, playable)
        if card:
            if card & playable:
                playable &= ~card
                dead |= card
                following = after(o, card)
                playable |= following & ~dead
                if following == 0:
                    tokens += 1
        elif useless_slots(row, memory, seat, GUESS, dead):
            tokens += 1
        elif tokens > 0:
            return 0
        else:
            seen = others_hold(row, o, seat, me)
            slot = cheapest_slot(memory, GUESS, hand_of(row, seat), EYES, seen)
            return loss(memory, bit_at(row, o, seat, slot), 0)
        seat = next_seat(o, seat)
    return 0
