"""Search over the hat strategy: the endgame is solved exactly, other positions by rollouts."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi.row import TURN
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.hats.memory_layout import Memory
from hanamichi.bots.hanabi.search.best_arm import MARGIN, TRIED, Arms, new_arms, reset
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves, max_reachable_score
from hanamichi.bots.hanabi.search.endgame_solver import EndgameSolver
from hanamichi.bots.hanabi.search.hats_worlds import list_worlds
from hanamichi.bots.hanabi.search.move_history import EVIDENCE_COUNT, History, select_evidence
from hanamichi.bots.hanabi.search.rollout_search import INITIAL_RATE, SearchResult, search_moves
from hanamichi.bots.hanabi.search.rollouts import run_rollouts, update_belief
from hanamichi.bots.hanabi.search.workspace import MAX_MOVES, Ints, Workspace, new_workspace


class Position(NamedTuple):
    """A turn as the acting seat sees it: its own cards and the deck are never read."""

    row: Row
    o: OptionVector
    memory: Memory
    history: History


class HatsRollouts(NamedTuple):
    """All seats follow the hat strategy."""

    position: Position
    seed: int
    doubt: float
    workspace: Workspace

    def run(self, arms: Arms, count: int) -> None:
        """Run the planned rollouts and write their scores."""
        row, o, memory, history = self.position
        run_rollouts(
            row,
            o,
            memory,
            self.seed,
            int(arms.state[TRIED]),
            self.doubt,
            arms.moves,
            arms.jobs,
            arms.scores,
            count,
            self.workspace,
            history,
        )


class HatsSearch:
    """Searches one move after the other, of any game."""

    def __init__(
        self, budget: Budget, doubt: float = 1.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`doubt`: how often another seat deviates from the strategy; at 1 this is ignored."""
        self.clock = Clock(budget, INITIAL_RATE, now)
        self.arms = new_arms()
        self._doubt = doubt
        self._workspace = new_workspace()
        self._moves = np.zeros(MAX_MOVES, np.int64)

    def search(self, position: Position, seed: int) -> SearchResult | None:
        """The best move within the budget; None when no hand fits what is known."""
        self.clock.start()
        row, o, memory, history = position
        if update_belief(row, o, memory, self._workspace) <= 0:
            return None
        count = int(gather_moves(row, o, memory, self._workspace.slot_weights, self._moves))
        moves, top = self._moves[:count], int(max_reachable_score(row, o))
        if count == 1:
            return SearchResult(int(moves[0]), int(moves[0]))
        history.state[EVIDENCE_COUNT] = 0
        if self._doubt < 1:
            select_evidence(history, int(row[TURN]))
        solved = self._solve_endgame(position, moves, top)
        if solved is not None:
            return solved
        reset(self.arms, moves, top)
        policy = HatsRollouts(position, seed, self._doubt, self._workspace)
        return search_moves(self.arms, policy, self.clock)

    def _solve_endgame(self, position: Position, moves: Ints, top: int) -> SearchResult | None:
        """Solve the endgame exactly, where it is small enough."""
        row, o, memory, history = position
        worlds = list_worlds(row, o, memory, self._doubt, self._workspace, history)
        if worlds is None:
            return None
        margin = float(self.arms.settings[MARGIN])
        return EndgameSolver(worlds, moves, top, margin).result(self.clock)
