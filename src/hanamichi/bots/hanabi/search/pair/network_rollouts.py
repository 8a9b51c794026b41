"""Rollouts of many games at once, both seats playing as the network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Rows, Word
from hanamichi.batch.hanabi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.hanabi.kernel import legal_word, score, step
from hanamichi.batch.hanabi.observation import observe
from hanamichi.batch.hanabi.row import ENDED, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.carried_values import Carried, carry, new_carried
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import (
    Floats,
    Layers,
    Members,
    Scratch,
    finish,
    new_scratch,
    prefer,
)
from hanamichi.bots.hanabi.search.rollouts import build_world
from hanamichi.bots.hanabi.search.workspace import Ints, Workspace

Past = NDArray[np.int8]
"""For each game, the actions so far, the latest first, -1 where there was none."""


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
        for cell in range(rows.shape[1]):
            rows[n, cell] = workspace.world[cell]
        step(rows[n], o, moves[jobs[n, 1]], rng, 0)


def network_choices(network: Network, rows: Rows, o: OptionVector, past: Past) -> NDArray[np.int32]:
    """What the network would do in each game."""
    count = len(rows)
    seen = np.zeros((count, network.words), np.uint64)
    CPU_KERNELS.observe_run(0, count, rows, o, np.full(count, -1, np.int32), seen)
    masks = np.zeros((count, network.actions), np.uint8)
    CPU_KERNELS.mask_run(0, count, rows, o, masks)
    return network.choices(seen, past[:, 1 : 1 + network.past], masks.astype(bool))


@routine
def choose(
    members: Members,
    row: Row,
    o: OptionVector,
    past: Past,
    seen: NDArray[np.uint64],
    scratch: Scratch,
) -> Word:
    """What the network does in the seat to act.

    `past` has one action more than the network sees: the last one, which is in the observation.
    """
    look(row, o, row[TURN], seen)
    prefer(members, seen, past[1:], scratch)
    return preferred(row, o, scratch.preferences)


@routine
def look(row: Row, o: OptionVector, seat: Word, seen: NDArray[np.uint64]) -> None:
    """Write what a seat observes."""
    for word in range(seen.shape[0]):
        seen[word] = 0
    observe(row, o, seat, seen)


@routine
def preferred(row: Row, o: OptionVector, preferences: Floats) -> Word:
    """The legal action with the highest preference, the first of equals."""
    legal = legal_word(row, o)
    chosen = -1
    for action in range(preferences.shape[0]):
        if legal >> np.uint64(action) & np.uint64(1) and (
            chosen < 0 or preferences[action] > preferences[chosen]
        ):
            chosen = action
    return chosen


@routine
def look_at_both(
    layers: Layers,
    row: Row,
    o: OptionVector,
    past: Past,
    seen: NDArray[np.uint64],
    carried: Carried,
) -> None:
    """Bring the values of both seats to a position, from which games go on."""
    for seat in range(carried.seen.shape[0]):
        look(row, o, seat, seen)
        carry(layers[0], layers[3].bias.shape[0], seat, seen, past[1:], carried)


@routine
def play_out(
    layers: Layers,
    row: Row,
    o: OptionVector,
    past: Past,
    seen: NDArray[np.uint64],
    carried: Carried,
    rng: Random,
    scratch: Scratch,
) -> Word:
    """Play a game to its end, both seats as the network with its colours as they are.

    The final score. `carried` has earlier positions of this game, or of one like it.
    """
    actions = layers[3].bias.shape[0]
    while row[ENDED] == 0:
        seat = np.int64(row[TURN])
        look(row, o, seat, seen)
        carry(layers[0], actions, seat, seen, past[1:], carried)
        finish(layers, carried.values[seat], scratch)
        chosen = preferred(row, o, scratch.own)
        step(row, o, chosen, rng, 0)
        remember(past, chosen)
    return score(row, o)


@routine
def remember(past: Past, action: Word) -> None:
    """Put an action before the earlier ones."""
    for ply in range(past.shape[0] - 1, 0, -1):
        past[ply] = past[ply - 1]
    past[0] = action


@routine
def play_all_out(
    layers: Layers,
    rows: Rows,
    o: OptionVector,
    past: NDArray[np.int8],
    seen: NDArray[np.uint64],
    carried: Carried,
    rng: Random,
    scratch: Scratch,
    scores: NDArray[np.int32],
) -> None:
    """Play many games to their ends, as rollouts do."""
    for n in range(rows.shape[0]):
        scores[n] = play_out(layers, rows[n], o, past[n], seen, carried, rng, scratch)


@routine
def play_all_exactly(
    members: Members,
    rows: Rows,
    o: OptionVector,
    past: NDArray[np.int8],
    seen: NDArray[np.uint64],
    rng: Random,
    scratch: Scratch,
    scores: NDArray[np.int32],
) -> None:
    """Play many games to their ends with every choice as the network would make it."""
    for n in range(rows.shape[0]):
        row = rows[n]
        while row[ENDED] == 0:
            chosen = choose(members, row, o, past[n], seen, scratch)
            step(row, o, chosen, rng, 0)
            remember(past[n], chosen)
        scores[n] = score(row, o)


def rollout_scores(network: Network, rows: Rows, o: OptionVector, past: Past) -> NDArray[np.int32]:
    """The final score of each game when both seats play as rollouts do. The rows are changed."""
    scores = np.zeros(len(rows), np.int32)
    seen, rng = np.zeros(network.words, np.uint64), np.zeros(1, np.uint64)
    past = past[:, : 1 + network.past].copy()
    layers = network.members[0]
    carried = new_carried(layers, network.words, network.past)
    scratch = new_scratch(network.members)
    play_all_out(layers, rows, o, past, seen, carried, rng, scratch, scores)
    return scores


def network_scores(network: Network, rows: Rows, o: OptionVector, past: Past) -> NDArray[np.int32]:
    """The final score of each game when the network plays both seats. The rows are changed."""
    scores = np.zeros(len(rows), np.int32)
    seen, rng = np.zeros(network.words, np.uint64), np.zeros(1, np.uint64)
    past = past[:, : 1 + network.past].copy()
    members = network.members
    play_all_exactly(members, rows, o, past, seen, rng, new_scratch(members), scores)
    return scores
