"""The standard wrappers of PettingZoo."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import wrappers

ILLEGAL_REWARD = -1.0


def wrapped(env: Any) -> Any:
    """Illegal actions end the game, invalid ones raise, and calls must come in order."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
