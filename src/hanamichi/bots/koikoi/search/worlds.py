"""Sampled worlds: hands of the other seat, and how well they explain what it played."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.bits import below, nth_bit, popcount
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.kernel import bit, pattern_in
from hanamichi.batch.koikoi.row import ACTOR, DECK, HANDS, TOP
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import Stakes, Workspace, evaluate
from hanamichi.bots.koikoi.network.value_network import Floats, Net

TRIES = 4000
"""Attempts for one hand: a lucky one comes once in 170 deals, or in 1000 when half is known."""
DULL, LUCKY, ANY = 0, 1, 2
"""What a hand was when dealt: not lucky, lucky, or either."""


class OpponentModel(NamedTuple):
    """How reliably the other seat plays the best action."""

    heat: float
    """The softmax temperature, in points."""
    slack: float
    """How often it plays any action."""


_NONE = np.uint64(0)


@kernel
def draw_hand(pool: Word, size: Word, rng: Random) -> Word:
    """Sample cards from a set, each hand with equal probability."""
    hand = _NONE
    left = popcount(pool)
    for _ in range(size):
        card = bit(nth_bit(pool, below(rng, 0, left)))
        hand |= card
        pool &= ~card
        left -= 1
    return hand


@routine
def sample_hands(
    pool: Word, known: Word, size: Word, played: Word, luck: Word, rng: Random, hands: Bits
) -> None:
    """Sample hands with the known cards and others from the pool, lucky or not as dealt."""
    for n in range(hands.shape[0]):
        for _ in range(TRIES):
            hands[n] = known | draw_hand(pool, size, rng)
            if luck == ANY or (pattern_in(hands[n] | played) > 0) == (luck == LUCKY):
                break


@kernel
def surprisal(
    row: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    opponent: OpponentModel,
    action: Word,
) -> Word:
    """Minus the logarithm of the probability of the acting seat's action."""
    count = evaluate(row, o, net, stakes, workspace)
    top = workspace.values[0]
    for n in range(1, count):
        top = max(top, workspace.values[n])
    total, own = np.float32(0), np.float32(0)
    for n in range(count):
        weight = np.exp((workspace.values[n] - top) / np.float32(opponent.heat))
        total += weight
        if workspace.actions[n] == action:
            own = weight
    return -np.log((1 - opponent.slack) * own / total + opponent.slack / count)


@routine
def score_hands(
    past: Bits,
    plays: Actions,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    opponent: OpponentModel,
    row: Bits,
    hands: Bits,
    surprisals: Floats,
) -> None:
    """The total surprisal, for each hand, of what a seat has played.

    `past` has the table before each of its plays, its hand being what it has played since.
    """
    for n in range(hands.shape[0]):
        total = 0.0
        for k in range(past.shape[0]):
            for cell in range(CELLS):
                row[cell] = past[k, cell]
            row[HANDS + np.int64(row[ACTOR])] |= hands[n]
            total += surprisal(row, o, net, stakes, workspace, opponent, plays[k])
        surprisals[n] = total


@kernel
def put_card(row: Bits, place: Word, card: Word) -> None:
    """Put a card into a place of the deck."""
    shift = np.uint64((place & 7) << 3)
    row[DECK + (place >> 3)] &= ~(np.uint64(255) << shift)
    row[DECK + (place >> 3)] |= np.uint64(card) << shift


@routine
def deal_worlds(
    base: Bits, other: Word, unseen: Word, hands: Bits, chosen: Actions, rng: Random, worlds: Bits
) -> None:
    """Write whole rows: the chosen hands, and the other unseen cards as a shuffled stock."""
    for n in range(worlds.shape[0]):
        row = worlds[n]
        for cell in range(CELLS):
            row[cell] = base[cell]
        row[HANDS + other] = hands[chosen[n]]
        stock = unseen & ~hands[chosen[n]]
        left = popcount(stock)
        row[TOP] = 48 - left
        while left:
            card = nth_bit(stock, below(rng, 0, left))
            stock &= ~bit(card)
            put_card(row, 48 - left, card)
            left -= 1
