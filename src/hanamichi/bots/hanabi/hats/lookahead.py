"""The board that each seat is expected to find at its next turn, by public knowledge."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import O_PLAYERS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import after, hand_of, is_one, step_in
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.memory_layout import (
    AHEAD_DEAD,
    AHEAD_PLAYABLE,
    DEAD,
    HELD,
    PLAYABLE,
    SLOTS_EACH,
    Memory,
)


@routine
def project_boards(row: Row, o: OptionVector, memory: Memory) -> None:
    """Let each later seat play its lowest publicly known playable card, and keep the boards."""
    playable, dead = memory[PLAYABLE], memory[DEAD]
    seat = next_seat(o, np.int64(row[TURN]))
    for _ in range(np.int64(o[O_PLAYERS]) - 1):
        memory[AHEAD_PLAYABLE + seat] = playable
        memory[AHEAD_DEAD + seat] = dead
        card = lowest_known_play(row, memory, seat, playable)
        if card:
            playable &= ~card
            dead |= card
            playable |= after(o, card) & ~dead
        seat = next_seat(o, seat)


@routine
def lowest_known_play(row: Row, memory: Memory, seat: Word, playable: Word) -> Word:
    """The lowest playable card that a seat is publicly known to have; 0 for none."""
    best = np.int64(0)
    lowest = 5
    for slot in range(hand_of(row, seat)):
        cards = memory[HELD + seat * SLOTS_EACH + slot]
        if cards & playable and is_one(cards):
            step = step_in(memory, cards)
            if step < lowest:
                lowest = step
                best = cards
    return best
