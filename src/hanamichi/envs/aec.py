"""The PettingZoo environment (AEC: agents act in turn) of every preset."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from hanamichi.batch import BatchError
from hanamichi.envs.agent_names import agent_name
from hanamichi.envs.games import Form, OneGame
from hanamichi.envs.render_modes import RENDER_MODES, checked_render_mode
from hanamichi.envs.reset_options import chosen_in

ObservationDict = dict[str, NDArray[Any]]


class TableEnv(AECEnv[str, Any, Any]):
    """One match. An illegal action raises and changes nothing."""

    def __init__(
        self,
        game: str,
        name: str,
        preset: str | None = None,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
        form: Form = "uint8",
        past_actions: int = 0,
        all_seats: bool = False,
        card_memory: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo has no types here
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = checked_render_mode(render_mode)
        self._games = OneGame(
            game,
            preset,
            players,
            options,
            form=form,
            past_actions=past_actions,
            card_memory=card_memory,
        )
        self._past_actions, self._all_seats = past_actions, all_seats
        self.possible_agents = [agent_name(seat) for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.action_spaces = {agent: self._games.action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._games.observation_space(),
                    "action_mask": spaces.Box(0, 1, (self._games.table.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        seen = self._games.observation_space()
        self.state_space = spaces.Box(0, 1, (players * seen.shape[0],), seen.dtype.type)
        self._seat = -1
        self._last: tuple[str, int] | None = None
        self._scores: list[int] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the observation's bits and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same deals.

        Options: `deck` and `position`. `options`, which PettingZoo's own test passes, is ignored.
        """
        self._games.deal(seed, chosen_in(options, ignored=("options",)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: Any = None
        self._last = None
        self._seat = self._games.seat
        self.agent_selection = self.possible_agents[self._seat]
        self._inform(self._games.standing())
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Act for the agent whose turn it is; once the game is over, the only action is None."""
        if not self.agents:
            raise BatchError("There is no game going on: reset() begins one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gains, scores = self._games.act(action)
        self._last = (agent, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        if any(gains):
            self._accumulate_rewards()
        acted, self._seat = self._seat, self._games.seat
        if self._seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[(acted + 1) % len(self.possible_agents)]
        else:
            self.agent_selection = self.possible_agents[self._seat]
        if scores != self._scores or self._past_actions or self._all_seats:
            self._inform(scores)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> ObservationDict:
        """What an agent sees; while another agent is to act, its mask allows nothing."""
        seat = self._seats[agent]
        return {"observation": self._games.bits(seat), "action_mask": self._games.mask(seat)}

    def state(self) -> NDArray[Any]:
        """What all agents see together, for training with a central critic."""
        seats = range(len(self.possible_agents))
        return np.concatenate([self._games.bits(seat) for seat in seats])

    def render(self) -> str | None:
        """The whole position in text: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            logger.warn("Name a render_mode when you make the environment: ansi or human")
            return None
        text = self._games.picture()
        if self._last is not None:
            agent, action = self._last
            text = f"{agent}: {self._games.action_name(action)}\n{text}"
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _inform(self, scores: list[int]) -> None:
        self._scores = scores
        told = zip(self.possible_agents, scores, strict=True)
        self.infos: dict[str, dict[str, Any]] = {agent: {"score": score} for agent, score in told}
        for seat, infos in enumerate(self.infos.values()):
            if self._past_actions:
                infos["past_actions"] = self._games.past()
            if self._all_seats:
                infos["all_seats"] = self._games.all_bits(seat)
