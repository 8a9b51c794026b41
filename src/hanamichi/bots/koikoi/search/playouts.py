"""Actions tried out in worlds that could be."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.row import ACTOR, OVER, PHASE, SCORES
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import (
    MOST_POINTS,
    Stakes,
    Workspace,
    advance,
    best_of,
    choose,
)
from hanamichi.bots.koikoi.network.value_network import Floats, Net

LOOKS = 3
"""How often in a playout who acts looks what the network promises it by then."""


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
    """What an action is worth to who acts, both playing on as the network would.

    What it hopes for when it acts again, the first few times, says more than how a single round
    ends; the end counts for its share, and with none the rest is not played. The rules' vector has
    this round as its last.
    """
    seat = np.int64(row[ACTOR])
    lead = lead_of(row, seat)
    advance(row, o, action, rng, 0)
    looks = 0
    hopes: Word = np.float32(0)
    while row[PHASE] != OVER:
        if looks < LOOKS and np.int64(row[ACTOR]) == seat:
            best = best_of(row, o, net, stakes, workspace)
            hopes += workspace.values[best]
            looks += 1
            if looks == LOOKS and not end_share:
                return hopes / LOOKS
            advance(row, o, np.int64(workspace.actions[best]), rng, 0)
        else:
            advance(row, o, choose(row, o, net, stakes, workspace), rng, 0)
    won = min(max(lead_of(row, seat) - lead, -MOST_POINTS), MOST_POINTS)
    end = stakes.points[seat, MOST_POINTS + won]
    return end_share * end + (1 - end_share) * (hopes + (LOOKS - looks) * end) / LOOKS


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
    """In each world, what each action comes to: the same hands and the same stock for all."""
    for n in range(worlds.shape[0]):
        for a in range(actions.shape[0]):
            for cell in range(CELLS):
                row[cell] = worlds[n, cell]
            values[n, a] = play_out(row, o, net, stakes, workspace, rng, actions[a], end_share)
