"""Exact solution of an endgame: all worlds, and every plan of the searching seat in them.

With few unseen cards all worlds can be listed with their weights. The other seats follow a strategy
that is known; the searching seat may make any move now and at its next turns, knowing what it will
have seen by then. Worlds that it cannot distinguish need the same move: they stay together until an
event tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hanamichi.bots.clock import Clock
from hanamichi.bots.hanabi.search.rollout_search import SearchResult
from hanamichi.bots.hanabi.search.workspace import Ints

MAX_TURNS = 4
"""The most turns of the searching seat to look ahead."""
ENDGAME_SHARE = 4
"""Rollouts of an endgame are short: this many count as one."""


class EndgameWorlds(Protocol):
    """Worlds that the searching seat cannot distinguish, at its turn."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each world is, in any unit."""
        ...

    def select(self, indices: NDArray[np.intp]) -> EndgameWorlds:
        """The worlds at these indices."""
        ...

    def moves(self) -> list[int]:
        """The moves to consider."""
        ...

    def default_scores(self) -> Ints:
        """The final score of each world when all seats follow the strategy from here."""
        ...

    def after(self, action: int) -> Answers:
        """The worlds at the seat's next turn, once it made a move and the others answered."""
        ...


class Answers(NamedTuple):
    """What a move leads to."""

    worlds: EndgameWorlds
    scores: Ints
    """The score of each world that ended; -1 for the others."""
    keys: NDArray[np.uint64]
    """The same for worlds that the seat cannot distinguish then."""


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


class EndgameSolver:
    """Looks one turn ahead, then two, as far as the budget allows."""

    def __init__(self, worlds: EndgameWorlds, moves: Ints, top: int, margin: float) -> None:
        """`moves`: the default first; `top`: no score is higher."""
        self._worlds = worlds
        self._moves = [int(move) for move in moves]
        self._top = top
        self._margin = margin
        self._complete = True
        self.spent = 0
        """Rollouts made so far."""

    def result(self, clock: Clock) -> SearchResult | None:
        """The best move, in half the budget at most: what is not solved by then is left."""
        most = ENDGAME_SHARE * clock.budget.rollouts

        def may_go_on(spent: int) -> bool:
            return spent < most and not clock.stopped if most else clock.within(0.5)

        solution = self.solve(may_go_on)
        if solution is None:
            return None
        score = solution.values[solution.best]
        return SearchResult(
            self._moves[solution.best],
            self._moves[0],
            score,
            score - solution.values[0],
            len(self._moves),
            solution.worlds,
            self.spent,
            solution.complete,
        )

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

    def _move_value(self, worlds: EndgameWorlds, action: int, turns: int, wanted: float) -> float:
        """The weighted total of a move in indistinguishable worlds.

        A lower bound once it cannot exceed `wanted`.
        """
        weights = worlds.weights
        self._spend(len(weights))
        then, scores, keys = worlds.after(action)
        over = scores >= 0
        value = float((weights * scores)[over].sum())
        most = value + self._top * float(weights[~over].sum())
        for key in np.unique(keys[~over]):
            if most <= wanted:
                break
            alike = then.select(np.flatnonzero(~over & (keys == key)))
            brought = self._best_value(alike, turns - 1)
            value += brought
            most -= self._top * float(alike.weights.sum()) - brought
        return value

    def _best_value(self, worlds: EndgameWorlds, turns: int) -> float:
        """The weighted total of the best play in indistinguishable worlds."""
        self._spend(len(worlds.weights))
        scores = worlds.default_scores()
        best = float((worlds.weights * scores).sum())
        if (scores >= self._top).all():
            return best
        if turns == 0:
            self._complete = False
            return best
        for action in worlds.moves():
            best = max(best, self._move_value(worlds, action, turns, best))
        return best

    def _spend(self, rollouts: int) -> None:
        if not self._may_go_on(self.spent):
            raise OutOfBudget
        self.spent += rollouts
