"""Rollouts: an action in a possible world, then the companion in every seat to the end.

A world is a hand of the seat, an order of the deck and of the hidden tiles. What other seats make
of past clues depends on the hand, so the match so far is replayed in each world.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Rows
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import add_card, score
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.companion_kernels.decision import decide
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    MEMORY_CELLS,
    Rules,
    Worths,
)
from hanamichi.bots.hanabi.companion_kernels.tracking import advance, begin


@routine
def run_rollouts(
    c: Rules,
    w: Worths,
    o: OptionVector,
    start: Row,
    cards: Rows,
    tiles: Rows,
    seeds: Random,
    history: NDArray[np.int64],
    actions: NDArray[np.int64],
    scores: NDArray[np.int64],
    rng: Random,
    memories: NDArray[np.int64],
    rows: Rows,
    values: NDArray[np.float64],
) -> None:
    """The final score of each action in each world.

    A world is the cards in the order in which they were and will be drawn, and the six tiles. The
    first memory and the first row are left as they were when the last world was played so far.
    """
    world, row = rows[0], rows[1]
    before, m = memories[0], memories[1]
    for n in range(cards.shape[0]):
        rng[0] = seeds[n]
        for cell in range(r.ROW_BYTES):
            world[cell] = start[cell]
        drawn = 0
        for seat in range(o[r.O_PLAYERS]):
            for _ in range(o[r.O_HAND]):
                add_card(world, o, seat, cards[n, drawn])
                drawn += 1
        world[r.DRAWN] = drawn
        begin(before, c, world)
        # one loop for the past and all futures, so that the kernels are compiled into one place
        for k in range(-1, actions.shape[0]):
            ply = 0
            if k >= 0:
                rng[0] = seeds[n]
                for cell in range(r.ROW_BYTES):
                    row[cell] = world[cell]
                for cell in range(MEMORY_CELLS):
                    m[cell] = before[cell]
            while True:
                card = np.int64(-1)
                played, memory = (world, before) if k < 0 else (row, m)
                if k < 0:
                    if ply == history.shape[0]:
                        break
                    action = history[ply]
                    card = np.int64(cards[n, np.int64(world[r.DRAWN])])
                    world[r.DECK + np.int64(world[r.DRAWN])] = card
                elif row[r.ENDED]:
                    break
                elif ply == 0:
                    action = actions[k]
                else:
                    action = decide(m, c, w, row, o, values, False)
                advance(memory, c, played, o, action, rng, card)
                ply += 1
            if k >= 0:
                scores[n, k] = score(row, o)
            else:
                for at in range(np.int64(world[r.DRAWN]), np.int64(world[r.DECK_SIZE])):
                    world[r.DECK + at] = cards[n, at]
                for at in range(np.int64(world[r.TILES_USED]), 6):
                    world[r.TILES + at] = tiles[n, at]
