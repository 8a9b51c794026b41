"""Hanabi for PettingZoo: `from hanamichi.envs import hanabi_v0; env = hanabi_v0.env()`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hanamichi.envs.pettingzoo_wrappers import ILLEGAL_REWARD, wrapped

if TYPE_CHECKING:
    from hanamichi.envs.aec import TableEnv
    from hanamichi.envs.parallel import ParallelTableEnv


def raw_env(**settings: Any) -> TableEnv:
    """The bare environment; `docs/environments.md` lists the settings."""
    from hanamichi.envs.aec import TableEnv  # imports Numba

    return TableEnv("hanabi", "hanabi_v0", **settings)


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's wrappers: an illegal action ends the game and costs 1."""
    return wrapped(raw_env(**settings))


def parallel_env(
    *, illegal_reward: float | None = ILLEGAL_REWARD, **settings: Any
) -> ParallelTableEnv:
    """All agents at each step: one of them acts, the others pass."""
    from hanamichi.envs.parallel import ParallelTableEnv  # imports Numba

    return ParallelTableEnv(raw_env(**settings), illegal_reward=illegal_reward)
