"""Registration with Gymnasium: `Hanamichi/Hanabi-v0`, `Hanamichi/KoiKoi-v0`."""

from __future__ import annotations

import gymnasium

from hanamichi.envs.game_environment import ENVIRONMENT

IDS = {
    f"Hanamichi/{environment.name}-v0": game_id
    for game_id, environment in ENVIRONMENT.all().items()
}
"""The games by the names under which Gymnasium makes them."""


def register_envs() -> None:
    """Register each game's environment and vector environment with Gymnasium."""
    for env_id, game in IDS.items():
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="hanamichi.envs.self_play:SelfPlayEnv",
                vector_entry_point="hanamichi.envs.vector:TableVectorEnv",
                kwargs={"game": game},
            )
