"""Thinking about a move: worked out where little is left of the game, else tried and compared."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi.row import TURN
from hanamichi.bots.hanabi.hats.memory import Memory
from hanamichi.bots.hanabi.search.contest import (
    MARGIN,
    MOVE_COUNT,
    SPENT,
    STANDING,
    STRIDE,
    TRIED,
    drop_hopeless,
    enter,
    gain_of,
    new_contest,
    plain_mean,
    plan,
    take_in,
    winner,
)
from hanamichi.bots.hanabi.search.desk import MOVES, WORLDS, new_desk
from hanamichi.bots.hanabi.search.endgame import Endgame, Solution, list_worlds
from hanamichi.bots.hanabi.search.history import CALLED, History, call_witnesses
from hanamichi.bots.hanabi.search.moves import gather_moves, most_reachable
from hanamichi.bots.hanabi.search.trials import believe, make_trials

ENDGAME_SHARE = 4
"""Trials at the end of a game are short: so many are made for one at another time."""
FIRST_PACE = 5000.0
"""Trials a second, before any were timed."""


class Budget(NamedTuple):
    """How long to think: so many trials, or where that is 0 so many milliseconds."""

    ms: int = 1000
    rollouts: int = 0


class Position(NamedTuple):
    """A turn as the acting seat sees it: its own cards and the deck are never looked at."""

    row: Row
    o: OptionVector
    memory: Memory
    history: History


class Thought(NamedTuple):
    """What thinking came to."""

    action: int
    plain: int
    """What the team would do without thinking."""
    score: float = 0.0
    """What is expected of the action."""
    gain: float = 0.0
    """How much more than of the plain one."""
    worlds: int = 0
    trials: int = 0
    solved: bool = False
    """Whether the rest of the game was worked out."""


class Thinker:
    """Thinks about one move after the other, of any game."""

    def __init__(self, budget: Budget, doubt: float = 1.0) -> None:
        self._budget = budget
        self._doubt = doubt
        self._desk = new_desk()
        self.contest = new_contest()
        self._moves = np.zeros(MOVES, np.int64)
        self._interrupted = False
        self._deadline = 0.0

    def interrupt(self) -> None:
        """Have whoever thinks, in another thread, answer with the best so far."""
        self._interrupted = True

    def think(self, position: Position, seed: int) -> Thought | None:
        """The best move that can be found in time; nothing when nothing fits what is known."""
        self._interrupted = False
        self._deadline = time.monotonic() + self._budget.ms / 1000
        row, o, memory, history = position
        if believe(row, o, memory, self._desk) <= 0:
            return None
        count = int(gather_moves(row, o, memory, self._desk.sets, self._moves))
        plain = int(self._moves[0])
        if count == 1:
            return Thought(plain, plain)
        history.state[CALLED] = 0
        if self._doubt < 1:
            call_witnesses(history, int(row[TURN]))
        top = int(most_reachable(row, o))
        enter(self.contest, self._moves[:count], top)
        return self._work_out(position, top) or self._try(position, seed)

    def _work_out(self, position: Position, top: int) -> Thought | None:
        """Everything that can still happen, where that is little enough."""
        row, o, memory, history = position
        worlds = list_worlds(row, o, memory, self._doubt, self._desk, history)
        if worlds is None:
            return None
        count = int(self.contest.state[MOVE_COUNT])
        margin = float(self.contest.taste[MARGIN])
        endgame = Endgame(o, worlds, self._moves[:count], top, self._desk, margin)
        # Half the time at most: what is not finished by then is better tried than worked out.
        halfway = (time.monotonic() + self._deadline) / 2
        most = ENDGAME_SHARE * self._budget.rollouts

        def may_go_on(spent: int) -> bool:
            in_time = spent < most if most else time.monotonic() < halfway
            return in_time and not self._interrupted

        solution = endgame.solve(may_go_on)
        return None if solution is None else self._told(solution, endgame.spent)

    def _told(self, solution: Solution, spent: int) -> Thought:
        best = solution.best
        score = solution.values[best]
        return Thought(
            int(self._moves[best]),
            int(self._moves[0]),
            score,
            score - solution.values[0],
            solution.worlds,
            spent,
            solution.whole,
        )

    def _try(self, position: Position, seed: int) -> Thought:
        """Moves tried in worlds that can be, until one is surely best or time is up."""
        row, o, memory, history = position
        contest, state = self.contest, self.contest.state
        began = time.monotonic()
        while state[STANDING] and state[TRIED] + contest.taste[STRIDE] <= WORLDS:
            left = self._trials_left(began)
            if left <= 0:
                break
            count = int(plan(contest))
            make_trials(
                row,
                o,
                memory,
                seed,
                int(state[TRIED]),
                self._doubt,
                contest.moves,
                contest.jobs,
                contest.scores,
                count,
                self._desk,
                history,
            )
            take_in(contest, count)
            drop_hopeless(contest, max(left - count, 0))
        best = int(winner(contest))
        gain = float(gain_of(contest, best)[0]) if best else 0.0
        return Thought(
            int(self._moves[best]),
            int(self._moves[0]),
            plain_mean(contest) + gain,
            gain,
            int(state[TRIED]),
            int(state[SPENT]),
        )

    def _trials_left(self, began: float) -> int:
        """How many more trials there is time for."""
        spent = int(self.contest.state[SPENT])
        if self._interrupted:
            return 0
        if self._budget.rollouts:
            return self._budget.rollouts - spent
        now = time.monotonic()
        pace = spent / max(now - began, 1e-6) if spent else FIRST_PACE
        return int(pace * (self._deadline - now))
