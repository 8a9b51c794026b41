"""Worlds of an endgame in which the other seats follow the hat strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Bits, OptionVector, Random, Row, Rows, Word
from hanamichi.batch.hanabi.kernel import score
from hanamichi.batch.hanabi.row import (
    DECK,
    DECK_SIZE,
    DRAWN,
    ENDED,
    HAND_SIZES,
    ROW_BYTES,
    SHUFFLED,
    TURN,
)
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.memory_layout import (
    MEMORY_CELLS,
    MEMORY_TYPE,
    PUBLIC_CELLS,
    Memory,
)
from hanamichi.bots.hanabi.hats.strategy import advance, decide, play_out
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves
from hanamichi.bots.hanabi.search.endgame_solver import Answers
from hanamichi.bots.hanabi.search.hand_sampling import MAX_HAND, WEIGHTS_SHAPE
from hanamichi.bots.hanabi.search.move_history import (
    EVIDENCE_COUNT,
    History,
    cell_of,
    contradictions,
)
from hanamichi.bots.hanabi.search.view_key import key_with, view_key
from hanamichi.bots.hanabi.search.workspace import MAX_MOVES, Ints, Workspace

MAX_SOLVED_WORLDS = 400
"""The most worlds that are solved."""
MAX_DECK = 4
"""The most cards in the deck."""


class Batch(NamedTuple):
    """Worlds in which it is the same seat's turn."""

    rows: Rows
    memories: NDArray[np.int64]
    weights: NDArray[np.float64]


class HatsWorlds:
    """Worlds that the searching seat cannot distinguish, at its turn."""

    def __init__(self, o: OptionVector, batch: Batch, workspace: Workspace) -> None:
        self._o = o
        self.batch = batch
        self._workspace = workspace

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each world is, in any unit."""
        return self.batch.weights

    def select(self, indices: NDArray[np.intp]) -> HatsWorlds:
        """The worlds at these indices."""
        rows, memories, weights = self.batch
        batch = Batch(rows[indices], memories[indices], weights[indices])
        return HatsWorlds(self._o, batch, self._workspace)

    def moves(self) -> list[int]:
        """The candidate moves."""
        row, memory = self.batch.rows[0], self.batch.memories[0]
        seat = int(row[TURN])
        slot_weights = np.zeros(WEIGHTS_SHAPE)
        for slot in range(int(row[HAND_SIZES + seat])):
            slot_weights[slot, self.batch.rows[:, cell_of(self._o, seat, slot)]] = 1
        moves = np.zeros(MAX_MOVES, np.int64)
        count = gather_moves(row, self._o, memory, slot_weights, moves)
        return [int(move) for move in moves[:count]]

    def default_scores(self) -> Ints:
        """The final score of each world when all seats follow the hat strategy from here."""
        workspace = self._workspace
        scores = np.zeros(len(self.weights), np.int64)
        rollout, memory = workspace.rollout, workspace.memory
        default_scores(self._o, self.batch, rollout, memory, workspace.rng, scores)
        return scores

    def after(self, action: int) -> Answers:
        """The worlds at the seat's next turn, once it made a move and the others answered."""
        then = Batch(self.batch.rows.copy(), self.batch.memories.copy(), self.weights)
        scores = np.zeros(len(self.weights), np.int64)
        keys = np.zeros(len(self.weights), np.uint64)
        play_until_next_turn(self._o, then, action, self._workspace.rng, scores, keys)
        return Answers(HatsWorlds(self._o, then, self._workspace), scores, keys)


def list_worlds(
    row: Row, o: OptionVector, memory: Memory, doubt: float, workspace: Workspace, history: History
) -> HatsWorlds | None:
    """Every world, weighted by the ways to deal it; None when there are too many.

    A world fills the slots of the hand, then the deck in its order, from the unseen cards. Its
    weight drops with each choice of another seat that it contradicts.
    """
    seat = int(row[TURN])
    size = int(row[HAND_SIZES + seat])
    drawn, end = int(row[DRAWN]), int(row[DECK_SIZE])
    if end - drawn > MAX_DECK:
        return None
    counts = {card: int(n) for card, n in enumerate(workspace.counts) if n > 0}
    sets = [
        set(np.flatnonzero(slot_weights).tolist()) for slot_weights in workspace.slot_weights[:size]
    ]
    found: list[tuple[tuple[int, ...], int]] = []
    for dealt in _fillings(counts, sets, end - drawn):
        found.append(dealt)
        if len(found) > MAX_SOLVED_WORLDS:
            return None
    worlds = Batch(
        np.zeros((len(found), ROW_BYTES), np.uint8),
        np.zeros((len(found), MEMORY_CELLS), MEMORY_TYPE),
        np.zeros(len(found)),
    )
    worlds.rows[:] = row
    worlds.rows[:, SHUFFLED] = 1
    worlds.memories[:] = memory
    cells = [cell_of(o, seat, slot) for slot in range(size)]
    hand = np.zeros(MAX_HAND, np.uint8)
    for n, (cards, ways) in enumerate(found):
        worlds.rows[n, cells] = hand[:size] = cards[:size]
        worlds.rows[n, DECK + drawn : DECK + end] = cards[size:]
        worlds.weights[n] = ways
        if doubt < 1 and history.state[EVIDENCE_COUNT]:
            worlds.weights[n] *= doubt ** int(contradictions(o, seat, hand, 8, history))
    return HatsWorlds(o, worlds, workspace)


def _fillings(
    counts: dict[int, int], sets: list[set[int]], deck: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards of each world, hand first, and in how many ways it can be dealt."""
    if not sets and not deck:
        yield (), 1
        return
    for card, copies in counts.items():
        if copies and (not sets or card in sets[0]):
            left = {**counts, card: copies - 1}
            for rest, ways in _fillings(left, sets[1:], deck if sets else deck - 1):
                yield (card, *rest), copies * ways


@routine
def default_scores(
    o: OptionVector, worlds: Batch, rollout: Row, memory: Memory, rng: Random, scores: Ints
) -> None:
    """The final score of each world when all seats follow the hat strategy from here."""
    for n in range(worlds.rows.shape[0]):
        for cell in range(ROW_BYTES):
            rollout[cell] = worlds.rows[n, cell]
        for cell in range(MEMORY_CELLS):
            memory[cell] = worlds.memories[n, cell]
        scores[n] = play_out(rollout, o, memory, rng, 0)


@routine
def play_until_next_turn(
    o: OptionVector, worlds: Batch, action: Word, rng: Random, scores: Ints, keys: Bits
) -> None:
    """Make a move in every world and play on until it is the seat's turn again.

    A world that ended by then gets its score; any other gets -1 and a key, the same for worlds that
    the seat cannot distinguish.
    """
    for n in range(worlds.rows.shape[0]):
        row, memory = worlds.rows[n], worlds.memories[n]
        seat = np.int64(row[TURN])
        advance(row, o, memory, action, rng, 0)
        while row[ENDED] == 0 and row[TURN] != seat:
            advance(row, o, memory, decide(row, o, memory), rng, 0)
        if row[ENDED]:
            scores[n] = score(row, o)
        else:
            scores[n] = -1
            key = view_key(row, o, seat)
            for cell in range(PUBLIC_CELLS):
                key = key_with(key, memory[cell])
            keys[n] = key
