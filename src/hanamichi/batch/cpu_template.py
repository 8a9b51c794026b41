"""Functions over one game of a batch, and over a run of games on one CPU core.

This is a template: `specialize` compiles it for each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hanamichi.batch.arrays import (
    Actions,
    AnyRow,
    AnyRows,
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
from hanamichi.batch.kernel_interface import (
    acting_seat,
    deal,
    is_legal,
    is_over,
    observe,
    random_legal,
    step,
    step_with_gains,
    write_mask,
    write_scores,
)

OVER, ILLEGAL = -1, -2

# -- one game ----------------------------------------------------------------------------------


def deal_one(rows: AnyRows, o: OptionVector, template: AnyRow, rng: Random, game: int) -> None:
    """Start a new game in a row."""
    deal(rows[game], o, template, rng, game)


def mask_one(rows: AnyRows, o: OptionVector, masks: Masks, game: int) -> None:
    """Write one byte for each action: 1 where it is legal."""
    write_mask(rows[game], o, masks[game])


def seat_one(rows: AnyRows, seats: Seats, game: int) -> None:
    """Write the seat to act; -1 when the game is over."""
    seats[game] = -1 if is_over(rows[game]) else acting_seat(rows[game])


def step_one(
    rows: AnyRows, o: OptionVector, actions: Actions, rng: Random, gains: Totals, game: int
) -> None:
    """Carry out an action and write what each side gained; an ended game does not change."""
    for side in range(gains.shape[1]):
        gains[game, side] = 0
    if not is_over(rows[game]):
        step_with_gains(rows[game], o, actions[game], rng, game, gains[game])


def step_if_legal_one(
    rows: AnyRows, o: OptionVector, actions: Actions, rng: Random, gains: Totals, game: int
) -> None:
    """As `step_one`, and a game whose action is not legal does not change either."""
    for side in range(gains.shape[1]):
        gains[game, side] = 0
    if not is_over(rows[game]) and is_legal(rows[game], o, actions[game]):
        step_with_gains(rows[game], o, actions[game], rng, game, gains[game])


def observe_one(rows: AnyRows, o: OptionVector, seats: Seats, out: Bits, game: int) -> None:
    """Write what a seat observes; for seat -1, the seat to act."""
    seat = np.int64(seats[game])
    observe(rows[game], o, acting_seat(rows[game]) if seat < 0 else seat, out[game])


def observe_all_one(rows: AnyRows, o: OptionVector, out: Bits, game: int) -> None:
    """Write what every seat observes, the seat to act first and the others in turn."""
    players, seat = np.int64(o[0]), np.int64(acting_seat(rows[game]))
    for turn in range(players):
        observe(rows[game], o, seat, out[game, turn])
        seat = np.int64(seat + 1 if seat + 1 < players else 0)


def remember_one(
    rows: AnyRows, o: OptionVector, actions: Actions, past: Actions, game: int
) -> None:
    """Put an action before the earlier ones, if it is going to be carried out."""
    if is_over(rows[game]) or not is_legal(rows[game], o, actions[game]):
        return
    for place in range(past.shape[1] - 1, 0, -1):
        past[game, place] = past[game, place - 1]
    past[game, 0] = actions[game]


def score_one(rows: AnyRows, o: OptionVector, totals: Totals, game: int) -> None:
    """Write each side's current score."""
    write_scores(rows[game], o, totals[game])


def random_one(
    row: AnyRow,
    o: OptionVector,
    template: AnyRow,
    rng: Random,
    counter: int,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
) -> Word:
    """Play at random, with a new deal after each game; how many games ended.

    Detail 1 writes observations, detail 2 expands them to bytes as well.
    """
    ended = 0
    for _ in range(steps):
        if is_over(row):
            deal(row, o, template, rng, counter)
        if detail >= 1:
            observe(row, o, acting_seat(row), out)
        if detail >= 2:
            expand(out, table, expanded)
        step(row, o, random_legal(row, o, rng, counter), rng, counter)
        if is_over(row):
            ended += 1
    return ended


def finish_one(rows: AnyRows, o: OptionVector, rng: Random, game: int) -> None:
    """Play at random to the end."""
    row = rows[game]
    while not is_over(row):
        step(row, o, random_legal(row, o, rng, game), rng, game)


def sight_one(rows: AnyRows, o: OptionVector, seat: Word, out: Bits, bits: Masks) -> None:
    """Write what a seat observes in the first game, a byte for each bit."""
    observe(rows[0], o, seat, out)
    for bit in range(bits.shape[0]):
        bits[bit] = (out[bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1)


def turn_one(
    rows: AnyRows,
    o: OptionVector,
    action: Word,
    rng: Random,
    totals: Totals,
    mask: Masks,
    out: Bits,
    bits: Masks,
) -> Word:
    """In the first game carry out an action, then write all that an environment shows of a turn.

    `totals` gets what each side gained and then the scores; the observation is that of the seat to
    act. Returns this seat, OVER at the end, and ILLEGAL where the action is, and nothing changed.
    Action -1 only looks.
    """
    row = rows[0]
    sides = totals.shape[0] // 2
    if action != -1:
        if is_over(row) or not is_legal(row, o, action):
            return ILLEGAL
        step_with_gains(row, o, action, rng, 0, totals)
    write_scores(row, o, totals[sides:])
    write_mask(row, o, mask)
    if is_over(row):
        return OVER
    seat = acting_seat(row)
    sight_one(rows, o, seat, out, bits)
    return seat


# -- runs of games -----------------------------------------------------------------------------


def deal_run(
    first: int, last: int, rows: AnyRows, o: OptionVector, template: AnyRow, rng: Random
) -> None:
    """Start new games."""
    for game in range(first, last):
        deal_one(rows, o, template, rng, game)


def redeal_run(
    first: int,
    last: int,
    rows: AnyRows,
    o: OptionVector,
    template: AnyRow,
    rng: Random,
    where: Flags,
) -> None:
    """Start new games where they are flagged."""
    for game in range(first, last):
        if where[game]:
            deal_one(rows, o, template, rng, game)


def mask_run(first: int, last: int, rows: AnyRows, o: OptionVector, masks: Masks) -> None:
    """Write the legal actions."""
    for game in range(first, last):
        mask_one(rows, o, masks, game)


def seat_run(first: int, last: int, rows: AnyRows, seats: Seats) -> None:
    """Write the seats to act."""
    for game in range(first, last):
        seat_one(rows, seats, game)


def check_run(first: int, last: int, rows: AnyRows, o: OptionVector, actions: Actions) -> Word:
    """The first game whose action is not legal; -1 when all are."""
    for game in range(first, last):
        if not is_over(rows[game]) and not is_legal(rows[game], o, actions[game]):
            return game
    return -1


def step_run(
    first: int,
    last: int,
    rows: AnyRows,
    o: OptionVector,
    actions: Actions,
    rng: Random,
    gains: Totals,
) -> None:
    """Carry out actions and write what each side gained."""
    for game in range(first, last):
        step_one(rows, o, actions, rng, gains, game)


def step_if_legal_run(
    first: int,
    last: int,
    rows: AnyRows,
    o: OptionVector,
    actions: Actions,
    rng: Random,
    gains: Totals,
) -> None:
    """Carry out the legal ones of the actions and write what each side gained."""
    for game in range(first, last):
        step_if_legal_one(rows, o, actions, rng, gains, game)


def observe_run(
    first: int, last: int, rows: AnyRows, o: OptionVector, seats: Seats, out: Bits
) -> None:
    """Write observations."""
    for game in range(first, last):
        observe_one(rows, o, seats, out, game)


def observe_all_run(first: int, last: int, rows: AnyRows, o: OptionVector, out: Bits) -> None:
    """Write what every seat observes."""
    for game in range(first, last):
        observe_all_one(rows, o, out, game)


def remember_run(
    first: int, last: int, rows: AnyRows, o: OptionVector, actions: Actions, past: Actions
) -> None:
    """Put actions before the earlier ones."""
    for game in range(first, last):
        remember_one(rows, o, actions, past, game)


def score_run(first: int, last: int, rows: AnyRows, o: OptionVector, totals: Totals) -> None:
    """Write scores."""
    for game in range(first, last):
        score_one(rows, o, totals, game)


def random_run(
    first: int,
    last: int,
    rows: AnyRows,
    o: OptionVector,
    template: AnyRow,
    rng: Random,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
) -> Word:
    """Play at random; how many games ended."""
    ended = 0
    for game in range(first, last):
        bits = out[game if detail >= 1 else 0]
        wide = expanded[game if detail >= 2 else 0]
        ended += random_one(rows[game], o, template, rng, game, bits, wide, table, steps, detail)
    return ended


def finish_run(first: int, last: int, rows: AnyRows, o: OptionVector, rng: Random) -> None:
    """Play at random to the end."""
    for game in range(first, last):
        finish_one(rows, o, rng, game)


class CpuKernels(NamedTuple):
    """This template's functions, compiled for a game."""

    deal_one: Any
    mask_one: Any
    seat_one: Any
    step_one: Any
    step_if_legal_one: Any
    observe_one: Any
    observe_all_one: Any
    remember_one: Any
    score_one: Any
    random_one: Any
    finish_one: Any
    sight_one: Any
    turn_one: Any
    deal_run: Any
    redeal_run: Any
    mask_run: Any
    seat_run: Any
    check_run: Any
    step_run: Any
    step_if_legal_run: Any
    observe_run: Any
    observe_all_run: Any
    remember_run: Any
    score_run: Any
    random_run: Any
    finish_run: Any
