"""The kernels over many games: a run of games on one CPU core."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import (
    Actions,
    Bits,
    Expanded,
    Flags,
    Masks,
    OptionVector,
    Random,
    Seats,
    Totals,
    Word,
)
from hanamichi.batch.bits import expand
from hanamichi.batch.jit import kernel
from hanamichi.batch.koikoi.kernel import count_legal, deal, is_legal, nth_legal, random_legal, step
from hanamichi.batch.koikoi.observation import observe
from hanamichi.batch.koikoi.row import ACTIONS, ACTOR, OVER, PHASE, SCORES


@kernel
def deal_one(rows: Bits, o: OptionVector, template: Bits, rng: Random, game: int) -> None:
    """A new game in this row."""
    deal(rows[game], o, template, rng, game)


@kernel
def mask_one(rows: Bits, o: OptionVector, masks: Masks, game: int) -> None:
    """One byte for each action: 1 where it is legal."""
    for action in range(ACTIONS):
        masks[game, action] = 0
    for n in range(count_legal(rows[game], o)):
        masks[game, nth_legal(rows[game], o, n)] = 1


@kernel
def seat_one(rows: Bits, seats: Seats, game: int) -> None:
    """Who is to act; -1 when the match is over."""
    seats[game] = -1 if rows[game, PHASE] == OVER else rows[game, ACTOR]


@kernel
def step_one(
    rows: Bits, o: OptionVector, actions: Actions, rng: Random, rewards: Totals, game: int
) -> None:
    """Carry out an action; the rewards are the points each side scored. Ended matches rest."""
    row = rows[game]
    first, second = row[SCORES], row[SCORES + 1]
    if row[PHASE] != OVER:
        step(row, o, actions[game], rng, game)
    rewards[game, 0] = row[SCORES] - first
    rewards[game, 1] = row[SCORES + 1] - second


@kernel
def observe_one(rows: Bits, o: OptionVector, seats: Seats, out: Bits, game: int) -> None:
    """What a seat observes; for seat -1, the one to act."""
    seat = np.int64(seats[game])
    observe(rows[game], o, np.int64(rows[game, ACTOR]) if seat < 0 else seat, out[game])


@kernel
def score_one(rows: Bits, _o: OptionVector, totals: Totals, game: int) -> None:
    """The scores as they stand."""
    totals[game, 0] = rows[game, SCORES]
    totals[game, 1] = rows[game, SCORES + 1]


@kernel
def single_one(row: Bits, o: OptionVector, template: Bits, rng: Random, counter: int) -> Word:
    """One random legal action, in a new game where the last has ended; did it end this one?"""
    if row[PHASE] == OVER:
        deal(row, o, template, rng, counter)
    step(row, o, random_legal(row, o, rng, counter), rng, counter)
    return row[PHASE] == OVER


@kernel
def random_one(
    row: Bits,
    o: OptionVector,
    template: Bits,
    rng: Random,
    counter: int,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
) -> Word:
    """Random legal play, matches begun anew as they end. Detail 1 observes, 2 expands as well."""
    ended = 0
    for _ in range(steps):
        if row[PHASE] == OVER:
            deal(row, o, template, rng, counter)
        if detail >= 1:
            observe(row, o, np.int64(row[ACTOR]), out)
        if detail >= 2:
            expand(out, table, expanded)
        step(row, o, random_legal(row, o, rng, counter), rng, counter)
        if row[PHASE] == OVER:
            ended += 1
    return ended


@kernel
def finish_one(rows: Bits, o: OptionVector, rng: Random, game: int) -> None:
    """Random legal play to the end."""
    row = rows[game]
    while row[PHASE] != OVER:
        step(row, o, random_legal(row, o, rng, game), rng, game)


# -- runs of games -----------------------------------------------------------------------------


@kernel
def deal_run(
    first: int, last: int, rows: Bits, o: OptionVector, template: Bits, rng: Random
) -> None:
    """New games."""
    for game in range(first, last):
        deal_one(rows, o, template, rng, game)


@kernel
def redeal_run(
    first: int,
    last: int,
    rows: Bits,
    o: OptionVector,
    template: Bits,
    rng: Random,
    where: Flags,
) -> None:
    """New games where they are wanted."""
    for game in range(first, last):
        if where[game]:
            deal_one(rows, o, template, rng, game)


@kernel
def mask_run(first: int, last: int, rows: Bits, o: OptionVector, masks: Masks) -> None:
    """Legal actions."""
    for game in range(first, last):
        mask_one(rows, o, masks, game)


@kernel
def seat_run(first: int, last: int, rows: Bits, seats: Seats) -> None:
    """Seats to act."""
    for game in range(first, last):
        seat_one(rows, seats, game)


@kernel
def check_run(first: int, last: int, rows: Bits, o: OptionVector, actions: Actions) -> Word:
    """The first game whose action is not legal; -1 when all are."""
    for game in range(first, last):
        if rows[game, PHASE] != OVER and not is_legal(rows[game], o, actions[game]):
            return game
    return -1


@kernel
def step_run(
    first: int,
    last: int,
    rows: Bits,
    o: OptionVector,
    actions: Actions,
    rng: Random,
    rewards: Totals,
) -> None:
    """Actions carried out."""
    for game in range(first, last):
        step_one(rows, o, actions, rng, rewards, game)


@kernel
def observe_run(
    first: int, last: int, rows: Bits, o: OptionVector, seats: Seats, out: Bits
) -> None:
    """Observations."""
    for game in range(first, last):
        observe_one(rows, o, seats, out, game)


@kernel
def score_run(first: int, last: int, rows: Bits, o: OptionVector, totals: Totals) -> None:
    """Scores."""
    for game in range(first, last):
        score_one(rows, o, totals, game)


@kernel
def random_run(
    first: int,
    last: int,
    rows: Bits,
    o: OptionVector,
    template: Bits,
    rng: Random,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
) -> Word:
    """Random play; how many games ended."""
    ended = 0
    for game in range(first, last):
        bits = out[game if detail >= 1 else 0]
        wide = expanded[game if detail >= 2 else 0]
        ended += random_one(rows[game], o, template, rng, game, bits, wide, table, steps, detail)
    return ended


@kernel
def finish_run(first: int, last: int, rows: Bits, o: OptionVector, rng: Random) -> None:
    """Random play to the end."""
    for game in range(first, last):
        finish_one(rows, o, rng, game)
