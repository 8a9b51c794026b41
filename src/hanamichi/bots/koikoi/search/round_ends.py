"""Playouts to the end of the round: what each action brings in points."""

from __future__ import annotations

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random
from hanamichi.batch.jit import routine
from hanamichi.batch.koikoi.row import ACTOR, OVER, PHASE
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import Stakes, Workspace, advance, choose
from hanamichi.bots.koikoi.network.value_network import Net
from hanamichi.bots.koikoi.search.playouts import lead_of


@routine
def points_of_actions(
    worlds: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    rng: Random,
    row: Bits,
    actions: Actions,
    points: Actions,
) -> None:
    """The points of the round after each action in each world, both seats playing by the network.

    Those of the other seat are negative. The options vector has this round as its last.
    """
    for n in range(worlds.shape[0]):
        for a in range(actions.shape[0]):
            for cell in range(CELLS):
                row[cell] = worlds[n, cell]
            seat = int(row[ACTOR])
            lead = lead_of(row, seat)
            advance(row, o, actions[a], rng, 0)
            while row[PHASE] != OVER:
                advance(row, o, choose(row, o, net, stakes, workspace), rng, 0)
            points[n, a] = lead_of(row, seat) - lead
