"""What Gymnasium can make: `Hanamichi/Hanabi-v0` and `Hanamichi/KoiKoi-v0`."""

from __future__ import annotations

import gymnasium

IDS = {"Hanamichi/Hanabi-v0": "hanabi", "Hanamichi/KoiKoi-v0": "koikoi"}


def register_envs() -> None:
    """Tell Gymnasium of each game's environments, alone and in numbers."""
    for env_id, game in IDS.items():
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="hanamichi.envs.self_play:SelfPlayEnv",
                vector_entry_point="hanamichi.envs.vector:TableVectorEnv",
                kwargs={"game": game},
            )
