"""Rollouts of many games at once, both seats playing as the network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Rows, Word
from hanamichi.batch.hanabi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.hanabi.kernel import step
from hanamichi.batch.hanabi.row import ENDED, ROW_BYTES
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.rollouts import build_world
from hanamichi.bots.hanabi.search.workspace import Ints, Workspace

Past = NDArray[np.int8]
"""For each game, the actions so far, the latest first, -1 where there was none."""
OBSERVED_WORDS = 11
"""Words of a packed observation of two players."""


@routine
def build_rollouts(
    row: Word,
    o: OptionVector,
    moves: Ints,
    jobs: NDArray[np.int32],
    rng: Random,
    workspace: Workspace,
    rows: Rows,
) -> None:
    """Write the row of each rollout: its world, with its move made."""
    for n in range(rows.shape[0]):
        build_world(row, o, np.int64(jobs[n, 0]), workspace)
        for cell in range(ROW_BYTES):
            rows[n, cell] = workspace.world[cell]
        step(rows[n], o, moves[jobs[n, 1]], rng, 0)


def network_choices(network: Network, rows: Rows, o: OptionVector, past: Past) -> NDArray[np.int32]:
    """What the network would do in each game."""
    count = len(rows)
    seen = np.zeros((count, OBSERVED_WORDS), np.uint64)
    CPU_KERNELS.observe_run(0, count, rows, o, np.full(count, -1, np.int32), seen)
    masks = np.zeros((count, network.actions), np.uint8)
    CPU_KERNELS.mask_run(0, count, rows, o, masks)
    return network.choices(seen, past[:, 1 : 1 + network.past], masks.astype(bool))


def network_scores(network: Network, rows: Rows, o: OptionVector, past: Past) -> NDArray[np.int32]:
    """The final score of each game when the network plays both seats. The rows are changed."""
    places = np.arange(len(rows))
    totals = np.zeros((len(rows), 1), np.int32)
    going, past = rows, past.copy()
    while True:
        over = going[:, ENDED] != 0
        if over.any():
            ended = np.ascontiguousarray(going[over])
            found = np.zeros((len(ended), 1), np.int32)
            CPU_KERNELS.score_run(0, len(ended), ended, o, found)
            totals[places[over]] = found
            going, past, places = going[~over], past[~over], places[~over]
        if not len(going):
            return totals[:, 0]
        actions = network_choices(network, going, o, past)
        count = len(going)
        CPU_KERNELS.step_run(
            0, count, going, o, actions, np.zeros(count, np.uint64), np.zeros((count, 1), np.int32)
        )
        past[:, 1:] = past[:, :-1].copy()
        past[:, 0] = actions
