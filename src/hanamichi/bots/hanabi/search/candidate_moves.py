"""The moves that a search weighs: the plain one, and every other that says nothing untrue."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.kernel import discarded, first_tile_action, is_legal
from hanamichi.batch.hanabi.row import FIREWORKS, O_COPIES, O_HAND, O_POWDER, O_SUITS
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.memory_layout import PLAYABLE, Memory
from hanamichi.bots.hanabi.hats.strategy import decide, says_the_truth
from hanamichi.bots.hanabi.search.hand_sampling import Likes
from hanamichi.bots.hanabi.search.workspace import Whole


@routine
def most_reachable(row: Row, o: OptionVector) -> Word:
    """The most that can still be scored, by what is lost for good."""
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
def gather_moves(row: Row, o: OptionVector, memory: Memory, likes: Likes, moves: Whole) -> Word:
    """The acting seat's moves, the plain one first; how many there are.

    `likes` says which cards its slots may be: one that fits nowhere is better discarded.
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
                fits |= memory[PLAYABLE] >> card & 1 != 0 and likes[action - hand, card] > 0.0
        if fits and says_the_truth(row, o, memory, action):
            moves[n] = action
            n += 1
    return n
