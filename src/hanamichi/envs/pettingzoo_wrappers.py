"""The standard wrappers of PettingZoo, with quicker access to what they wrap."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

try:
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    lacking = str(error.name).partition(".")[0]
    raise ModuleNotFoundError(
        f"Environments need the extra: pip install 'hanamichi[envs]' ({lacking} is not installed)",
        name=error.name,
    ) from None

ILLEGAL_REWARD = -1.0
_SHARED = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
)
"""What a wrapper asks its environment for several times in every step."""


def _reading_directly(wrapper: Any) -> Any:
    """Read the shared attributes from the innermost environment, from the first reset on.

    PettingZoo's wrappers pass each request on from one to the next, which takes most of a step.
    """
    for name in _SHARED:
        setattr(wrapper, name, property(attrgetter(f"_innermost.{name}")))

    def reset(self: Any, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super(wrapper, self).reset(seed=seed, options=options)
        self._innermost = self.unwrapped

    wrapper.reset = reset
    return wrapper


@_reading_directly
class TerminateIllegal(wrappers.TerminateIllegalWrapper[str, Any, Any]):
    """An illegal action ends the game."""


@_reading_directly
class AssertOutOfBounds(wrappers.AssertOutOfBoundsWrapper[str, Any, Any]):
    """An action that is no action raises."""


@_reading_directly
class OrderEnforcing(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """Calls must come in order."""

    def __str__(self) -> str:
        return str(self.env)


def wrapped(env: Any) -> Any:
    """Illegal actions end the game, invalid ones raise, and calls must come in order."""
    return OrderEnforcing(AssertOutOfBounds(TerminateIllegal(env, illegal_reward=ILLEGAL_REWARD)))
