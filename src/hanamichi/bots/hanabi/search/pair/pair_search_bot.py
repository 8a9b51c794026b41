"""Belief search for two players: follows the network unless another move is better."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.network.network_bot import network_choice
from hanamichi.bots.hanabi.network.policy_network import Network, two_players
from hanamichi.bots.hanabi.search.best_arm import (
    BATCH_WORLDS,
    MIN_WORLDS,
    TRIED,
    Arms,
    new_arms,
    reset,
)
from hanamichi.bots.hanabi.search.candidate_moves import max_reachable_score
from hanamichi.bots.hanabi.search.pair.network_rollouts import (
    build_rollouts,
    network_choices,
    network_scores,
)
from hanamichi.bots.hanabi.search.pair.pair_tracker import PairTracker
from hanamichi.bots.hanabi.search.rollout_search import (
    INITIAL_RATE,
    SearchResult,
    reason_of,
    search_moves,
)
from hanamichi.bots.hanabi.search.workspace import Ints, Workspace, new_workspace
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView

WORLDS_AT_ONCE = 16
"""Rollouts are slow here and many worlds are missed: moves are dropped early."""


class NetworkRollouts(NamedTuple):
    """Both seats play as the network."""

    tracker: PairTracker
    network: Network
    workspace: Workspace
    rng: np.random.Generator

    def run(self, arms: Arms, count: int) -> None:
        """Run the planned rollouts and write their scores."""
        row, o = self.tracker.row, self.tracker.vector
        jobs = arms.jobs[:count]
        self._deal(int(arms.state[TRIED]), int(jobs[:, 0].max()) + 1)
        rows = np.zeros((count, len(row)), np.uint8)
        build_rollouts(row, o, arms.moves, jobs, self.workspace.rng, self.workspace, rows)
        past = np.repeat(self.tracker.past()[None], count, axis=0)
        past[:, 1:] = past[:, :-1].copy()
        past[:, 0] = arms.moves[jobs[:, 1]]
        arms.scores[:count] = network_scores(self.network, rows, o, past)

    def _deal(self, first: int, last: int) -> None:
        """Sample the hands of new worlds."""
        if last > first:
            seed, *streams = self.rng.integers(1 << 63, size=last - first + 1, dtype=np.uint64)
            hands = self.tracker.evidence.deal(self.tracker.row, last - first, int(seed))
            self.workspace.hands[first:last] = hands
            self.workspace.streams[first:last] = streams


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search, and load the weights."""
    budget = Budget(rollouts=1)
    warm_up_by_playing("hanabi/online", [PairSearchBot(budget), PairSearchBot(budget)])


class PairSearchBot:
    """Belief search over the network, at the table that it was trained for."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self._network = two_players()
        self._clock = Clock(budget, INITIAL_RATE, now)
        self._arms = new_arms()
        self._arms.settings[[BATCH_WORLDS, MIN_WORLDS]] = WORLDS_AT_ONCE
        self._workspace = new_workspace()
        self._tracker: PairTracker | None = None

    def interrupt(self) -> None:
        """Make a choice that is under way in another thread return the best move so far."""
        self._clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        self._clock.start()
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        result = self._search(tracker, chance.getrandbits(62))
        reason = reason_of(result)
        if reason is None:
            return network_choice(self._network, tracker, sight.legal)
        action = action_of(tracker.options, tracker.hands, tracker.seat, result.action)
        return Choice(action, reason)

    def _tracker_for(self, view: HanabiView) -> PairTracker:
        """The tracker of this match, or a new one for another seat."""
        tracker = self._tracker
        assert view.seat is not None
        if tracker is None or (tracker.options, tracker.seat) != (view.options, view.seat):
            tracker = self._tracker = PairTracker(view.options, view.seat, self._network)
        return tracker

    def _search(self, tracker: PairTracker, seed: int) -> SearchResult:
        moves = self._moves(tracker)
        if len(moves) == 1:
            return SearchResult(int(moves[0]), int(moves[0]))
        self._workspace.counts[:] = tracker.evidence.unseen(tracker.row)
        reset(self._arms, moves, int(max_reachable_score(tracker.row, tracker.vector)))
        policy = NetworkRollouts(
            tracker, self._network, self._workspace, np.random.default_rng(seed)
        )
        return search_moves(self._arms, policy, self._clock)

    def _moves(self, tracker: PairTracker) -> Ints:
        """The legal moves, the network's first."""
        row, o = tracker.row, tracker.vector
        default = int(network_choices(self._network, row[None], o, tracker.past()[None])[0])
        others = [
            action
            for action in range(self._network.actions)
            if action != default and is_legal(row, o, action)
        ]
        return np.array([default, *others], np.int64)
