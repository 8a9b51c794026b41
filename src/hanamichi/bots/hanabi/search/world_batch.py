"""Batches of worlds, advanced by the hat strategy: what the endgame solver works on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Bits, OptionVector, Random, Row, Rows, Word
from hanamichi.batch.hanabi.kernel import score
from hanamichi.batch.hanabi.row import DECK, ENDED, O_HAND, ROW_BYTES, SLOT_BYTES, SLOTS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.memory_layout import (
    MEMORY_CELLS,
    MEMORY_TYPE,
    PUBLIC_CELLS,
    Memory,
)
from hanamichi.bots.hanabi.hats.strategy import advance, decide, play_out
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.workspace import Ints

_BASIS = np.uint64(14695981039346656037)
_PRIME = np.uint64(1099511628211)


class Worlds(NamedTuple):
    """Worlds in which it is the same seat's turn."""

    rows: Rows
    memories: NDArray[np.int64]
    weights: NDArray[np.float64]

    def select(self, indices: NDArray[np.intp]) -> Worlds:
        """The worlds at these indices."""
        return Worlds(self.rows[indices], self.memories[indices], self.weights[indices])


def empty_worlds(count: int) -> Worlds:
    """Arrays for a number of worlds."""
    return Worlds(
        np.zeros((count, ROW_BYTES), np.uint8),
        np.zeros((count, MEMORY_CELLS), MEMORY_TYPE),
        np.zeros(count),
    )


@routine
def default_scores(
    o: OptionVector, worlds: Worlds, rollout: Row, memory: Memory, rng: Random, scores: Ints
) -> None:
    """The final score of each world when all seats follow the hat strategy from here."""
    for n in range(worlds.rows.shape[0]):
        for cell in range(ROW_BYTES):
            rollout[cell] = worlds.rows[n, cell]
        for cell in range(MEMORY_CELLS):
            memory[cell] = worlds.memories[n, cell]
        scores[n] = play_out(rollout, o, memory, rng, 0)


@routine
def play_until_next_turn(
    o: OptionVector, worlds: Worlds, action: Word, rng: Random, scores: Ints, keys: Bits
) -> None:
    """Make a move in every world and play on until it is the seat's turn again.

    A world that ended by then gets its score; any other gets -1 and a key, the same for worlds that
    the seat cannot distinguish.
    """
    for n in range(worlds.rows.shape[0]):
        row, memory = worlds.rows[n], worlds.memories[n]
        seat = np.int64(row[TURN])
        advance(row, o, memory, action, rng, 0)
        while row[ENDED] == 0 and row[TURN] != seat:
            advance(row, o, memory, decide(row, o, memory), rng, 0)
        if row[ENDED]:
            scores[n] = score(row, o)
        else:
            scores[n] = -1
            keys[n] = view_key(row, o, memory, seat)


@routine
def view_key(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """A hash of all that a seat sees and knows."""
    key = _BASIS
    first, last = cell_of(o, seat, 0), cell_of(o, seat, np.int64(o[O_HAND]))
    for cell in range(DECK):
        own = first <= cell < last and (cell - SLOTS) % SLOT_BYTES == 0
        key = (key ^ np.uint64(0 if own else row[cell])) * _PRIME
    for cell in range(PUBLIC_CELLS):
        key = (key ^ np.uint64(memory[cell])) * _PRIME
        key ^= key >> np.uint64(29)
    return key
