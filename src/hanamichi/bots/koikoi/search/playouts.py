"""Playouts of actions in sampled worlds."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.row import ACTOR, OVER, PHASE, SCORES
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import (
    MAX_POINTS,
    Stakes,
    Workspace,
    advance,
    best_index,
    choose,
)
from hanamichi.bots.koikoi.network.value_network import Floats, Net

EVALUATED_TURNS = 3
"""How many of the acting seat's later turns are evaluated in a playout."""


@kernel
def lead_of(row: Bits, seat: Word) -> Word:
    """How many points a seat is ahead."""
    return np.int64(row[SCORES + seat]) - np.int64(row[SCORES + 1 - seat])


@kernel
def play_out(
    row: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    rng: Random,
    action: Word,
    end_share: Word,
) -> Word:
    """The value of an action to the acting seat, both seats continuing with the network's policy.

    The network's value at the seat's next few turns has less variance than the end of a single
    round; the end counts by `end_share`, and at 0 the rest is not played. The options vector has
    this round as its last.
    """
    seat = np.int64(row[ACTOR])
    lead = lead_of(row, seat)
    advance(row, o, action, rng, 0)
    evaluated = 0
    total: Word = np.float32(0)
    while row[PHASE] != OVER:
        if evaluated < EVALUATED_TURNS and np.int64(row[ACTOR]) == seat:
            best = best_index(row, o, net, stakes, workspace)
            total += workspace.values[best]
            evaluated += 1
            if evaluated == EVALUATED_TURNS and not end_share:
                return total / EVALUATED_TURNS
            advance(row, o, np.int64(workspace.actions[best]), rng, 0)
        else:
            advance(row, o, choose(row, o, net, stakes, workspace), rng, 0)
    won = min(max(lead_of(row, seat) - lead, -MAX_POINTS), MAX_POINTS)
    end = stakes.points[seat, MAX_POINTS + won]
    return (
        end_share * end
        + (1 - end_share) * (total + (EVALUATED_TURNS - evaluated) * end) / EVALUATED_TURNS
    )


@routine
def try_actions(
    worlds: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    rng: Random,
    row: Bits,
    actions: Actions,
    end_share: Word,
    values: Floats,
) -> None:
    """The value of each action in each world, with the same hands and stock for all actions."""
    for n in range(worlds.shape[0]):
        for a in range(actions.shape[0]):
            for cell in range(CELLS):
                row[cell] = worlds[n, cell]
            values[n, a] = play_out(row, o, net, stakes, workspace, rng, actions[a], end_share)
