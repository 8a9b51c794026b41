"""Rounds of Koi-Koi on the GPU, side by side: what may be done, then what was chosen, for all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, uint64

from hanamichi.batch.arrays import Actions, Bits, Random, Totals
from hanamichi.batch.bits import below
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.koikoi.kernel import stop_points
from hanamichi.batch.koikoi.row import A_STOP, ACTOR, OVER, PHASE, PLAY
from hanamichi.bots.koikoi.network.inputs import CELLS, HAND, WORDS, look, look_back
from hanamichi.bots.koikoi.network.one_ply_policy import (
    MOST_ACTIONS,
    MOST_POINTS,
    advance,
    list_legal,
    look_ahead,
)
from hanamichi.bots.koikoi.network.self_play import begin, won_by_first
from hanamichi.bots.koikoi.network.value_network import Floats

THREADS = 128

M_SEAT, M_POINTS, M_LAST = 0, 1, 2
"""Of each example: whose it is, what it came to in points, and whether its round gave no more."""
UNKNOWN = -1e9
"""Of an offer that the network has to judge."""

PLIES_OF_LUCK = 14
"""A lesson begins after fewer plies than this, so that it may begin anywhere in a round."""
LUCK = 12
SURPRISE = 60
"""In per cent: how often a ply before the lesson is left to luck, and how often its first is."""


@cuda_kernel
def deal_run(
    rows: Bits, o: Any, templates: Bits, rng: Random, lessons: Totals, plies: Totals, filled: Totals
) -> None:
    """A new round in every game; games take turns with the rules."""
    game = cuda.grid(1)
    if game >= rows.shape[0]:
        return
    rules = game % o.shape[0]
    begin(rows[game], o[rules], templates[rules], rng, game)
    lessons[game] = below(rng, game, PLIES_OF_LUCK)
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
    """Every legal action of every game, one after the other, and what the network is shown of it.

    `points` has what a round's end is worth, for many scores of a match; `stakes` says in which of
    its lines an offer's seat stands.
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
    legal = cuda.local.array(MOST_ACTIONS, int32)
    look(row, seat, before)
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
            won = min(stop_points(row, o[rules]), MOST_POINTS)
            known[place] = points[stake, MOST_POINTS + won]
        look_ahead(row, o[rules], np.int64(legal[n]), before, words[place])
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
    lessons: Totals,
    plies: Totals,
    examples: Bits,
    marks: Any,
    filled: Totals,
) -> None:
    """The best action in every game, and an example of what it led to.

    A round begins with some random plies and a surprise, of which nothing is learnt; what is learnt
    comes of best play alone.
    """
    game = cuda.grid(1)
    if game >= rows.shape[0] or counts[game] == 0:
        return
    row = cuda.local.array(CELLS, uint64)
    for cell in range(CELLS):
        row[cell] = rows[game, cell]
    rules, start = game % o.shape[0], starts[game]
    ply, lesson = plies[game], lessons[game]
    best = 0
    for n in range(1, counts[game]):
        if values[start + n] > values[start + best]:
            best = n
    luck = LUCK if ply < lesson else SURPRISE if ply == lesson else 0
    if below(rng, game, 100) < luck:
        best = below(rng, game, counts[game])
    seat, phase = np.int64(row[ACTOR]), row[PHASE]
    action = np.int64(actions[start + best])
    place, room = filled[game], examples.shape[1]
    if ply >= lesson and action != A_STOP and place < room:
        for word in range(WORDS):
            examples[game, place, word] = words[start + best, word]
        marks[game, place, M_SEAT] = seat
        place += 1
    advance(row, o[rules], action, rng, game)
    passed = phase == PLAY and row[PHASE] == PLAY and np.int64(row[ACTOR]) != seat
    if ply >= lesson and passed and place < room:
        look_back(row, o[rules], seat, examples[game, place])
        examples[game, place, HAND] |= option_bits[rules]
        marks[game, place, M_SEAT] = seat
        place += 1
    if row[PHASE] == OVER:
        won = won_by_first(row)
        for n in range(place):
            marks[game, n, M_POINTS] = -won if marks[game, n, M_SEAT] else won
            marks[game, n, M_LAST] = 1 if n == place - 1 else 0
    filled[game] = place
    plies[game] = ply + 1
    for cell in range(CELLS):
        rows[game, cell] = row[cell]
