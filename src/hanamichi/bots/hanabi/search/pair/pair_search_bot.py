"""A seat of the two that thinks: does what the network likes unless something is surely better."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.network.policy_network import Network, two_players
from hanamichi.bots.hanabi.search.best_arm import LEAST, STRIDE, TRIED, BestArm, enter, new_best_arm
from hanamichi.bots.hanabi.search.candidate_moves import most_reachable
from hanamichi.bots.hanabi.search.hats_search_bot import reason_of
from hanamichi.bots.hanabi.search.pair.network_rollouts import chosen_by, lay_trials, scores_by
from hanamichi.bots.hanabi.search.pair.pair_tracker import PairTracker
from hanamichi.bots.hanabi.search.rollout_search import FIRST_PACE, SearchResult, compare
from hanamichi.bots.hanabi.search.workspace import Whole, Workspace, new_workspace
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView

WORLDS_AT_ONCE = 16
"""Trials are dear here, and many worlds are spoiled: soon enough is early enough to drop a move."""


class NetworkPlan(NamedTuple):
    """Both go on as the network likes best."""

    memory: PairTracker
    network: Network
    workspace: Workspace
    rng: np.random.Generator

    def try_out(self, contest: BestArm, count: int) -> None:
        """Make the trials that the contest has planned, and write down their scores."""
        row, o = self.memory.row, self.memory.vector
        jobs = contest.jobs[:count]
        self._deal(int(contest.state[TRIED]), int(jobs[:, 0].max()) + 1)
        rows = np.zeros((count, len(row)), np.uint8)
        lay_trials(row, o, contest.moves, jobs, self.workspace.rng, self.workspace, rows)
        past = np.repeat(self.memory.past()[None], count, axis=0)
        past[:, 1:] = past[:, :-1].copy()
        past[:, 0] = contest.moves[jobs[:, 1]]
        contest.scores[:count] = scores_by(self.network, rows, o, past)

    def _deal(self, first: int, last: int) -> None:
        """Hands for new worlds."""
        if last > first:
            seed, *streams = self.rng.integers(1 << 63, size=last - first + 1, dtype=np.uint64)
            hands = self.memory.evidence.deal(self.memory.row, last - first, int(seed))
            self.workspace.hands[first:last] = hands
            self.workspace.streams[first:last] = streams


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search, and load the weights."""
    budget = Budget(rollouts=1)
    warm_up_by_playing("hanabi/online", [PairSearchBot(budget), PairSearchBot(budget)])


class PairSearchBot:
    """Belief search over the network, at the table that it was trained for."""

    def __init__(self, budget: Budget) -> None:
        self._network = two_players()
        self._clock = Clock(budget, FIRST_PACE)
        self._contest = new_best_arm()
        self._contest.taste[[STRIDE, LEAST]] = WORLDS_AT_ONCE
        self._workspace = new_workspace()
        self._memory: PairTracker | None = None

    def interrupt(self) -> None:
        """Have a choice that is under way in another thread made with the best so far."""
        self._clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        self._clock.start()
        view = sight.view
        assert isinstance(view, HanabiView)
        memory = self._followed(view)
        memory.hear(sight.events)
        thought = self._think(memory, chance.getrandbits(62))
        action = action_of(memory.options, memory.hands, memory.seat, thought.action)
        return Choice(action, reason_of(thought))

    def _followed(self, view: HanabiView) -> PairTracker:
        """The memory of this match, or a new one for another seat."""
        memory = self._memory
        assert view.seat is not None
        if memory is None or (memory.options, memory.seat) != (view.options, view.seat):
            memory = self._memory = PairTracker(view.options, view.seat, self._network)
        return memory

    def _think(self, memory: PairTracker, seed: int) -> SearchResult:
        moves = self._moves(memory)
        if len(moves) == 1:
            return SearchResult(int(moves[0]), int(moves[0]))
        self._workspace.counts[:] = memory.evidence.unseen(memory.row)
        enter(self._contest, moves, int(most_reachable(memory.row, memory.vector)))
        plan = NetworkPlan(memory, self._network, self._workspace, np.random.default_rng(seed))
        return compare(self._contest, plan, self._clock)

    def _moves(self, memory: PairTracker) -> Whole:
        """The legal moves, the network's first."""
        row, o = memory.row, memory.vector
        plain = int(chosen_by(self._network, row[None], o, memory.past()[None])[0])
        others = [
            action
            for action in range(self._network.actions)
            if action != plain and is_legal(row, o, action)
        ]
        return np.array([plain, *others], np.int64)
