"""The interface of the hat strategy: one public memory for each game, the same for every seat.

A seat reads the other hands and the memory, never its own cards or the deck.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Random, Row, Word
from hanamichi.batch.hanabi.kernel import nth_legal, score, step
from hanamichi.batch.hanabi.row import ENDED, HAND_SIZES, O_HAND, O_PLAYERS, PENDING, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import hand_of, init_constants, update_board
from hanamichi.bots.hanabi.hats.clue_actions import is_clue
from hanamichi.bots.hanabi.hats.hats_policy import choose
from hanamichi.bots.hanabi.hats.inference import is_honest, learn, update_hand
from hanamichi.bots.hanabi.hats.memory_layout import (
    HELD,
    LEFT,
    MEMORY_CELLS,
    MEMORY_TYPE,
    PUBLIC_CELLS,
    SLOTS_EACH,
    Memory,
)

__all__ = [
    "MEMORY_CELLS",
    "MEMORY_TYPE",
    "PUBLIC_CELLS",
    "advance",
    "begin",
    "decide",
    "is_honest",
    "play_out",
]


@routine
def begin(row: Row, o: OptionVector, memory: Memory) -> None:
    """Initialize the memory after the deal: only the number of copies of each card is known."""
    for cell in range(MEMORY_CELLS):
        memory[cell] = 0
    init_constants(o, memory)
    update_board(row, o, memory)
    for seat in range(np.int64(o[O_PLAYERS])):
        for slot in range(hand_of(row, seat)):
            memory[HELD + seat * SLOTS_EACH + slot] = memory[LEFT]


@routine
def decide(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The acting seat's move, as an action id. Writes only in the memory's working space."""
    if row[PENDING]:
        return nth_legal(row, o, 0)
    return choose(row, o, memory)


@routine
def advance(
    row: Row, o: OptionVector, memory: Memory, action: Word, rng: Random, game: Word
) -> None:
    """Apply an action to the row, and what all seats learn from it to the memory."""
    learn(row, o, memory, action, -1)
    carry_out(row, o, memory, action, rng, game)


@routine
def carry_out(
    row: Row, o: OptionVector, memory: Memory, action: Word, rng: Random, game: Word
) -> None:
    """Apply an action to the row, and update the memory for the cards that moved."""
    seat = np.int64(row[TURN])
    held = np.int64(row[HAND_SIZES + seat])
    hand = np.int64(o[O_HAND])
    slot = np.int64(-1)
    pending = row[PENDING]
    if not pending and action < 2 * hand:
        slot = action if action < hand else action - hand
    step(row, o, action, rng, game)
    if pending or not is_clue(o, action):
        update_hand(row, o, memory, seat, slot, held)


@routine
def play_out(row: Row, o: OptionVector, memory: Memory, rng: Random, game: Word) -> Word:
    """Play the game to its end with the strategy in every seat; its score."""
    while row[ENDED] == 0:
        advance(row, o, memory, decide(row, o, memory), rng, game)
    return score(row, o)
