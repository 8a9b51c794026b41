"""The kernels over many matches of Koi-Koi."""

from __future__ import annotations

import numba
import numpy as np

from hanamichi.batch import cpu_template
from hanamichi.batch.arrays import Bits, Masks, OptionVector, Random, Totals, Word
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.jit import kernel
from hanamichi.batch.kernel_interface import Definitions
from hanamichi.batch.koikoi.kernel import count_legal, deal, is_legal, nth_legal, random_legal, step
from hanamichi.batch.koikoi.observation import observe
from hanamichi.batch.koikoi.row import ACTIONS, ACTOR, OVER, PHASE, ROW_CELLS, SCORES
from hanamichi.batch.specialize import specialize


@kernel
def is_over(row: Bits) -> Word:
    """Whether the match has ended."""
    return row[PHASE] == OVER


@kernel
def acting_seat(row: Bits) -> Word:
    """The seat to act."""
    return np.int64(row[ACTOR])


@kernel
def write_mask(row: Bits, o: OptionVector, mask: Masks) -> None:
    """Write one byte for each action: 1 where it is legal."""
    for action in range(ACTIONS):
        mask[action] = 0
    for n in range(count_legal(row, o)):
        mask[nth_legal(row, o, n)] = 1


@kernel
def step_with_gains(
    row: Bits, o: OptionVector, action: Word, rng: Random, game: int, gains: Totals
) -> None:
    """Carry out an action; each side gains the points it scored."""
    first, second = row[SCORES], row[SCORES + 1]
    step(row, o, action, rng, game)
    gains[0] = row[SCORES] - first
    gains[1] = row[SCORES + 1] - second


@kernel
def write_scores(row: Bits, _o: OptionVector, totals: Totals) -> None:
    """Write both scores."""
    totals[0] = row[SCORES]
    totals[1] = row[SCORES + 1]


DEFINITIONS = Definitions(
    ROW_CELLS=ROW_CELLS,
    ROW_TYPE=numba.uint64,
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
