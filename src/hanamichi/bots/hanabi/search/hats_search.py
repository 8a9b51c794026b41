"""Thinking about a move of a team that speaks hats: worked out near the end, else tried."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi.row import TURN
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi.hats.memory_layout import Memory
from hanamichi.bots.hanabi.search.best_arm import MARGIN, TRIED, BestArm, enter, new_best_arm
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves, most_reachable
from hanamichi.bots.hanabi.search.endgame_solver import EndgameSolver, Solution, list_worlds
from hanamichi.bots.hanabi.search.move_history import CALLED, History, call_witnesses
from hanamichi.bots.hanabi.search.rollout_search import FIRST_PACE, SearchResult, compare
from hanamichi.bots.hanabi.search.rollouts import believe, make_trials
from hanamichi.bots.hanabi.search.workspace import MOVES, Whole, Workspace, new_workspace

ENDGAME_SHARE = 4
"""Trials at the end of a game are short: so many are made for one at another time."""


class Position(NamedTuple):
    """A turn as the acting seat sees it: its own cards and the deck are never looked at."""

    row: Row
    o: OptionVector
    memory: Memory
    history: History


class HatPlan(NamedTuple):
    """Everybody goes on by the hats."""

    position: Position
    seed: int
    doubt: float
    workspace: Workspace

    def try_out(self, contest: BestArm, count: int) -> None:
        """Make the trials that the contest has planned, and write down their scores."""
        row, o, memory, history = self.position
        make_trials(
            row,
            o,
            memory,
            self.seed,
            int(contest.state[TRIED]),
            self.doubt,
            contest.moves,
            contest.jobs,
            contest.scores,
            count,
            self.workspace,
            history,
        )


class HatsSearch:
    """Thinks about one move after the other, of any game."""

    def __init__(self, budget: Budget, doubt: float = 1.0) -> None:
        self.clock = Clock(budget, FIRST_PACE)
        self.contest = new_best_arm()
        self._doubt = doubt
        self._workspace = new_workspace()
        self._moves = np.zeros(MOVES, np.int64)

    def think(self, position: Position, seed: int) -> SearchResult | None:
        """The best move that can be found in time; nothing when nothing fits what is known."""
        self.clock.start()
        row, o, memory, history = position
        if believe(row, o, memory, self._workspace) <= 0:
            return None
        count = int(gather_moves(row, o, memory, self._workspace.likes, self._moves))
        moves, top = self._moves[:count], int(most_reachable(row, o))
        if count == 1:
            return SearchResult(int(moves[0]), int(moves[0]))
        history.state[CALLED] = 0
        if self._doubt < 1:
            call_witnesses(history, int(row[TURN]))
        solved = self._work_out(position, moves, top)
        if solved is not None:
            return solved
        enter(self.contest, moves, top)
        return compare(
            self.contest, HatPlan(position, seed, self._doubt, self._workspace), self.clock
        )

    def _work_out(self, position: Position, moves: Whole, top: int) -> SearchResult | None:
        """Everything that can still happen, where that is little enough."""
        row, o, memory, history = position
        worlds = list_worlds(row, o, memory, self._doubt, self._workspace, history)
        if worlds is None:
            return None
        margin = float(self.contest.taste[MARGIN])
        endgame = EndgameSolver(o, worlds, moves, top, self._workspace, margin)
        most = ENDGAME_SHARE * self.clock.budget.rollouts

        def may_go_on(spent: int) -> bool:
            # Half the time at most: what is not finished by then is better tried than worked out.
            return spent < most and not self.clock.stopped if most else self.clock.allows(0.5)

        solution = endgame.solve(may_go_on)
        return None if solution is None else _told(solution, moves, endgame.spent)


def _told(solution: Solution, moves: Whole, spent: int) -> SearchResult:
    score = solution.values[solution.best]
    return SearchResult(
        int(moves[solution.best]),
        int(moves[0]),
        score,
        score - solution.values[0],
        solution.worlds,
        spent,
        solution.whole,
    )
