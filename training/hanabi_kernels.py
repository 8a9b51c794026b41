"""A whole turn of many Hanabi games in one GPU launch: step, deal, observe, legal actions."""

from __future__ import annotations

from typing import Any

from numba import uint8

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Row, Rows
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.hanabi.kernel import deal, legal_word, score, step
from hanamichi.batch.hanabi.observation import observe
from hanamichi.batch.hanabi.row import ENDED, O_PLAYERS, ROW_BYTES, TURN
from hanamichi.batch.jit import kernel

THREADS = 128


@kernel
def observe_both(row: Row, o: OptionVector, seen: Bits, legal: Any, game: int) -> None:
    """Write what the acting seat and the next one see, and the legal actions."""
    seat = row[TURN]
    observe(row, o, seat, seen[0])
    observe(row, o, (seat + 1) % o[O_PLAYERS], seen[1])
    legal[game] = legal_word(row, o)


@cuda_kernel
def deal_run(
    games: int,
    o: OptionVector,
    template: Row,
    rng: Random,
    rows: Rows,
    seen: Bits,
    past: Any,
    legal: Any,
    gain: Any,
    final: Any,
) -> None:
    """Start new games."""
    game = cuda.grid(1)
    if game < games:
        deal(rows[game], o, template, rng, game)
        observe_both(rows[game], o, seen[game], legal, game)
        gain[game] = 0
        final[game] = -1
        for ply in range(past.shape[1]):
            past[game, ply] = -1


@cuda_kernel
def turn_run(
    games: int,
    o: OptionVector,
    template: Row,
    rng: Random,
    actions: Actions,
    rows: Rows,
    seen: Bits,
    past: Any,
    legal: Any,
    gain: Any,
    final: Any,
) -> None:
    """One action in every game; ended games leave their score in `final` and are dealt again."""
    game = cuda.grid(1)
    if game < games:
        # Local arrays of neighbouring threads are interleaved in memory, so that reads coalesce.
        row = cuda.local.array(ROW_BYTES, uint8)
        for cell in range(ROW_BYTES):
            row[cell] = rows[game, cell]
        before = score(row, o)
        step(row, o, actions[game], rng, game)
        after = score(row, o)
        gain[game] = after - before
        final[game] = -1
        for ply in range(past.shape[1] - 1, 0, -1):
            past[game, ply] = past[game, ply - 1]
        past[game, 0] = actions[game]
        if row[ENDED]:
            final[game] = after
            deal(row, o, template, rng, game)
            for ply in range(past.shape[1]):
                past[game, ply] = -1
        observe_both(row, o, seen[game], legal, game)
        for cell in range(ROW_BYTES):
            rows[game, cell] = row[cell]
