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
    Row,
    Rows,
    Seats,
    Totals,
    Word,
)
from hanamichi.batch.bits import expand
from hanamichi.batch.hanabi.kernel import (
    deal,
    first_tile_action,
    is_legal,
    legal_recoveries,
    legal_returns,
    legal_word,
    random_legal,
    score,
    step,
)
from hanamichi.batch.hanabi.observation import observe
from hanamichi.batch.hanabi.row import ENDED, O_FLAMBOYANTS, O_SUITS, TURN
from hanamichi.batch.jit import kernel

_ONE = np.uint64(1)


@kernel
def deal_one(rows: Rows, o: OptionVector, template: Row, rng: Random, game: int) -> None:
    """A new game in this row."""
    deal(rows[game], o, template, rng, game)


@kernel
def mask_one(rows: Rows, o: OptionVector, masks: Masks, game: int) -> None:
    """One byte for each action: 1 where it is legal."""
    row = rows[game]
    mask = masks[game]
    base = first_tile_action(o)
    word = legal_word(row, o)
    for action in range(base):
        mask[action] = (word >> np.uint64(action)) & _ONE
    if o[O_FLAMBOYANTS]:
        cards = 5 * o[O_SUITS]
        returns = legal_returns(row, o)
        recoveries = legal_recoveries(row, o)
        for card in range(cards):
            mask[base + card] = (returns >> np.uint64(card)) & _ONE
            mask[base + cards + card] = (recoveries >> np.uint64(card)) & _ONE


@kernel
def seat_one(rows: Rows, seats: Seats, game: int) -> None:
    """Who is to act; -1 when the game is over."""
    seats[game] = -1 if rows[game, ENDED] else rows[game, TURN]


@kernel
def step_one(
    rows: Rows, o: OptionVector, actions: Actions, rng: Random, rewards: Totals, game: int
) -> None:
    """Carry out an action; the reward is the change of the official score. Ended games rest."""
    row = rows[game]
    rewards[game, 0] = 0
    if row[ENDED] == 0:
        before = score(row, o)
        step(row, o, actions[game], rng, game)
        rewards[game, 0] = score(row, o) - before


@kernel
def observe_one(rows: Rows, o: OptionVector, seats: Seats, out: Bits, game: int) -> None:
    """What a seat observes; for seat -1, the one to act."""
    seat = np.int64(seats[game])
    observe(rows[game], o, np.int64(rows[game, TURN]) if seat < 0 else seat, out[game])


@kernel
def score_one(rows: Rows, o: OptionVector, totals: Totals, game: int) -> None:
    """The official score as it stands."""
    totals[game, 0] = score(rows[game], o)


@kernel
def single_one(row: Row, o: OptionVector, template: Row, rng: Random, counter: int) -> Word:
    """One random legal action, in a new game where the last has ended; did it end this one?"""
    if row[ENDED]:
        deal(row, o, template, rng, counter)
    step(row, o, random_legal(row, o, rng, counter), rng, counter)
    return row[ENDED] != 0


@kernel
def random_one(
    row: Row,
    o: OptionVector,
    template: Row,
    rng: Random,
    counter: int,
    out: Bits,
    expanded: Expanded,
    table: Bits,
    steps: Word,
    detail: Word,
) -> Word:
    """Random legal play, games begun anew as they end. Detail 1 observes, 2 expands as well."""
    ended = 0
    for _ in range(steps):
        if row[ENDED]:
            deal(row, o, template, rng, counter)
        if detail >= 1:
            observe(row, o, np.int64(row[TURN]), out)
        if detail >= 2:
            expand(out, table, expanded)
        step(row, o, random_legal(row, o, rng, counter), rng, counter)
        if row[ENDED]:
            ended += 1
    return ended


@kernel
def finish_one(rows: Rows, o: OptionVector, rng: Random, game: int) -> None:
    """Random legal play to the end."""
    row = rows[game]
    while row[ENDED] == 0:
        step(row, o, random_legal(row, o, rng, game), rng, game)


# -- runs of games -----------------------------------------------------------------------------


@kernel
def deal_run(
    first: int, last: int, rows: Rows, o: OptionVector, template: Row, rng: Random
) -> None:
    """New games."""
    for game in range(first, last):
        deal_one(rows, o, template, rng, game)


@kernel
def redeal_run(
    first: int,
    last: int,
    rows: Rows,
    o: OptionVector,
    template: Row,
    rng: Random,
    where: Flags,
) -> None:
    """New games where they are wanted."""
    for game in range(first, last):
        if where[game]:
            deal_one(rows, o, template, rng, game)


@kernel
def mask_run(first: int, last: int, rows: Rows, o: OptionVector, masks: Masks) -> None:
    """Legal actions."""
    for game in range(first, last):
        mask_one(rows, o, masks, game)


@kernel
def seat_run(first: int, last: int, rows: Rows, seats: Seats) -> None:
    """Seats to act."""
    for game in range(first, last):
        seat_one(rows, seats, game)


@kernel
def check_run(first: int, last: int, rows: Rows, o: OptionVector, actions: Actions) -> Word:
    """The first game whose action is not legal; -1 when all are."""
    for game in range(first, last):
        if rows[game, ENDED] == 0 and not is_legal(rows[game], o, actions[game]):
            return game
    return -1


@kernel
def step_run(
    first: int,
    last: int,
    rows: Rows,
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
    first: int, last: int, rows: Rows, o: OptionVector, seats: Seats, out: Bits
) -> None:
    """Observations."""
    for game in range(first, last):
        observe_one(rows, o, seats, out, game)


@kernel
def score_run(first: int, last: int, rows: Rows, o: OptionVector, totals: Totals) -> None:
    """Scores."""
    for game in range(first, last):
        score_one(rows, o, totals, game)


@kernel
def random_run(
    first: int,
    last: int,
    rows: Rows,
    o: OptionVector,
    template: Row,
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
def finish_run(first: int, last: int, rows: Rows, o: OptionVector, rng: Random) -> None:
    """Random play to the end."""
    for game in range(first, last):
        finish_one(rows, o, rng, game)
