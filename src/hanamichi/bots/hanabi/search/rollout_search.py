"""Trying moves until one is surely the best, or time is up."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hanamichi.bots.clock import Clock
from hanamichi.bots.hanabi.search.best_arm import (
    SPENT,
    STANDING,
    STRIDE,
    TRIED,
    BestArm,
    drop_hopeless,
    gain_of,
    plain_mean,
    plan,
    take_in,
    winner,
)
from hanamichi.bots.hanabi.search.workspace import WORLDS

FIRST_PACE = 5000.0
"""Trials a second, before any were timed."""


class SearchResult(NamedTuple):
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


class Plan(Protocol):
    """What a team would do from a position on, whatever is done first."""

    def try_out(self, contest: BestArm, count: int) -> None:
        """Make the trials that the contest has planned, and write down their scores."""
        ...


def compare(contest: BestArm, team: Plan, clock: Clock) -> SearchResult:
    """Try the moves of a contest against each other."""
    state = contest.state
    while state[STANDING] and state[TRIED] + contest.taste[STRIDE] <= WORLDS:
        left = clock.trials_left(int(state[SPENT]))
        if left <= 0:
            break
        count = int(plan(contest, left))
        team.try_out(contest, count)
        take_in(contest, count)
        drop_hopeless(contest, max(left - count, 0))
    best = int(winner(contest))
    gain = float(gain_of(contest, best)[0]) if best else 0.0
    return SearchResult(
        int(contest.moves[best]),
        int(contest.moves[0]),
        plain_mean(contest) + gain,
        gain,
        int(state[TRIED]),
        int(state[SPENT]),
    )
