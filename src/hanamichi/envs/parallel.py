"""The parallel view for PettingZoo: every agent is asked at each step, one of them acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from hanamichi.batch import BatchError
from hanamichi.envs.aec import ObservationDict, TableEnv
from hanamichi.envs.pettingzoo_wrappers import ILLEGAL_REWARD

ByAgent = dict[str, Any]


class ParallelTableEnv(ParallelEnv[str, Any, Any]):
    """One match. The action ids of the game are followed by one that passes.

    The masks allow passing, and nothing else, to the agents whose turn it is not; what they send
    is ignored. An illegal action of the agent to act ends the game with `illegal_reward` for it;
    when that is None it raises and changes nothing.
    """

    def __init__(self, table: TableEnv, *, illegal_reward: float | None = ILLEGAL_REWARD) -> None:
        self._table = table
        self._illegal_reward = illegal_reward
        self.metadata = table.metadata | {"is_parallelizable": True}
        self.render_mode = table.render_mode
        self.possible_agents = table.possible_agents
        self.agents: list[str] = []
        self.state_space = table.state_space
        self.pass_action = int(_discrete(table.action_space(self.possible_agents[0])).n)
        """The action of an agent whose turn it is not."""
        self.action_spaces = {
            agent: spaces.Discrete(self.pass_action + 1) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": _dict(table.observation_space(agent))["observation"],
                    "action_mask": spaces.Box(0, 1, (self.pass_action + 1,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the observation's bits and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the action ids of the game, and passing."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ByAgent, ByAgent]:
        """Deal a new game. The same seed gives the same deals."""
        self._table.reset(seed=seed, options=options)
        self.agents = self.possible_agents[:]
        return self._observed(), dict(self._table.infos)

    def step(self, actions: Any) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Act for the agent whose turn it is; the others may be left out."""
        if not self.agents:
            raise BatchError("There is no game going on: reset() begins one")
        acting = self._table.agent_selection
        if not isinstance(actions, Mapping) or acting not in actions:
            raise BatchError(f"It is the turn of {acting}: give its action", where="actions")
        action = self._checked(actions[acting], acting)
        rewards = self._act(action)
        over = rewards is None or all(self._table.terminations.values())
        if rewards is None:
            rewards = dict.fromkeys(self.agents, 0.0) | {acting: self._illegal_reward}
        ended, cut_short = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        seen = self._observed()
        if over:
            self.agents = []
        return seen, rewards, ended, cut_short, dict(self._table.infos)

    def _act(self, action: int) -> ByAgent | None:
        """The rewards of an action; None for an illegal one that ends the game."""
        try:
            self._table.step(action)
        except BatchError:
            if self._illegal_reward is None:
                raise
            return None
        return dict(self._table.rewards)

    def state(self) -> NDArray[Any]:
        """What all agents see together, for training with a central critic."""
        return self._table.state()

    def render(self) -> Any:
        """The whole position in text: returned (`ansi`) or printed (`human`)."""
        return self._table.render()

    def close(self) -> None:
        """Nothing to close."""

    def _checked(self, action: Any, agent: str) -> int:
        if not self.action_spaces[agent].contains(action):
            raise BatchError(
                f"An action is a whole number from 0 to {self.pass_action}, not {action!r}",
                where=f"actions[{agent}]",
            )
        return int(action)

    def _observed(self) -> ByAgent:
        return {agent: self._with_passing(self._table.observe(agent)) for agent in self.agents}

    def _with_passing(self, seen: ObservationDict) -> ObservationDict:
        mask = seen["action_mask"]
        return seen | {"action_mask": np.append(mask, mask.dtype.type(not mask.any()))}


def _discrete(space: spaces.Space[Any]) -> spaces.Discrete:
    assert isinstance(space, spaces.Discrete)
    return space


def _dict(space: spaces.Space[Any]) -> spaces.Dict:
    assert isinstance(space, spaces.Dict)
    return space
