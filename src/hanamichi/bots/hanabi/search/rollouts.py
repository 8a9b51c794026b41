"""Trials: a move made in a world that can be, where everybody then follows the hats to the end.

A world is a hand for the acting seat, dealt as its belief says, and an order of the deck. It comes
from its number, so that every move meets the same worlds.
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
from hanamichi.bots.hanabi.search.move_history import CALLED, History, cell_of, surprises
from hanamichi.bots.hanabi.search.workspace import Whole, Workspace

ATTEMPTS = 12
"""Hands to look at before one is taken that the others' choices speak against."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SPREAD = np.uint64(0xD1342543DE82EF95)
_UNIT = 1.0 / (1 << 53)


@routine
def believe(row: Row, o: OptionVector, memory: Memory, workspace: Workspace) -> Word:
    """What the acting seat's cards can be, for all it knows and sees; in how many ways."""
    seat = np.int64(row[TURN])
    cards = 5 * np.int64(o[O_SUITS])
    size = np.int64(row[HAND_SIZES + seat])
    unseen_cards(row, o, seat, workspace.counts)
    for slot in range(size):
        held = memory[HELD + seat * SLOTS_EACH + slot]
        for card in range(cards):
            workspace.likes[slot, card] = held >> card & 1 if workspace.counts[card] > 0 else 0
    return count_hands(workspace.counts, workspace.likes, size, cards, workspace.ways)


@kernel
def seed_world(rng: Random, seed: Word, world: Word) -> None:
    """Random numbers that belong to one world."""
    rng[0] = (np.uint64(seed) + np.uint64(world) * _GOLDEN) * _SPREAD


@kernel
def chance_of(rng: Random) -> Word:
    """A random number from 0 to 1."""
    return (next_random(rng, 0) >> np.uint64(11)) * _UNIT


@kernel
def deal_own(
    row: Row,
    o: OptionVector,
    seed: Word,
    number: Word,
    doubt: Word,
    workspace: Workspace,
    history: History,
) -> None:
    """Deal the acting seat a hand for a new world.

    `doubt` is how often a partner does something else than the plan: a hand under which they would
    have done something else is taken no more often than that. At 1 nobody is asked.
    """
    seat = np.int64(row[TURN])
    size = np.int64(row[HAND_SIZES + seat])
    cards = 5 * np.int64(o[O_SUITS])
    seed_world(workspace.rng, seed, number)
    for _ in range(ATTEMPTS):
        deal_hand(
            workspace.counts,
            workspace.likes,
            size,
            cards,
            workspace.ways,
            workspace.rng,
            workspace.hand,
        )
        if doubt >= 1.0 or history.state[CALLED] == 0:
            break
        forgiven = 0
        while forgiven < 8 and chance_of(workspace.rng) < doubt:
            forgiven += 1
        if surprises(o, seat, workspace.hand, forgiven, history) <= forgiven:
            break
    for slot in range(size):
        workspace.hands[number, slot] = workspace.hand[slot]
    workspace.streams[number] = workspace.rng[0]


@kernel
def lay_world(row: Row, o: OptionVector, number: Word, workspace: Workspace) -> None:
    """Lay out a world that was dealt: the row with its hand and its deck."""
    world, hand = workspace.world, workspace.hands[number]
    for cell in range(ROW_BYTES):
        world[cell] = row[cell]
    seat = np.int64(row[TURN])
    size = np.int64(row[HAND_SIZES + seat])
    for slot in range(size):
        world[cell_of(o, seat, slot)] = hand[slot]
    workspace.rng[0] = workspace.streams[number]
    lay_deck(world, workspace.counts, size, 5 * np.int64(o[O_SUITS]), hand, workspace.rng)


@kernel
def lay_deck(world: Row, counts: Counts, size: Word, cards: Word, hand: Row, rng: Random) -> None:
    """Shuffle what is neither seen nor in the hand into the rest of the deck."""
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
def make_trials(
    row: Row,
    o: OptionVector,
    memory: Memory,
    seed: Word,
    dealt: Word,
    doubt: Word,
    moves: Whole,
    jobs: NDArray[np.int32],
    scores: NDArray[np.int16],
    count: Word,
    workspace: Workspace,
    history: History,
) -> None:
    """Make so many trials, each a world's number and a move's place; write down the scores.

    So many worlds were dealt before; new ones come in the order of their numbers.
    """
    on_desk = np.int64(-1)
    for n in range(count):
        number = np.int64(jobs[n, 0])
        if number >= dealt:
            deal_own(row, o, seed, number, doubt, workspace, history)
            dealt = number + 1
        if number != on_desk:
            lay_world(row, o, number, workspace)
            on_desk = number
        for cell in range(ROW_BYTES):
            workspace.trial[cell] = workspace.world[cell]
        for cell in range(MEMORY_CELLS):
            workspace.memory[cell] = memory[cell]
        advance(workspace.trial, o, workspace.memory, moves[jobs[n, 1]], workspace.rng, 0)
        scores[n] = play_out(workspace.trial, o, workspace.memory, workspace.rng, 0)
