"""Belief search for two players: follows the network unless another move is better.

Only the seat with the first turn searches. Its partner, should it be a search as well, then plays
as the network, so that the searching seat reads its choices rightly. Beside a stranger, who does
not play as the network, it goes on by the companion's conventions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random

import numpy as np

from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.network.network_bot import (
    NetworkBot,
    network_choice,
    network_or_weaker,
)
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.search.candidate_moves import max_reachable_score
from hanamichi.bots.hanabi.search.conventions.companion_search_bot import CompanionSearchBot
from hanamichi.bots.hanabi.search.endgame_solver import EndgameSolver
from hanamichi.bots.hanabi.search.pair.belief_tracker import BeliefTracker
from hanamichi.bots.hanabi.search.pair.pair_endgame import list_worlds
from hanamichi.bots.hanabi.search.pair.pair_worlds import PairWorlds
from hanamichi.bots.hanabi.search.rollout_search import INITIAL_RATE, SearchResult, reason_of
from hanamichi.bots.hanabi.search.two_stages import Comparison
from hanamichi.bots.hanabi.search.workspace import Ints
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView

MOST_HANDS = 60_000
HANDS_PER_MS, HANDS_PER_ROLLOUT = 12, 12
FEWEST_HANDS = 500
"""How many hands are listed, by the budget: the network is asked about each."""
ROUNDING = 1e-6
"""How much better a move has to be in an endgame that is solved exactly."""
BELIEF_SHARE = 0.4
"""The share of the time that may go into beliefs."""


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search, those of endings too, and load the weights."""
    budget = Budget(rollouts=100)
    warm_up_by_playing("hanabi/online", [PairSearchBot(budget), PairSearchBot(budget)])


def pair_search_or_weaker(budget: Budget) -> Bot:
    """The search; where the weights of the network cannot be used, who takes the network's seat."""
    weaker = network_or_weaker()
    if not isinstance(weaker, NetworkBot):
        return weaker
    warm_up()
    return PairSearchBot(budget)


class PairSearchBot:
    """Belief search over the network, at the table that it was trained for."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self._network = two_players()
        self._companion = CompanionBot()
        self._companion_search = CompanionSearchBot(budget, now)
        self._clock = Clock(budget, INITIAL_RATE, now)
        self.tracker: BeliefTracker | None = None

    def interrupt(self) -> None:
        """Make a choice that is under way in another thread return the best move so far."""
        self._clock.stopped = True
        self._companion_search.interrupt()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        self._clock.start()
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        if tracker.stranger:
            # a partner that took this seat for a stranger may be another search
            follower = self._companion if tracker.distrusted else self._companion_search
            return follower.choose(sight, chance)
        result = self._search(tracker, chance.getrandbits(62))
        reason = reason_of(result)
        if reason is None:
            return network_choice(self._network, tracker, sight.legal)
        action = action_of(tracker.options, tracker.hands, tracker.seat, result.action)
        return Choice(action, reason)

    def _tracker_for(self, view: HanabiView) -> BeliefTracker:
        """The tracker of this match, or a new one for another seat."""
        tracker = self.tracker
        assert view.seat is not None
        if tracker is None or (tracker.options, tracker.seat) != (view.options, view.seat):
            tracker = BeliefTracker(view.options, view.seat, self._network, self._most_hands())
            tracker.beliefs.hurried = self._is_hurried
            self.tracker = tracker
        return tracker

    def _most_hands(self) -> int:
        budget = self._clock.budget
        wanted = HANDS_PER_ROLLOUT * budget.rollouts or HANDS_PER_MS * budget.ms
        return min(MOST_HANDS, max(FEWEST_HANDS, wanted))

    def _is_hurried(self) -> bool:
        return not self._clock.budget.rollouts and not self._clock.within(BELIEF_SHARE)

    def _search(self, tracker: BeliefTracker, seed: int) -> SearchResult:
        moves = self._moves(tracker)
        if len(moves) == 1 or not tracker.searches:
            return SearchResult(int(moves[0]), int(moves[0]), moves=len(moves))
        network, row, o, past = self._network, tracker.row, tracker.vector, tracker.past()
        beliefs = tracker.beliefs
        believed, unseen = beliefs.believed(row), beliefs.unseen(row)
        if beliefs.exact:
            endgame = list_worlds(network, row, o, past, believed, unseen)
            if endgame is not None:
                top = int(max_reachable_score(row, o))
                solved = EndgameSolver(endgame, moves, top, ROUNDING).result(self._clock)
                if solved is not None and solved.solved:
                    return solved
        worlds = PairWorlds(network, row, o, past, believed, unseen, seed)
        return Comparison(worlds, moves, self._clock).result()

    def _moves(self, tracker: BeliefTracker) -> Ints:
        """The legal moves that the partner does not find strange, the network's first."""
        row, o = tracker.row, tracker.vector
        default = tracker.network_action()
        others = [
            action
            for action in range(self._network.actions)
            if action != default and is_legal(row, o, action)
        ]
        if tracker.searches:
            others = tracker.may_make(others)
        return np.array([default, *others], np.int64)
