"""Kernels over all games of a batch on an NVIDIA GPU: one thread for each game.

This is a template: `specialize` compiles it for each game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import uint32, uint64

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
    observe_all_one,
    observe_one,
    remember_one,
    score_one,
    seat_one,
    step_if_legal_one,
    step_one,
)
from hanamichi.batch.cuda_bits import BYTES, copy_words, unpack
from hanamichi.batch.cuda_jit import cuda
from hanamichi.batch.kernel_interface import (
    ROW_CELLS,
    ROW_TYPE,
    acting_seat,
    deal,
    is_legal,
    is_over,
    observe,
    random_legal,
    step,
)


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


def step_if_legal_run(
    games: int, rows: AnyRows, o: OptionVector, actions: Actions, rng: Random, gains: Totals
) -> None:
    """Carry out the legal ones of the actions and write what each side gained."""
    game = cuda.grid(1)
    if game < games:
        step_if_legal_one(rows, o, actions, rng, gains, game)


def observe_run(games: int, rows: AnyRows, o: OptionVector, seats: Seats, out: Bits) -> None:
    """Write observations."""
    game = cuda.grid(1)
    if game < games:
        observe_one(rows, o, seats, out, game)


def observe_all_run(games: int, rows: AnyRows, o: OptionVector, out: Bits) -> None:
    """Write what every seat observes."""
    game = cuda.grid(1)
    if game < games:
        observe_all_one(rows, o, out, game)


def remember_run(
    games: int, rows: AnyRows, o: OptionVector, actions: Actions, past: Actions
) -> None:
    """Put actions before the earlier ones."""
    game = cuda.grid(1)
    if game < games:
        remember_one(rows, o, actions, past, game)


def forget_run(games: int, past: Actions, where: Flags) -> None:
    """No past actions where a new game is dealt."""
    game = cuda.grid(1)
    if game < games and where[game]:
        for place in range(past.shape[1]):
            past[game, place] = -1


def score_run(games: int, rows: AnyRows, o: OptionVector, totals: Totals) -> None:
    """Write scores."""
    game = cuda.grid(1)
    if game < games:
        score_one(rows, o, totals, game)


def random_run(
    games: Word,
    rows: AnyRows,
    o: OptionVector,
    template: AnyRow,
    rng: Random,
    words: Word,
    bits: Word,
    out: Expanded,
    steps: Word,
    detail: Word,
    ended: Seats,
) -> None:
    """Play at random; add up how many games ended.

    Detail 1 writes packed observations, detail 2 writes them as bytes. Each thread observes its own
    game; then the block writes what all its threads observed, so that writes coalesce.
    """
    thread, threads = np.int64(cuda.threadIdx.x), np.int64(cuda.blockDim.x)
    first = np.int64(cuda.blockIdx.x) * threads
    game, here = first + thread, min(threads, games - first)
    # Local arrays of neighbouring threads are interleaved in memory, so that reads coalesce.
    row = cuda.local.array(ROW_CELLS, ROW_TYPE)
    counter = cuda.local.array(1, uint64)
    # The same memory twice. An odd stride spreads the threads' words over its banks.
    staged, staged_halves = cuda.shared.array(0, uint64), cuda.shared.array(0, uint32)
    stride = words | 1
    count = 0
    if game < games:
        for cell in range(ROW_CELLS):
            row[cell] = rows[game, cell]
        counter[0] = rng[game]
    for _ in range(steps):
        if game < games:
            if is_over(row):
                deal(row, o, template, counter, 0)
            if detail >= 1:
                observe(row, o, acting_seat(row), staged[thread * stride : (thread + 1) * stride])
        if detail >= 1:
            cuda.syncthreads()
            if detail >= 2:
                place = first * bits // BYTES
                unpack(staged_halves, 2 * stride, here, bits, BYTES, out, place, thread, threads)
            else:
                copy_words(staged, stride, here, words, out, first * words, thread, threads)
            cuda.syncthreads()
        if game < games:
            step(row, o, random_legal(row, o, counter, 0), counter, 0)
            if is_over(row):
                count += 1
    if game < games:
        for cell in range(ROW_CELLS):
            rows[game, cell] = row[cell]
        rng[game] = counter[0]
        cuda.atomic.add(ended, 0, count)


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
    step_if_legal_run: Any
    observe_run: Any
    observe_all_run: Any
    remember_run: Any
    forget_run: Any
    score_run: Any
    random_run: Any
    finish_run: Any
