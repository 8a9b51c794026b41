"""The same kernels on an NVIDIA GPU: one thread for each game."""

from __future__ import annotations

from numba import uint8, uint64

from hanamichi.batch.arrays import (
    Actions,
    Bits,
    Expanded,
    Flags,
    Masks,
    OptionVector,
    Random,
    Row,
    Rows,
    Seats,
    Totals,
    Word,
)
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.hanabi.cpu_kernels import (
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
from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.row import ENDED, ROW_BYTES


@cuda_kernel
def deal_run(games: int, rows: Rows, o: OptionVector, template: Row, rng: Random) -> None:
    """New games."""
    game = cuda.grid(1)
    if game < games:
        deal_one(rows, o, template, rng, game)


@cuda_kernel
def redeal_run(
    games: int, rows: Rows, o: OptionVector, template: Row, rng: Random, where: Flags
) -> None:
    """New games where they are wanted."""
    game = cuda.grid(1)
    if game < games and where[game]:
        deal_one(rows, o, template, rng, game)


@cuda_kernel
def mask_run(games: int, rows: Rows, o: OptionVector, masks: Masks) -> None:
    """Legal actions."""
    game = cuda.grid(1)
    if game < games:
        mask_one(rows, o, masks, game)


@cuda_kernel
def seat_run(games: int, rows: Rows, seats: Seats) -> None:
    """Seats to act."""
    game = cuda.grid(1)
    if game < games:
        seat_one(rows, seats, game)


@cuda_kernel
def check_run(games: int, rows: Rows, o: OptionVector, actions: Actions, wrong: Seats) -> None:
    """Lowers `wrong[0]` to the first game whose action is not legal."""
    game = cuda.grid(1)
    if game < games and rows[game, ENDED] == 0 and not is_legal(rows[game], o, actions[game]):
        cuda.atomic.min(wrong, 0, game)


@cuda_kernel
def step_run(
    games: int, rows: Rows, o: OptionVector, actions: Actions, rng: Random, rewards: Totals
) -> None:
    """Actions carried out."""
    game = cuda.grid(1)
    if game < games:
        step_one(rows, o, actions, rng, rewards, game)


@cuda_kernel
def observe_run(games: int, rows: Rows, o: OptionVector, seats: Seats, out: Bits) -> None:
    """Observations."""
    game = cuda.grid(1)
    if game < games:
        observe_one(rows, o, seats, out, game)


@cuda_kernel
def score_run(games: int, rows: Rows, o: OptionVector, totals: Totals) -> None:
    """Scores."""
    game = cuda.grid(1)
    if game < games:
        score_one(rows, o, totals, game)


@cuda_kernel
def random_run(
    games: int,
    rows: Rows,
    o: OptionVector,
    template: Row,
    rng: Random,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
    ended: Seats,
) -> None:
    """Random play; adds up how many games ended."""
    game = cuda.grid(1)
    if game < games:
        # a thread's own copy of the row lies where its neighbours' copies do: reads coalesce
        row = cuda.local.array(ROW_BYTES, uint8)
        counter = cuda.local.array(1, uint64)
        for cell in range(ROW_BYTES):
            row[cell] = rows[game, cell]
        counter[0] = rng[game]
        bits = out[game if detail >= 1 else 0]
        wide = expanded[game if detail >= 2 else 0]
        count = random_one(row, o, template, counter, 0, bits, wide, table, steps, detail)
        for cell in range(ROW_BYTES):
            rows[game, cell] = row[cell]
        rng[game] = counter[0]
        cuda.atomic.add(ended, 0, count)


@cuda_kernel
def single_run(
    games: int, rows: Rows, o: OptionVector, template: Row, rng: Random, ended: Seats
) -> None:
    """One random action in place, ended games dealt anew; adds up how many ended."""
    game = cuda.grid(1)
    if game < games and single_one(rows[game], o, template, rng, game):
        cuda.atomic.add(ended, 0, 1)


@cuda_kernel
def finish_run(games: int, rows: Rows, o: OptionVector, rng: Random) -> None:
    """Random play to the end."""
    game = cuda.grid(1)
    if game < games:
        finish_one(rows, o, rng, game)
