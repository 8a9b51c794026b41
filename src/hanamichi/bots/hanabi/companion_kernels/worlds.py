"""Worlds that a seat cannot tell from the real one: its hand, the deck and the hidden tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Random, Row, Rows, Word
from hanamichi.batch.bits import below
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.search.hand_sampling import Counts, SlotWeights, Ways, deal_hand
from hanamichi.bots.hanabi.search.rollouts import seed_world

TILES = 6


@routine
def deal_worlds(
    seed: Word,
    first: Word,
    known: Row,
    own: NDArray[np.int64],
    drawn: Word,
    deck_size: Word,
    counts: Counts,
    slot_weights: SlotWeights,
    kinds: Word,
    ways: Ways,
    tiles: Row,
    tiles_used: Word,
    rng: Random,
    hand: Row,
    worlds: Rows,
    tile_orders: Rows,
    seeds: Random,
) -> None:
    """Deal the worlds of these numbers: the same number always gives the same world.

    `known`: the cards in the order of drawing as far as the seat knows them; `own`: the places of
    its own hand among them.
    """
    size = own.shape[0]
    for n in range(worlds.shape[0]):
        seed_world(rng, seed, first + n)
        world = worlds[n]
        for place in range(drawn):
            world[place] = known[place]
        deal_hand(counts, slot_weights, size, kinds, ways, rng, hand)
        for slot in range(size):
            world[own[slot]] = hand[slot]
        at = drawn
        for card in range(kinds):
            left = counts[card]
            for slot in range(size):
                left -= hand[slot] == card
            for _ in range(left):
                if at < deck_size:
                    other = drawn + below(rng, 0, at - drawn + 1)
                    world[at] = world[other]
                    world[other] = card
                    at += 1
        for place in range(TILES):
            tile_orders[n, place] = tiles[place]
        for place in range(TILES - 1, tiles_used, -1):
            other = tiles_used + below(rng, 0, place - tiles_used + 1)
            tile = tile_orders[n, place]
            tile_orders[n, place] = tile_orders[n, other]
            tile_orders[n, other] = tile
        seeds[n] = rng[0]
