"""The kernels over many games of Hanabi."""

from __future__ import annotations

import numba
import numpy as np

from hanamichi.batch import cpu_template
from hanamichi.batch.arrays import Masks, OptionVector, Random, Row, Totals, Word
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.hanabi.kernel import (
    deal,
    first_tile_action,
    is_legal,
    legal_recoveries,
    legal_returns,
    legal_word,
    random_legal,
    score,
    step,
)
from hanamichi.batch.hanabi.observation import observe
from hanamichi.batch.hanabi.row import ENDED, O_FLAMBOYANTS, O_SUITS, ROW_BYTES, TURN
from hanamichi.batch.jit import kernel
from hanamichi.batch.kernel_interface import Definitions
from hanamichi.batch.specialize import specialize

_ONE = np.uint64(1)


@kernel
def is_over(row: Row) -> Word:
    """Whether the game has ended."""
    return row[ENDED] != 0


@kernel
def acting_seat(row: Row) -> Word:
    """The seat to act."""
    return np.int64(row[TURN])


@kernel
def write_mask(row: Row, o: OptionVector, mask: Masks) -> None:
    """Write one byte for each action: 1 where it is legal."""
    base = first_tile_action(o)
    word = legal_word(row, o)
    for action in range(base):
        mask[action] = (word >> np.uint64(action)) & _ONE
    if o[O_FLAMBOYANTS]:
        cards = 5 * o[O_SUITS]
        returns = legal_returns(row, o)
        recoveries = legal_recoveries(row, o)
        for card in range(cards):
            mask[base + card] = (returns >> np.uint64(card)) & _ONE
            mask[base + cards + card] = (recoveries >> np.uint64(card)) & _ONE


@kernel
def step_with_gains(
    row: Row, o: OptionVector, action: Word, rng: Random, game: int, gains: Totals
) -> None:
    """Carry out an action; the team gains the change of the official score."""
    before = score(row, o)
    step(row, o, action, rng, game)
    gains[0] = score(row, o) - before


@kernel
def write_scores(row: Row, o: OptionVector, totals: Totals) -> None:
    """Write the official score."""
    totals[0] = score(row, o)


DEFINITIONS = Definitions(
    ROW_CELLS=ROW_BYTES,
    ROW_TYPE=numba.uint8,
    deal=deal,
    is_over=is_over,
    acting_seat=acting_seat,
    is_legal=is_legal,
    random_legal=random_legal,
    write_mask=write_mask,
    step=step,
    step_with_gains=step_with_gains,
    write_scores=write_scores,
    observe=observe,
)
CPU_KERNELS = CpuKernels(**specialize(cpu_template, DEFINITIONS._asdict(), __name__, kernel))
