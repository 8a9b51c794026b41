"""The Hanabi Learning Environment, on our engine.

Same observations, same numbers of moves, same rewards, and the same names in the modules
`rl_env`, `pyhanabi` and `agents`: an agent trained there plays here, a program written for it runs.
`docs/environments.md` lists what differs.
"""

from __future__ import annotations

from hanamichi.envs.hle import pyhanabi, rl_env
from hanamichi.envs.hle.alias import install_alias
from hanamichi.envs.hle.rl_env import Agent, HanabiEnv, make

__all__ = ["Agent", "HanabiEnv", "install_alias", "make", "pyhanabi", "rl_env"]
