"""Rollouts: a move in a sampled world, then the hat strategy in every seat to the end.

A world is a hand for the acting seat, sampled from its belief, and an order of the deck. It is
reproducible from its number, so that every move is tried in the same worlds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Word
from hanamichi.batch.bits import below, next_random
from hanamichi.batch.hanabi.row import (
    DECK,
    DECK_SIZE,
    DRAWN,
    HAND_SIZES,
    O_SUITS,
    ROW_BYTES,
    SHUFFLED,
    TURN,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.memory_layout import HELD, MEMORY_CELLS, SLOTS_EACH, Memory
from hanamichi.bots.hanabi.hats.strategy import advance, play_out
from hanamichi.bots.hanabi.search.hand_sampling import Counts, count_hands, deal_hand, unseen_cards
from hanamichi.bots.hanabi.search.move_history import (
    EVIDENCE_COUNT,
    History,
    cell_of,
    contradictions,
)
from hanamichi.bots.hanabi.search.workspace import Ints, Workspace

MAX_ATTEMPTS = 12
"""Hands to sample before one is accepted that contradicts the other seats' choices."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SPREAD = np.uint64(0xD1342543DE82EF95)
_UNIT = 1.0 / (1 << 53)


@routine
def update_belief(row: Row, o: OptionVector, memory: Memory, workspace: Workspace) -> Word:
    """Count the hands that the acting seat may hold; in how many ways they can be dealt."""
    seat = np.int64(row[TURN])
    cards = 5 * np.int64(o[O_SUITS])
    size = np.int64(row[HAND_SIZES + seat])
    unseen_cards(row, o, seat, workspace.counts)
    for slot in range(size):
        held = memory[HELD + seat * SLOTS_EACH + slot]
        for card in range(cards):
            workspace.slot_weights[slot, card] = (
                held >> card & 1 if workspace.counts[card] > 0 else 0
            )
    return count_hands(workspace.counts, workspace.slot_weights, size, cards, workspace.ways)


@kernel
def seed_world(rng: Random, seed: Word, world: Word) -> None:
    """Seed the random numbers of one world."""
    rng[0] = (np.uint64(seed) + np.uint64(world) * _GOLDEN) * _SPREAD


@kernel
def random_fraction(rng: Random) -> Word:
    """A random number from 0 to 1."""
    return (next_random(rng, 0) >> np.uint64(11)) * _UNIT


@kernel
def deal_own_hand(
    row: Row,
    o: OptionVector,
    seed: Word,
    number: Word,
    doubt: Word,
    workspace: Workspace,
    history: History,
) -> None:
    """Sample a hand of the acting seat for a new world.

    `doubt` is how often another seat deviates from the strategy: a hand that contradicts a choice
    is accepted with this probability only. At 1 no choice is checked.
    """
    seat = np.int64(row[TURN])
    size = np.int64(row[HAND_SIZES + seat])
    cards = 5 * np.int64(o[O_SUITS])
    seed_world(workspace.rng, seed, number)
    for _ in range(MAX_ATTEMPTS):
        deal_hand(
            workspace.counts,
            workspace.slot_weights,
            size,
            cards,
            workspace.ways,
            workspace.rng,
            workspace.hand,
        )
        if doubt >= 1.0 or history.state[EVIDENCE_COUNT] == 0:
            break
        forgiven = 0
        while forgiven < 8 and random_fraction(workspace.rng) < doubt:
            forgiven += 1
        if contradictions(o, seat, workspace.hand, forgiven, history) <= forgiven:
            break
    for slot in range(size):
        workspace.hands[number, slot] = workspace.hand[slot]
    workspace.streams[number] = workspace.rng[0]


@kernel
def build_world(row: Row, o: OptionVector, number: Word, workspace: Workspace) -> None:
    """Write the row of a sampled world: its hand and its deck."""
    world, hand = workspace.world, workspace.hands[number]
    for cell in range(row.shape[0]):
        world[cell] = row[cell]
    seat = np.int64(row[TURN])
    size = np.int64(row[HAND_SIZES + seat])
    for slot in range(size):
        world[cell_of(o, seat, slot)] = hand[slot]
    workspace.rng[0] = workspace.streams[number]
    shuffle_deck(world, workspace.counts, size, 5 * np.int64(o[O_SUITS]), hand, workspace.rng)


@kernel
def shuffle_deck(
    world: Row, counts: Counts, size: Word, cards: Word, hand: Row, rng: Random
) -> None:
    """Shuffle the cards neither seen nor in the hand into the rest of the deck."""
    first = DECK + np.int64(world[DRAWN])
    end = DECK + np.int64(world[DECK_SIZE])
    at = first
    for card in range(cards):
        left = counts[card]
        for slot in range(size):
            left -= hand[slot] == card
        for _ in range(left):
            if at < end:
                other = first + below(rng, 0, at - first + 1)
                world[at] = world[other]
                world[other] = card
                at += 1
    world[SHUFFLED] = 1


@routine
def run_rollouts(
    row: Row,
    o: OptionVector,
    memory: Memory,
    seed: Word,
    dealt: Word,
    doubt: Word,
    moves: Ints,
    jobs: NDArray[np.int32],
    scores: NDArray[np.int16],
    count: Word,
    workspace: Workspace,
    history: History,
) -> None:
    """Run rollouts, each a world and the index of a move; write their scores.

    `dealt` worlds were sampled before; new ones come in the order of their numbers.
    """
    current = np.int64(-1)
    for n in range(count):
        number = np.int64(jobs[n, 0])
        if number >= dealt:
            deal_own_hand(row, o, seed, number, doubt, workspace, history)
            dealt = number + 1
        if number != current:
            build_world(row, o, number, workspace)
            current = number
        for cell in range(ROW_BYTES):
            workspace.rollout[cell] = workspace.world[cell]
        for cell in range(MEMORY_CELLS):
            workspace.memory[cell] = memory[cell]
        advance(workspace.rollout, o, workspace.memory, moves[jobs[n, 1]], workspace.rng, 0)
        scores[n] = play_out(workspace.rollout, o, workspace.memory, workspace.rng, 0)
