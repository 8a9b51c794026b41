"""Exact solution of an endgame: all worlds, and every plan of the searching seat in them.

With few unseen cards all worlds can be listed with their weights. The other seats follow the hat
strategy; the searching seat may make any move now and at its next turns, knowing what it will have
seen by then. Worlds that it cannot distinguish need the same move: they stay together until an
event tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi import row as r
from hanamichi.bots.hanabi.hats.memory_layout import Memory
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves
from hanamichi.bots.hanabi.search.hand_sampling import MAX_HAND, WEIGHTS_SHAPE
from hanamichi.bots.hanabi.search.move_history import (
    EVIDENCE_COUNT,
    History,
    cell_of,
    contradictions,
)
from hanamichi.bots.hanabi.search.workspace import MAX_MOVES, Ints, Workspace
from hanamichi.bots.hanabi.search.world_batch import (
    Worlds,
    default_scores,
    empty_worlds,
    play_until_next_turn,
)

MAX_SOLVED_WORLDS = 400
"""The most worlds that are solved."""
MAX_DECK = 4
"""The most cards in the deck."""
MAX_TURNS = 4
"""The most turns of the searching seat to look ahead."""


class OutOfBudget(Exception):
    """The budget was spent before a solution was complete."""


class Solution(NamedTuple):
    """The result of a solved endgame."""

    best: int
    """The index of the best move; 0, the default, unless another is better by the margin."""
    values: dict[int, float]
    """The mean score of moves by index; a lower bound for moves that cannot be the best."""
    worlds: int
    turns: int
    """How many turns of the searching seat were looked ahead."""
    complete: bool
    """Whether the game ends within them in every world."""


def list_worlds(
    row: Row, o: OptionVector, memory: Memory, doubt: float, workspace: Workspace, history: History
) -> Worlds | None:
    """Every world, weighted by the ways to deal it; None when there are too many.

    A world fills the slots of the hand, then the deck in its order, from the unseen cards. Its
    weight drops with each choice of another seat that it contradicts.
    """
    seat = int(row[r.TURN])
    size = int(row[r.HAND_SIZES + seat])
    drawn, end = int(row[r.DRAWN]), int(row[r.DECK_SIZE])
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
    worlds = empty_worlds(len(found))
    worlds.rows[:] = row
    worlds.rows[:, r.SHUFFLED] = 1
    worlds.memories[:] = memory
    cells = [cell_of(o, seat, slot) for slot in range(size)]
    hand = np.zeros(MAX_HAND, np.uint8)
    for n, (cards, ways) in enumerate(found):
        worlds.rows[n, cells] = hand[:size] = cards[:size]
        worlds.rows[n, r.DECK + drawn : r.DECK + end] = cards[size:]
        worlds.weights[n] = ways
        if doubt < 1 and history.state[EVIDENCE_COUNT]:
            worlds.weights[n] *= doubt ** int(contradictions(o, seat, hand, 8, history))
    return worlds


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


class EndgameSolver:
    """Looks one turn ahead, then two, as far as the budget allows."""

    def __init__(
        self,
        o: OptionVector,
        worlds: Worlds,
        moves: Ints,
        top: int,
        workspace: Workspace,
        margin: float,
    ) -> None:
        self._o = o
        self._worlds = worlds
        self._moves = [int(move) for move in moves]
        self._top = top
        self._workspace = workspace
        self._margin = margin
        self._complete = True
        self.spent = 0
        """Rollouts made so far."""

    def solve(self, may_go_on: Callable[[int], bool]) -> Solution | None:
        """The deepest complete solution; `may_go_on` is given the rollouts made so far."""
        solution = None
        self._may_go_on = may_go_on
        for turns in range(1, MAX_TURNS + 1):
            try:
                solution = self._look_ahead(turns)
            except OutOfBudget:
                break
            if solution.complete:
                break
        return solution

    def _look_ahead(self, turns: int) -> Solution:
        worlds = self._worlds
        total = float(worlds.weights.sum())
        most = total * self._top
        self._complete = True
        values: dict[int, float] = {}
        best, wanted = 0, -1.0
        for place, action in enumerate(self._moves):
            value = self._move_value(worlds, action, turns, wanted)
            values[place] = value / total
            if place == 0:
                wanted = value + self._margin * total
            elif value > wanted:
                best, wanted = place, value
            if wanted >= most:
                break
        return Solution(best, values, len(worlds.weights), turns, self._complete)

    def _move_value(self, worlds: Worlds, action: int, turns: int, wanted: float) -> float:
        """The weighted total of a move in indistinguishable worlds.

        A lower bound once it cannot exceed `wanted`.
        """
        then = Worlds(worlds.rows.copy(), worlds.memories.copy(), worlds.weights)
        count = len(then.weights)
        scores, keys = np.zeros(count, np.int64), np.zeros(count, np.uint64)
        self._spend(count)
        play_until_next_turn(self._o, then, action, self._workspace.rng, scores, keys)
        over = scores >= 0
        value = float((then.weights * scores)[over].sum())
        most = value + self._top * float(then.weights[~over].sum())
        for key in np.unique(keys[~over]):
            if most <= wanted:
                break
            alike = then.select(np.flatnonzero(~over & (keys == key)))
            brought = self._best_value(alike, turns - 1)
            value += brought
            most -= self._top * float(alike.weights.sum()) - brought
        return value

    def _best_value(self, worlds: Worlds, turns: int) -> float:
        """The weighted total of the best play in indistinguishable worlds."""
        workspace = self._workspace
        scores = np.zeros(len(worlds.weights), np.int64)
        self._spend(len(scores))
        default_scores(self._o, worlds, workspace.rollout, workspace.memory, workspace.rng, scores)
        best = float((worlds.weights * scores).sum())
        if (scores >= self._top).all():
            return best
        if turns == 0:
            self._complete = False
            return best
        for action in self._candidates(worlds):
            best = max(best, self._move_value(worlds, action, turns, best))
        return best

    def _candidates(self, worlds: Worlds) -> list[int]:
        """The candidate moves in indistinguishable worlds."""
        row = worlds.rows[0]
        seat = int(row[r.TURN])
        slot_weights = np.zeros(WEIGHTS_SHAPE)
        for slot in range(int(row[r.HAND_SIZES + seat])):
            slot_weights[slot, worlds.rows[:, cell_of(self._o, seat, slot)]] = 1
        moves = np.zeros(MAX_MOVES, np.int64)
        count = gather_moves(row, self._o, worlds.memories[0], slot_weights, moves)
        return [int(move) for move in moves[:count]]

    def _spend(self, rollouts: int) -> None:
        if not self._may_go_on(self.spent):
            raise OutOfBudget
        self.spent += rollouts
