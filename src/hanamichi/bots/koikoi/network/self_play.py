"""Self-play of the compiled policy, whole rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Bits, OptionVector, Random, Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.kernel import deal, step
from hanamichi.batch.koikoi.row import (
    A_KEEP,
    ACTOR,
    DEALER,
    OVER,
    PHASE,
    SCORES,
    SWAP,
)
from hanamichi.bots.koikoi.network.inputs import LACKED_MONTHS
from hanamichi.bots.koikoi.network.one_ply_policy import Stakes, Workspace, advance, choose
from hanamichi.bots.koikoi.network.value_network import Net

RoundResults = NDArray[np.int32]
"""For each round: the dealer, and what seat 0 won or lost."""


@kernel
def begin(row: Bits, o: OptionVector, template: Bits, rng: Random, game: int) -> None:
    """Deal a round, up to the first card."""
    row[LACKED_MONTHS] = 0
    row[LACKED_MONTHS + 1] = 0
    deal(row, o, template, rng, game)
    while row[PHASE] == SWAP:
        step(row, o, A_KEEP, rng, game)


@kernel
def first_seat_gain(row: Bits) -> Word:
    """What seat 0 has won, or lost."""
    return np.int64(row[SCORES]) - np.int64(row[SCORES + 1])


@routine
def play_rounds(
    row: Bits,
    o: OptionVector,
    template: Bits,
    rng: Random,
    nets: tuple[Net, Net],
    stakes: tuple[Stakes, Stakes],
    workspace: Workspace,
    results: RoundResults,
) -> None:
    """Play rounds between two networks, one for each seat."""
    for n in range(results.shape[0]):
        begin(row, o, template, rng, 0)
        dealer = np.int64(row[DEALER])
        while row[PHASE] != OVER:
            if row[ACTOR]:
                action = choose(row, o, nets[1], stakes[dealer], workspace)
            else:
                action = choose(row, o, nets[0], stakes[dealer], workspace)
            advance(row, o, action, rng, 0)
        results[n, 0] = dealer
        results[n, 1] = first_seat_gain(row)
