"""A seat of the two that thinks: does what the network likes unless something is surely better."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.network.network import Network, two_players
from hanamichi.bots.hanabi.search.comparing import FIRST_PACE, Thought, compare
from hanamichi.bots.hanabi.search.contest import LEAST, STRIDE, TRIED, Contest, enter, new_contest
from hanamichi.bots.hanabi.search.desk import Desk, Whole, new_desk
from hanamichi.bots.hanabi.search.moves import most_reachable
from hanamichi.bots.hanabi.search.pair.following import PairMemory
from hanamichi.bots.hanabi.search.pair.games import chosen_by, lay_trials, scores_by
from hanamichi.bots.hanabi.search.player import reason_of
from hanamichi.hanabi import HanabiView

WORLDS_AT_ONCE = 16
"""Trials are dear here, and many worlds are spoiled: soon enough is early enough to drop a move."""


class NetworkPlan(NamedTuple):
    """Both go on as the network likes best."""

    memory: PairMemory
    network: Network
    desk: Desk
    dice: np.random.Generator

    def try_out(self, contest: Contest, count: int) -> None:
        """Make the trials that the contest has planned, and write down their scores."""
        row, o = self.memory.row, self.memory.vector
        jobs = contest.jobs[:count]
        self._deal(int(contest.state[TRIED]), int(jobs[:, 0].max()) + 1)
        rows = np.zeros((count, len(row)), np.uint8)
        lay_trials(row, o, contest.moves, jobs, self.desk.rng, self.desk, rows)
        past = np.repeat(self.memory.past()[None], count, axis=0)
        past[:, 1:] = past[:, :-1].copy()
        past[:, 0] = contest.moves[jobs[:, 1]]
        contest.scores[:count] = scores_by(self.network, rows, o, past)

    def _deal(self, first: int, last: int) -> None:
        """Hands for new worlds."""
        if last > first:
            seed, *streams = self.dice.integers(1 << 63, size=last - first + 1, dtype=np.uint64)
            hands = self.memory.evidence.deal(self.memory.row, last - first, int(seed))
            self.desk.hands[first:last] = hands
            self.desk.streams[first:last] = streams


class PairPlayer:
    """Belief search over the network, at the table that it was trained for."""

    def __init__(self, budget: Budget) -> None:
        self._network = two_players()
        self._clock = Clock(budget, FIRST_PACE)
        self._contest = new_contest()
        self._contest.taste[[STRIDE, LEAST]] = WORLDS_AT_ONCE
        self._desk = new_desk()
        self._memory: PairMemory | None = None

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

    def _followed(self, view: HanabiView) -> PairMemory:
        """The memory of this match, or a new one for another seat."""
        memory = self._memory
        assert view.seat is not None
        if memory is None or (memory.options, memory.seat) != (view.options, view.seat):
            memory = self._memory = PairMemory(view.options, view.seat, self._network)
        return memory

    def _think(self, memory: PairMemory, seed: int) -> Thought:
        moves = self._moves(memory)
        if len(moves) == 1:
            return Thought(int(moves[0]), int(moves[0]))
        self._desk.counts[:] = memory.evidence.unseen(memory.row)
        enter(self._contest, moves, int(most_reachable(memory.row, memory.vector)))
        plan = NetworkPlan(memory, self._network, self._desk, np.random.default_rng(seed))
        return compare(self._contest, plan, self._clock)

    def _moves(self, memory: PairMemory) -> Whole:
        """The legal moves, the network's first."""
        row, o = memory.row, memory.vector
        plain = int(chosen_by(self._network, row[None], o, memory.past()[None])[0])
        others = [
            action
            for action in range(self._network.actions)
            if action != plain and is_legal(row, o, action)
        ]
        return np.array([plain, *others], np.int64)
