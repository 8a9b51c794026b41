"""Search beside people: follows the companion's conventions unless another move is better.

In every world that the seat thinks possible, everybody plays on as the companion does, and reads
each move as the companion would: a move that misleads the others is worth what it leads them to.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import cast

import numpy as np

from hanamichi.batch.hanabi.setup import action_id, action_of
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.search.conventions.companion_plan import (
    CompanionPlan,
    CompanionPosition,
)
from hanamichi.bots.hanabi.search.rollout_search import SearchResult, reason_of
from hanamichi.bots.hanabi.search.two_stages import MARGIN, Comparison
from hanamichi.bots.hanabi.search.workspace import Ints
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.actions import HanabiAction

INITIAL_RATE = 3000.0
"""Rollouts a second, before any were timed."""
MAX_SOLVED_WORLDS = 400
"""The most worlds in which all moves are tried, instead of sampled ones."""


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search."""
    budget = Budget(rollouts=20)
    warm_up_by_playing("hanabi/online", [CompanionSearchBot(budget) for _ in range(2)], 4)


class CompanionSearchBot:
    """Belief search over the companion's conventions, at any table of the boxes."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self._companion = CompanionBot()
        self._clock = Clock(budget, INITIAL_RATE, now)
        self._plan: CompanionPlan | None = None

    def interrupt(self) -> None:
        """Make a choice that is under way in another thread return the best move so far."""
        self._clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        self._clock.start()
        usual = self._companion.choose(sight, chance)
        if len(sight.legal) == 1:
            return usual
        position = self._plan_for(sight).position(sight.events, chance.getrandbits(62))
        if position is None or position.pending:
            return usual
        tracker = position.tracker
        usual_action = cast(HanabiAction, usual.action)
        first = action_id(tracker.options, tracker.hands, tracker.seat, usual_action)
        others = [move for move in position.candidates if move != first]
        result = self._search(position, np.array([first, *others], np.int64))
        if result.action == first:
            return usual
        action = action_of(tracker.options, tracker.hands, tracker.seat, result.action)
        return Choice(action, reason_of(result))

    def _plan_for(self, sight: Sight) -> CompanionPlan:
        """The plan of this match, or a new one for another table."""
        view, plan = sight.view, self._plan
        assert isinstance(view, HanabiView)
        assert view.seat is not None
        table = (view.options, view.players, view.seat)
        if plan is None or plan.table != table:
            plan = self._plan = CompanionPlan(*table)
        return plan

    def _search(self, position: CompanionPosition, moves: Ints) -> SearchResult:
        affordable = self._clock.rollouts_left(0) // len(moves)
        weights = position.weights(min(MAX_SOLVED_WORLDS, affordable))
        if weights is None:
            return Comparison(SampledWorlds(position), moves, self._clock).result()
        scores = position.exact_scores(moves)
        values = weights @ scores / weights.sum()
        values[0] += MARGIN
        best = int(np.argmax(values))
        values[0] -= MARGIN
        return SearchResult(
            int(moves[best]),
            int(moves[0]),
            float(values[best]),
            float(values[best] - values[0]),
            len(moves),
            len(weights),
            scores.size,
        )


class SampledWorlds:
    """The worlds of a position, by their numbers."""

    def __init__(self, position: CompanionPosition) -> None:
        self._position = position
        self._dealt = 0

    def deal(self, count: int) -> range:
        """New worlds."""
        self._dealt += count
        return range(self._dealt - count, self._dealt)

    def scores(self, world: int, moves: Ints) -> Ints:
        """The final score of each move in a world."""
        found: Ints = self._position.scores(moves, world, 1)[0]
        return found
