"""Worlds side by side, each moved on by the hats: what an endgame is worked out with."""

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
from hanamichi.bots.hanabi.search.workspace import Whole

_BASIS = np.uint64(14695981039346656037)
_PRIME = np.uint64(1099511628211)


class Worlds(NamedTuple):
    """Worlds in which it is the same seat's turn."""

    rows: Rows
    memories: NDArray[np.int64]
    weights: NDArray[np.float64]

    def some(self, places: NDArray[np.intp]) -> Worlds:
        """Those at these places."""
        return Worlds(self.rows[places], self.memories[places], self.weights[places])


def room_for(count: int) -> Worlds:
    """So many worlds, not laid out yet."""
    return Worlds(
        np.zeros((count, ROW_BYTES), np.uint8),
        np.zeros((count, MEMORY_CELLS), MEMORY_TYPE),
        np.zeros(count),
    )


@routine
def plain_scores(
    o: OptionVector, worlds: Worlds, trial: Row, memory: Memory, rng: Random, scores: Whole
) -> None:
    """What each world ends with when everybody follows the hats from here."""
    for n in range(worlds.rows.shape[0]):
        for cell in range(ROW_BYTES):
            trial[cell] = worlds.rows[n, cell]
        for cell in range(MEMORY_CELLS):
            memory[cell] = worlds.memories[n, cell]
        scores[n] = play_out(trial, o, memory, rng, 0)


@routine
def move_on(
    o: OptionVector, worlds: Worlds, action: Word, rng: Random, scores: Whole, keys: Bits
) -> None:
    """Make a move in every world and let the others answer, until it is the seat's turn again.

    A world that ended by then has its score, any other -1 and a key: the same for those that the
    seat cannot tell apart.
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
            keys[n] = seen_key(row, o, memory, seat)


@routine
def seen_key(row: Row, o: OptionVector, memory: Memory, seat: Word) -> Word:
    """A number for all that a seat sees and knows."""
    key = _BASIS
    first, last = cell_of(o, seat, 0), cell_of(o, seat, np.int64(o[O_HAND]))
    for cell in range(DECK):
        own = first <= cell < last and (cell - SLOTS) % SLOT_BYTES == 0
        key = (key ^ np.uint64(0 if own else row[cell])) * _PRIME
    for cell in range(PUBLIC_CELLS):
        key = (key ^ np.uint64(memory[cell])) * _PRIME
        key ^= key >> np.uint64(29)
    return key
