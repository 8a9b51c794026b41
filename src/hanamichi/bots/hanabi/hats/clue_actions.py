"""Clues as action ids: their target and what they name."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.kernel import first_tile_action
from hanamichi.batch.hanabi.row import O_COLOURS, O_DECK_PLAY, O_HAND, O_PLAYERS, TURN
from hanamichi.batch.jit import kernel


@kernel
def is_clue(o: OptionVector, action: Word) -> Word:
    """Whether an action gives a clue."""
    return 2 * o[O_HAND] <= action < first_tile_action(o) - o[O_DECK_PLAY]


@kernel
def clue_target(row: Row, o: OptionVector, action: Word) -> Word:
    """The seat that a clue is given to."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    clue = action - 2 * np.int64(o[O_HAND])
    if clue < (players - 1) * colours:
        distance = clue // colours
    else:
        distance = (clue - (players - 1) * colours) // 5
    target = np.int64(row[TURN]) + distance + 1
    return target - players if target >= players else target


@kernel
def clue_number(o: OptionVector, action: Word) -> Word:
    """What a clue names: a colour's index, or after all colours a value."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    clue = action - 2 * np.int64(o[O_HAND])
    if clue < (players - 1) * colours:
        return clue % colours
    return colours + (clue - (players - 1) * colours) % 5


@kernel
def clue_action(o: OptionVector, distance: Word, clue: Word) -> Word:
    """The action of giving a clue to the seat `distance` places after the next one."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    base = 2 * np.int64(o[O_HAND])
    if clue < colours:
        return base + distance * colours + clue
    return base + (players - 1) * colours + distance * 5 + clue - colours
