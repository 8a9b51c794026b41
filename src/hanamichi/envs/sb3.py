"""The vector environment for Stable-Baselines3 and sb3-contrib's MaskablePPO."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from hanamichi.batch import BatchError
from hanamichi.envs.vector import TableVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise ImportError(
        "hanamichi.envs.sb3 needs Stable-Baselines3: pip install stable-baselines3 sb3-contrib"
    ) from None

Infos = list[dict[str, Any]]


class TableVecEnv(VecEnv):  # type: ignore[misc]  # mypy does not look into Stable-Baselines3
    """Games of one table as a `VecEnv`: one batch, no process for each game.

    An ended game is dealt again at once; its last observation is `terminal_observation`.
    """

    def __init__(self, num_envs: int = 1, *, game: str = "hanabi", **settings: Any) -> None:
        if "autoreset_mode" in settings:
            raise BatchError(
                "Stable-Baselines3 wants ended games dealt again at once", where="autoreset_mode"
            )
        self._envs = TableVectorEnv(
            num_envs, game=game, autoreset_mode=AutoresetMode.SAME_STEP, **settings
        )
        self._actions: NDArray[Any] | None = None
        super().__init__(
            num_envs, self._envs.single_observation_space, self._envs.single_action_space
        )

    def reset(self) -> NDArray[Any]:
        """Deal all games anew, with the seed given to `seed` before."""
        seen, infos = self._envs.reset(seed=self._seeds[0])
        self.reset_infos = self._infos_of_each(infos)
        self._reset_seeds()
        self._reset_options()
        return seen

    def set_options(self, options: Any = None) -> None:
        """Refused: the options of a table are given when it is made."""
        if options:
            raise BatchError("Give the options when you make the environment", where="options")

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Act in every game."""
        if self._actions is None:
            raise BatchError("There are no actions yet: call step_async() first", where="actions")
        actions, self._actions = self._actions, None
        seen, rewards, ended, _, infos = self._envs.step(actions)
        each = self._infos_of_each(infos)
        for game in np.flatnonzero(ended):
            each[game]["terminal_observation"] = infos["final_obs"][game]
            each[game]["TimeLimit.truncated"] = False
        return seen, rewards.astype(np.float32), ended, each

    def close(self) -> None:
        """Release the threads."""
        self._envs.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """For each game and action, whether it is legal now."""
        return self._envs.action_masks()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return hasattr(self._envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the games: all of them share one environment."""
        return [getattr(self._envs, attr_name) for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: nothing about a game can be set apart from the others."""
        raise BatchError("The games share one environment: nothing can be set", where=attr_name)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """What a method of the vector environment gives for these games: `action_masks`, say."""
        if method_name not in _METHODS:
            raise BatchError(
                f"The methods of games are {' and '.join(_METHODS)}, not {method_name!r}",
                where="method_name",
            )
        given = getattr(self._envs, method_name)(*method_args, **method_kwargs)
        return [None if given is None else given[game] for game in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._chosen(indices)]

    def _chosen(self, indices: Any) -> Iterable[int]:
        chosen: Iterable[int] = self._get_indices(indices)
        return chosen

    def _infos_of_each(self, infos: dict[str, Any]) -> Infos:
        return [{name: infos[name][game] for name in _TOLD} for game in range(self.num_envs)]


_TOLD = ("action_mask", "seat")
_METHODS = ("action_masks", "render")
