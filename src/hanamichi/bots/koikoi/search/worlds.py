"""Deals that could be: hands for the other seat, and how well they explain what it played."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.bits import below, nth_bit, popcount
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.kernel import bit, pattern_in
from hanamichi.batch.koikoi.row import ACTOR, DECK, HANDS, TOP
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import Stakes, Workspace, consider
from hanamichi.bots.koikoi.network.value_network import Floats, Net

TRIES = 4000
"""A lucky hand comes once in 170 deals, or in a thousand when half of it is known."""
DULL, LUCKY, ANY = 0, 1, 2
"""What a hand was when it was dealt: not lucky, lucky, or nobody asks."""


class Doubt(NamedTuple):
    """How far a seat is trusted to play what promises most."""

    heat: float
    """How much better than it is a seat may think an action."""
    slack: float
    """How often it plays for reasons of its own."""


_NONE = np.uint64(0)


@kernel
def draw_hand(pool: Word, size: Word, rng: Random) -> Word:
    """So many cards of a set, each hand as likely as any other."""
    hand = _NONE
    left = popcount(pool)
    for _ in range(size):
        card = bit(nth_bit(pool, below(rng, 0, left)))
        hand |= card
        pool &= ~card
        left -= 1
    return hand


@routine
def imagine_hands(
    pool: Word, known: Word, size: Word, played: Word, luck: Word, rng: Random, hands: Bits
) -> None:
    """Hands with the known cards and so many of the pool, as lucky as they were when dealt."""
    for n in range(hands.shape[0]):
        for _ in range(TRIES):
            hands[n] = known | draw_hand(pool, size, rng)
            if luck == ANY or (pattern_in(hands[n] | played) > 0) == (luck == LUCKY):
                break


@kernel
def surprise(
    row: Bits,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    doubt: Doubt,
    action: Word,
) -> Word:
    """Minus the logarithm of the chance that who acts takes this action."""
    count = consider(row, o, net, stakes, workspace)
    top = workspace.values[0]
    for n in range(1, count):
        top = max(top, workspace.values[n])
    whole, share = np.float32(0), np.float32(0)
    for n in range(count):
        liking = np.exp((workspace.values[n] - top) / np.float32(doubt.heat))
        whole += liking
        if workspace.actions[n] == action:
            share = liking
    return -np.log((1 - doubt.slack) * share / whole + doubt.slack / count)


@routine
def explain(
    past: Bits,
    plays: Actions,
    o: OptionVector,
    net: Net,
    stakes: Stakes,
    workspace: Workspace,
    doubt: Doubt,
    row: Bits,
    hands: Bits,
    surprises: Floats,
) -> None:
    """How surprising what a seat played would be of each hand.

    `past` has the table before each of its plays, its hand being what it has played since.
    """
    for n in range(hands.shape[0]):
        sum_of_all = 0.0
        for k in range(past.shape[0]):
            for cell in range(CELLS):
                row[cell] = past[k, cell]
            row[HANDS + np.int64(row[ACTOR])] |= hands[n]
            sum_of_all += surprise(row, o, net, stakes, workspace, doubt, plays[k])
        surprises[n] = sum_of_all


@kernel
def put_card(row: Bits, place: Word, card: Word) -> None:
    """A card in a place of the deck."""
    shift = np.uint64((place & 7) << 3)
    row[DECK + (place >> 3)] &= ~(np.uint64(255) << shift)
    row[DECK + (place >> 3)] |= np.uint64(card) << shift


@routine
def deal_worlds(
    base: Bits, other: Word, unseen: Word, hands: Bits, chosen: Actions, rng: Random, worlds: Bits
) -> None:
    """Whole rows: the chosen hands, and what they leave as a shuffled stock."""
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
