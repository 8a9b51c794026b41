"""Kernels over all games of a batch on an NVIDIA GPU: one thread for each game.

This is a template: `specialize` compiles it for each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import uint64

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
from hanamichi.batch.cpu_template import (
    deal_one,
    finish_one,
    mask_one,
    observe_one,
    random_one,
    score_one,
    seat_one,
    single_one,
    step_one,
)
from hanamichi.batch.cuda_jit import cuda
from hanamichi.batch.kernel_interface import ROW_CELLS, ROW_TYPE, is_legal, is_over


def deal_run(games: int, rows: AnyRows, o: OptionVector, template: AnyRow, rng: Random) -> None:
    """Start new games."""
    game = cuda.grid(1)
    if game < games:
        deal_one(rows, o, template, rng, game)


def redeal_run(
    games: int, rows: AnyRows, o: OptionVector, template: AnyRow, rng: Random, where: Flags
) -> None:
    """Start new games where they are flagged."""
    game = cuda.grid(1)
    if game < games and where[game]:
        deal_one(rows, o, template, rng, game)


def mask_run(games: int, rows: AnyRows, o: OptionVector, masks: Masks) -> None:
    """Write the legal actions."""
    game = cuda.grid(1)
    if game < games:
        mask_one(rows, o, masks, game)


def seat_run(games: int, rows: AnyRows, seats: Seats) -> None:
    """Write the seats to act."""
    game = cuda.grid(1)
    if game < games:
        seat_one(rows, seats, game)


def check_run(games: int, rows: AnyRows, o: OptionVector, actions: Actions, wrong: Seats) -> None:
    """Lower `wrong[0]` to the first game whose action is not legal."""
    game = cuda.grid(1)
    if game < games and not is_over(rows[game]) and not is_legal(rows[game], o, actions[game]):
        cuda.atomic.min(wrong, 0, game)


def step_run(
    games: int, rows: AnyRows, o: OptionVector, actions: Actions, rng: Random, gains: Totals
) -> None:
    """Carry out actions and write what each side gained."""
    game = cuda.grid(1)
    if game < games:
        step_one(rows, o, actions, rng, gains, game)


def observe_run(games: int, rows: AnyRows, o: OptionVector, seats: Seats, out: Bits) -> None:
    """Write observations."""
    game = cuda.grid(1)
    if game < games:
        observe_one(rows, o, seats, out, game)


def score_run(games: int, rows: AnyRows, o: OptionVector, totals: Totals) -> None:
    """Write scores."""
    game = cuda.grid(1)
    if game < games:
        score_one(rows, o, totals, game)


def random_run(
    games: int,
    rows: AnyRows,
    o: OptionVector,
    template: AnyRow,
    rng: Random,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
    ended: Seats,
) -> None:
    """Play at random; add up how many games ended."""
    game = cuda.grid(1)
    if game < games:
        # Local arrays of neighbouring threads are interleaved in memory, so that reads coalesce.
        row = cuda.local.array(ROW_CELLS, ROW_TYPE)
        counter = cuda.local.array(1, uint64)
        for cell in range(ROW_CELLS):
            row[cell] = rows[game, cell]
        counter[0] = rng[game]
        bits = out[game if detail >= 1 else 0]
        wide = expanded[game if detail >= 2 else 0]
        count = random_one(row, o, template, counter, 0, bits, wide, table, steps, detail)
        for cell in range(ROW_CELLS):
            rows[game, cell] = row[cell]
        rng[game] = counter[0]
        cuda.atomic.add(ended, 0, count)


def single_run(
    games: int, rows: AnyRows, o: OptionVector, template: AnyRow, rng: Random, ended: Seats
) -> None:
    """Take one random action in each game, ended games dealt again; add up how many ended."""
    game = cuda.grid(1)
    if game < games and single_one(rows[game], o, template, rng, game):
        cuda.atomic.add(ended, 0, 1)


def finish_run(games: int, rows: AnyRows, o: OptionVector, rng: Random) -> None:
    """Play at random to the end."""
    game = cuda.grid(1)
    if game < games:
        finish_one(rows, o, rng, game)


class CudaKernels(NamedTuple):
    """This template's functions, compiled for a game."""

    deal_run: Any
    redeal_run: Any
    mask_run: Any
    seat_run: Any
    check_run: Any
    step_run: Any
    observe_run: Any
    score_run: Any
    random_run: Any
    single_run: Any
    finish_run: Any
