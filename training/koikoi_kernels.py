"""Many rounds of Koi-Koi on the GPU: list the legal actions of all, then take the chosen ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, uint64

from hanamichi.batch.arrays import Actions, Bits, Random, Totals
from hanamichi.batch.bits import below
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.koikoi.kernel import stop_points
from hanamichi.batch.koikoi.row import A_STOP, ACTOR, OVER, PHASE, PLAY
from hanamichi.bots.koikoi.network.inputs import (
    CELLS,
    HAND,
    WORDS,
    observe_after_turn,
    observe_cards,
)
from hanamichi.bots.koikoi.network.one_ply_policy import (
    MAX_ACTIONS,
    MAX_POINTS,
    advance,
    list_legal,
    observe_after,
)
from hanamichi.bots.koikoi.network.self_play import begin, first_seat_gain
from hanamichi.bots.koikoi.network.value_network import Floats

THREADS = 128

M_SEAT, M_POINTS, M_LAST = 0, 1, 2
"""Of each example: its seat, the round's points, and whether it is the round's last one."""
UNKNOWN = -1e9
"""The value of an action that the network has to evaluate."""

MAX_RANDOM_PLIES = 14
"""Learning starts after fewer plies than this, so that it may start anywhere in a round."""
RANDOM_PERCENT = 12
FIRST_RANDOM_PERCENT = 60
"""How often a ply before learning starts is random, and how often the first one after it."""


@cuda_kernel
def deal_run(
    rows: Bits,
    o: Any,
    templates: Bits,
    rng: Random,
    starts_at: Totals,
    plies: Totals,
    filled: Totals,
) -> None:
    """A new round in every game; games take turns with the rules."""
    game = cuda.grid(1)
    if game >= rows.shape[0]:
        return
    rules = game % o.shape[0]
    begin(rows[game], o[rules], templates[rules], rng, game)
    starts_at[game] = below(rng, game, MAX_RANDOM_PLIES)
    plies[game] = 0
    filled[game] = 0


@cuda_kernel
def offer_run(
    rows: Bits,
    o: Any,
    option_bits: Bits,
    points: Floats,
    offered: Totals,
    starts: Totals,
    counts: Totals,
    actions: Actions,
    stakes: Totals,
    known: Floats,
    words: Bits,
) -> None:
    """List every legal action of every game, and what the network sees after it.

    `points` has the value of a round's points, for many scores of a match; `stakes` gives the row
    of it for each action listed.
    """
    game = cuda.grid(1)
    if game >= rows.shape[0]:
        return
    row = cuda.local.array(CELLS, uint64)
    for cell in range(CELLS):
        row[cell] = rows[game, cell]
    counts[game] = 0
    if row[PHASE] == OVER:
        return
    rules = game % o.shape[0]
    seat = np.int64(row[ACTOR])
    stake = 2 * (game % (points.shape[0] >> 1)) + seat
    before = cuda.local.array(WORDS, uint64)
    legal = cuda.local.array(MAX_ACTIONS, int32)
    observe_cards(row, seat, before)
    count = list_legal(row, o[rules], legal)
    start = cuda.atomic.add(offered, 0, count)
    if start + count > actions.shape[0]:
        return
    starts[game], counts[game] = start, count
    for n in range(count):
        place = start + n
        actions[place] = legal[n]
        stakes[place] = stake
        known[place] = UNKNOWN
        if legal[n] == A_STOP:
            won = min(stop_points(row, o[rules]), MAX_POINTS)
            known[place] = points[stake, MAX_POINTS + won]
        observe_after(row, o[rules], np.int64(legal[n]), before, words[place])
        words[place, HAND] |= option_bits[rules]


@cuda_kernel
def turn_run(
    rows: Bits,
    o: Any,
    option_bits: Bits,
    rng: Random,
    starts: Totals,
    counts: Totals,
    actions: Actions,
    words: Bits,
    values: Floats,
    starts_at: Totals,
    plies: Totals,
    examples: Bits,
    marks: Any,
    filled: Totals,
) -> None:
    """The best action in every game, and an example of what it led to.

    A round begins with some random plies, from which nothing is learnt; examples come from best
    play alone.
    """
    game = cuda.grid(1)
    if game >= rows.shape[0] or counts[game] == 0:
        return
    row = cuda.local.array(CELLS, uint64)
    for cell in range(CELLS):
        row[cell] = rows[game, cell]
    rules, start = game % o.shape[0], starts[game]
    ply, start_ply = plies[game], starts_at[game]
    best = 0
    for n in range(1, counts[game]):
        if values[start + n] > values[start + best]:
            best = n
    percent = RANDOM_PERCENT if ply < start_ply else FIRST_RANDOM_PERCENT if ply == start_ply else 0
    if below(rng, game, 100) < percent:
        best = below(rng, game, counts[game])
    seat, phase = np.int64(row[ACTOR]), row[PHASE]
    action = np.int64(actions[start + best])
    place, size = filled[game], examples.shape[1]
    if ply >= start_ply and action != A_STOP and place < size:
        for word in range(WORDS):
            examples[game, place, word] = words[start + best, word]
        marks[game, place, M_SEAT] = seat
        place += 1
    advance(row, o[rules], action, rng, game)
    passed = phase == PLAY and row[PHASE] == PLAY and np.int64(row[ACTOR]) != seat
    if ply >= start_ply and passed and place < size:
        observe_after_turn(row, o[rules], seat, examples[game, place])
        examples[game, place, HAND] |= option_bits[rules]
        marks[game, place, M_SEAT] = seat
        place += 1
    if row[PHASE] == OVER:
        won = first_seat_gain(row)
        for n in range(place):
            marks[game, n, M_POINTS] = -won if marks[game, n, M_SEAT] else won
            marks[game, n, M_LAST] = 1 if n == place - 1 else 0
    filled[game] = place
    plies[game] = ply + 1
    for cell in range(CELLS):
        rows[game, cell] = row[cell]
