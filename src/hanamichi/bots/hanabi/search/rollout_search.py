"""The search loop: rollouts until one move is certainly the best or the budget is spent."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from hanamichi.bots.bot import Reason
from hanamichi.bots.clock import Clock
from hanamichi.bots.hanabi.search.best_arm import (
    BATCH_WORLDS,
    MOVE_COUNT,
    REMAINING,
    ROLLOUTS,
    TRIED,
    Arms,
    best_move,
    default_mean,
    drop_arms,
    gain_of,
    plan_rollouts,
    record_scores,
)
from hanamichi.bots.hanabi.search.workspace import MAX_WORLDS

INITIAL_RATE = 5000.0
"""Rollouts a second, before any were timed."""


class SearchResult(NamedTuple):
    """What a search found."""

    action: int
    default: int
    """What the strategy would do without searching."""
    score: float = 0.0
    """The expected score of the action."""
    gain: float = 0.0
    """How much more than that of the default action."""
    moves: int = 1
    """How many moves were compared."""
    worlds: int = 0
    """In how many worlds; 0 when the budget did not allow a single rollout."""
    rollouts: int = 0
    solved: bool = False
    """Whether the rest of the game was solved exactly."""


def reason_of(result: SearchResult) -> Reason | None:
    """Why a search chose its move; None when it tried none, and the default strategy decided."""
    if result.moves == 1:
        return Reason("only-move")
    if not result.worlds:
        return None
    score = f"number:{result.score:.1f}"
    if result.solved:
        return Reason("search-endgame", {"score": score})
    if result.action == result.default:
        return Reason("search-agrees")
    gain = f"number:{result.gain:.2f}"
    return Reason("search-best", {"count": result.worlds, "score": score, "gain": gain})


class RolloutPolicy(Protocol):
    """How the seats play in rollouts."""

    def run(self, arms: Arms, count: int) -> None:
        """Run the planned rollouts and write their scores."""
        ...


def search_moves(arms: Arms, policy: RolloutPolicy, clock: Clock) -> SearchResult:
    """Compare moves by rollouts."""
    state = arms.state
    while state[REMAINING] and state[TRIED] + arms.settings[BATCH_WORLDS] <= MAX_WORLDS:
        left = clock.rollouts_left(int(state[ROLLOUTS]))
        if left <= 0:
            break
        count = int(plan_rollouts(arms, left))
        policy.run(arms, count)
        record_scores(arms, count)
        drop_arms(arms, max(left - count, 0))
    best = int(best_move(arms))
    gain = float(gain_of(arms, best)[0]) if best else 0.0
    return SearchResult(
        int(arms.moves[best]),
        int(arms.moves[0]),
        default_mean(arms) + gain,
        gain,
        int(state[MOVE_COUNT]),
        int(state[TRIED]),
        int(state[ROLLOUTS]),
    )
