"""Belief search as a bot: follows the hat strategy unless another move is better."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.hats.hats_bot import HatsBot
from hanamichi.bots.hanabi.hats.hats_bot import reason_of as reason_of_hats
from hanamichi.bots.hanabi.hats.hats_bot import warm_up as warm_up_hats
from hanamichi.bots.hanabi.search.hats_search import HatsSearch, Position
from hanamichi.bots.hanabi.search.history_tracker import HistoryTracker
from hanamichi.bots.hanabi.search.rollout_search import reason_of
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search."""
    warm_up_hats()
    budget = Budget(rollouts=1)
    warm_up_by_playing("hanabi/online", [HatsSearchBot(budget) for _ in range(3)])


class HatsSearchBot:
    """Belief search over hats. With seats that do not follow them, plays as the expert."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self._expert = HatsBot()
        self._tracker: HistoryTracker | None = None
        self._search = HatsSearch(budget, now=now)

    def interrupt(self) -> None:
        """Make a choice that is under way in another thread return the best move so far."""
        self._search.clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        seed = chance.getrandbits(62)
        if not tracker.consistent or tracker.row[r.PENDING]:
            return self._expert.choose(sight, chance)
        position = Position(tracker.row, tracker.vector, tracker.memory, tracker.history)
        result = self._search.search(position, seed)
        if result is None:
            return self._expert.choose(sight, chance)
        action = action_of(tracker.options, tracker.hands, tracker.seat, result.action)
        return Choice(action, reason_of(result) or reason_of_hats(tracker, action))

    def _tracker_for(self, view: HanabiView) -> HistoryTracker:
        """The tracker of this match, or a new one for another table."""
        tracker = self._tracker
        assert view.seat is not None
        table = (view.options, view.players, view.seat)
        if tracker is None or (tracker.options, tracker.players, tracker.seat) != table:
            tracker = self._tracker = HistoryTracker(*table)
        return tracker
