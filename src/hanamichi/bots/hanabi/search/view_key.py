"""A hash of what a seat sees: worlds that it cannot distinguish have the same."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import DECK, O_HAND, SLOT_BYTES, SLOTS
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.search.move_history import cell_of

_BASIS = np.uint64(14695981039346656037)
_PRIME = np.uint64(1099511628211)


@routine
def view_key(row: Row, o: OptionVector, seat: Word) -> Word:
    """A hash of the table without the seat's own cards and the deck."""
    key = _BASIS
    first, last = cell_of(o, seat, 0), cell_of(o, seat, np.int64(o[O_HAND]))
    for cell in range(DECK):
        own = first <= cell < last and (cell - SLOTS) % SLOT_BYTES == 0
        key = key_with(key, 0 if own else row[cell])
    return key


@routine
def key_with(key: Word, value: Word) -> Word:
    """The hash with one more value."""
    key = (key ^ np.uint64(value)) * _PRIME
    return key ^ key >> np.uint64(29)
