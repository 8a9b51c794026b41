"""Actions tried out in worlds that could be."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.koikoi.row import ACTOR, OVER, PHASE, PLAY, SCORES
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.network import Floats, Net
from hanamichi.bots.koikoi.network.policy import MOST_POINTS, Desk, Stakes, advance, choose, judge


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
    desk: Desk,
    rng: Random,
    action: Word,
    turns: Word,
) -> Word:
    """What an action is worth to who acts, both playing on for so many turns.

    The rules' vector has this round as its last; where cards are left, the network has the word.
    """
    seat = np.int64(row[ACTOR])
    lead, mover = lead_of(row, seat), seat
    while True:
        advance(row, o, action, rng, 0)
        if row[PHASE] == OVER:
            won = min(max(lead_of(row, seat) - lead, -MOST_POINTS), MOST_POINTS)
            return stakes.points[seat, MOST_POINTS + won]
        if row[PHASE] == PLAY and np.int64(row[ACTOR]) != mover:
            turns -= 1
            if turns <= 0:
                promise = judge(row, o, net, stakes, desk, mover)
                return promise if mover == seat else np.float32(1) - promise
            mover = np.int64(row[ACTOR])
        action = choose(row, o, net, stakes, desk)


@routine
def try_actions(
    worlds: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    desk: Desk,
    rng: Random,
    row: Bits,
    actions: Actions,
    turns: Word,
    values: Floats,
) -> None:
    """In each world, what each action comes to: the same hands and the same stock for all."""
    for n in range(worlds.shape[0]):
        for a in range(actions.shape[0]):
            for cell in range(CELLS):
                row[cell] = worlds[n, cell]
            values[n, a] = play_out(row, o, net, stakes, desk, rng, actions[a], turns)
