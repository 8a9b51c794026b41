"""The moves that a search compares: the default one, and every other honest one."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.kernel import discarded, first_tile_action, is_legal
from hanamichi.batch.hanabi.row import FIREWORKS, O_COPIES, O_HAND, O_POWDER, O_SUITS
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.memory_layout import PLAYABLE, Memory
from hanamichi.bots.hanabi.hats.strategy import decide, is_honest
from hanamichi.bots.hanabi.search.hand_sampling import SlotWeights
from hanamichi.bots.hanabi.search.workspace import Ints


@routine
def max_reachable_score(row: Row, o: OptionVector) -> Word:
    """The highest score still possible, by the cards lost for good."""
    total = np.int64(-5 if o[O_POWDER] >= 0 else 0)
    for suit in range(o[O_SUITS]):
        height = np.int64(row[FIREWORKS + suit])
        while height < 5:
            card = suit * 5 + (4 - height if suit == o[O_POWDER] else height)
            if discarded(row, o, card) == o[O_COPIES + card]:
                break
            height += 1
        total += height
    return total


@routine
def gather_moves(
    row: Row, o: OptionVector, memory: Memory, slot_weights: SlotWeights, moves: Ints
) -> Word:
    """Write the acting seat's moves, the default one first; how many there are.

    `slot_weights` has the cards that its slots may be: one that cannot be playable is not played.
    """
    hand = np.int64(o[O_HAND])
    moves[0] = decide(row, o, memory)
    n = 1
    for action in range(first_tile_action(o)):
        if action == moves[0] or not is_legal(row, o, action):
            continue
        fits = action < hand or action >= 2 * hand
        if not fits:
            for card in range(5 * o[O_SUITS]):
                fits |= (
                    memory[PLAYABLE] >> card & 1 != 0 and slot_weights[action - hand, card] > 0.0
                )
        if fits and is_honest(row, o, memory, action):
            moves[n] = action
            n += 1
    return n
