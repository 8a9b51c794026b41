"""The end of a game worked out: every world there can be, and every plan of one's own in them.

When few cards are unseen, all worlds can be listed with what each weighs. The others follow the
hats; the seat that thinks may do anything now, and anything again at its next turns, knowing by
then what it will have seen. Worlds it cannot tell apart have to be played alike: they stay together
until something shows that tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi import row as r
from hanamichi.bots.hanabi.hats.memory_layout import Memory
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves
from hanamichi.bots.hanabi.search.hand_sampling import HAND, LIKES_SHAPE
from hanamichi.bots.hanabi.search.move_history import CALLED, History, cell_of, surprises
from hanamichi.bots.hanabi.search.workspace import MOVES, Whole, Workspace
from hanamichi.bots.hanabi.search.world_batch import Worlds, move_on, plain_scores, room_for

CASES = 400
"""The most worlds that are worked out."""
DECK_LEFT = 4
"""The most cards in the deck."""
TURNS = 4
"""The most turns of one's own to look ahead."""


class GivenUp(Exception):
    """There was no time to finish."""


class Solution(NamedTuple):
    """What working it out came to."""

    best: int
    """The place of the best move; 0, the plain one, unless another is better by the margin."""
    values: dict[int, float]
    """What moves bring on average, by their places; less where one cannot be the best."""
    worlds: int
    turns: int
    """How many turns of one's own were looked ahead."""
    whole: bool
    """Whether that is all there is."""


def list_worlds(
    row: Row, o: OptionVector, memory: Memory, doubt: float, workspace: Workspace, history: History
) -> Worlds | None:
    """Every world with the number of ways to deal it; nothing when there are too many.

    A world fills the slots of the hand, then the deck in its order, from the cards unseen. What it
    surprises the others with makes it weigh less.
    """
    seat = int(row[r.TURN])
    size = int(row[r.HAND_SIZES + seat])
    drawn, end = int(row[r.DRAWN]), int(row[r.DECK_SIZE])
    if end - drawn > DECK_LEFT:
        return None
    counts = {card: int(n) for card, n in enumerate(workspace.counts) if n > 0}
    sets = [set(np.flatnonzero(likes).tolist()) for likes in workspace.likes[:size]]
    found: list[tuple[tuple[int, ...], int]] = []
    for dealt in _fillings(counts, sets, end - drawn):
        found.append(dealt)
        if len(found) > CASES:
            return None
    worlds = room_for(len(found))
    worlds.rows[:] = row
    worlds.rows[:, r.SHUFFLED] = 1
    worlds.memories[:] = memory
    cells = [cell_of(o, seat, slot) for slot in range(size)]
    hand = np.zeros(HAND, np.uint8)
    for n, (cards, ways) in enumerate(found):
        worlds.rows[n, cells] = hand[:size] = cards[:size]
        worlds.rows[n, r.DECK + drawn : r.DECK + end] = cards[size:]
        worlds.weights[n] = ways
        if doubt < 1 and history.state[CALLED]:
            worlds.weights[n] *= doubt ** int(surprises(o, seat, hand, 8, history))
    return worlds


def _fillings(
    counts: dict[int, int], sets: list[set[int]], deck: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards of a world, hand first, and in how many ways it can be dealt."""
    if not sets and not deck:
        yield (), 1
        return
    for card, copies in counts.items():
        if copies and (not sets or card in sets[0]):
            left = {**counts, card: copies - 1}
            for rest, ways in _fillings(left, sets[1:], deck if sets else deck - 1):
                yield (card, *rest), copies * ways


class EndgameSolver:
    """A position to be worked out: look one turn ahead, then two, as far as there is time."""

    def __init__(
        self,
        o: OptionVector,
        worlds: Worlds,
        moves: Whole,
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
        self._whole = True
        self.spent = 0
        """Trials made so far."""

    def solve(self, may_go_on: Callable[[int], bool]) -> Solution | None:
        """The best that could be finished while it may go on, given how many trials were made."""
        solution = None
        self._may_go_on = may_go_on
        for turns in range(1, TURNS + 1):
            try:
                solution = self._look_ahead(turns)
            except GivenUp:
                break
            if solution.whole:
                break
        return solution

    def _look_ahead(self, turns: int) -> Solution:
        worlds = self._worlds
        total = float(worlds.weights.sum())
        most = total * self._top
        self._whole = True
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
        return Solution(best, values, len(worlds.weights), turns, self._whole)

    def _move_value(self, worlds: Worlds, action: int, turns: int, wanted: float) -> float:
        """What a move brings in worlds that look the same, all weights together.

        Less than that once it cannot be more than wanted.
        """
        then = Worlds(worlds.rows.copy(), worlds.memories.copy(), worlds.weights)
        count = len(then.weights)
        scores, keys = np.zeros(count, np.int64), np.zeros(count, np.uint64)
        self._spend(count)
        move_on(self._o, then, action, self._workspace.rng, scores, keys)
        over = scores >= 0
        value = float((then.weights * scores)[over].sum())
        most = value + self._top * float(then.weights[~over].sum())
        for key in np.unique(keys[~over]):
            if most <= wanted:
                break
            alike = then.some(np.flatnonzero(~over & (keys == key)))
            brought = self._best_value(alike, turns - 1)
            value += brought
            most -= self._top * float(alike.weights.sum()) - brought
        return value

    def _best_value(self, worlds: Worlds, turns: int) -> float:
        """What worlds that look the same bring at best, all weights together."""
        workspace = self._workspace
        scores = np.zeros(len(worlds.weights), np.int64)
        self._spend(len(scores))
        plain_scores(self._o, worlds, workspace.trial, workspace.memory, workspace.rng, scores)
        best = float((worlds.weights * scores).sum())
        if (scores >= self._top).all():
            return best
        if turns == 0:
            self._whole = False
            return best
        for action in self._honest(worlds):
            best = max(best, self._move_value(worlds, action, turns, best))
        return best

    def _honest(self, worlds: Worlds) -> list[int]:
        """The moves of a seat in worlds that look the same to it."""
        row = worlds.rows[0]
        seat = int(row[r.TURN])
        likes = np.zeros(LIKES_SHAPE)
        for slot in range(int(row[r.HAND_SIZES + seat])):
            likes[slot, worlds.rows[:, cell_of(self._o, seat, slot)]] = 1
        moves = np.zeros(MOVES, np.int64)
        count = gather_moves(row, self._o, worlds.memories[0], likes, moves)
        return [int(move) for move in moves[:count]]

    def _spend(self, trials: int) -> None:
        if not self._may_go_on(self.spent):
            raise GivenUp
        self.spent += trials
