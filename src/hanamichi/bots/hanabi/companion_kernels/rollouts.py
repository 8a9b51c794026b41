"""Rollouts: an action in a possible world, then the companion in every seat to the end.

A world is a hand of the seat, an order of the deck and of the hidden tiles. What other seats make
of past clues depends on the hand, so the match so far is replayed in each world.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Rows, Word
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import add_card, score
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.companion_kernels.decision import decide
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    MEMORY_CELLS,
    Memory,
    Rules,
    Worths,
)
from hanamichi.bots.hanabi.companion_kernels.tracking import advance, begin


@routine
def replay(
    m: Memory,
    c: Rules,
    row: Row,
    o: OptionVector,
    start: Row,
    cards: Row,
    actions: NDArray[np.int64],
    rng: Random,
) -> None:
    """Play a match as far as it went: `cards` in the order in which they were drawn."""
    for cell in range(r.ROW_BYTES):
        row[cell] = start[cell]
    drawn = 0
    for seat in range(o[r.O_PLAYERS]):
        for _ in range(o[r.O_HAND]):
            add_card(row, o, seat, cards[drawn])
            drawn += 1
    row[r.DRAWN] = drawn
    begin(m, c, row)
    for n in range(actions.shape[0]):
        card = np.int64(cards[np.int64(row[r.DRAWN])])
        row[r.DECK + np.int64(row[r.DRAWN])] = card
        advance(m, c, row, o, actions[n], rng, card)


@routine
def play_out(
    m: Memory, c: Rules, w: Worths, row: Row, o: OptionVector, rng: Random, values: Word
) -> Word:
    """Play the game to its end with the companion in every seat; its score."""
    while row[r.ENDED] == 0:
        advance(m, c, row, o, decide(m, c, w, row, o, values, False), rng, -1)
    return score(row, o)


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

    A world is the cards in the order in which they were and will be drawn, and the six tiles.
    """
    world, rollout = rows[0], rows[1]
    m, copy = memories[0], memories[1]
    for n in range(cards.shape[0]):
        rng[0] = seeds[n]
        replay(m, c, world, o, start, cards[n], history, rng)
        for at in range(np.int64(world[r.DRAWN]), np.int64(world[r.DECK_SIZE])):
            world[r.DECK + at] = cards[n, at]
        for at in range(np.int64(world[r.TILES_USED]), 6):
            world[r.TILES + at] = tiles[n, at]
        for k in range(actions.shape[0]):
            for cell in range(r.ROW_BYTES):
                rollout[cell] = world[cell]
            for cell in range(MEMORY_CELLS):
                copy[cell] = m[cell]
            rng[0] = seeds[n]
            advance(copy, c, rollout, o, actions[k], rng, -1)
            scores[n, k] = play_out(copy, c, w, rollout, o, rng, values)
