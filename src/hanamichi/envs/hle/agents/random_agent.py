"""An agent that plays at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hanamichi.envs.hle.rl_env import Agent, Observation


class RandomAgent(Agent):
    """Any legal move."""

    def __init__(self, config: Mapping[str, Any], *_: Any, **__: Any) -> None:
        self.config = config

    def act(self, observation: Observation) -> Any:
        """A random legal move."""
        if observation["current_player_offset"] != 0:
            return None
        return random.choice(observation["legal_moves"])
