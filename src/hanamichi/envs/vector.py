"""The Gymnasium vector environment: one batch; the acting seat of each game is observed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hanamichi.batch import BatchError
from hanamichi.batch.arrays import Seats
from hanamichi.envs.games import Form, Games, seats_or
from hanamichi.envs.render_modes import checked_render_mode
from hanamichi.envs.reset_options import chosen_in

Array = NDArray[Any]
Infos = dict[str, Any]


class TableVectorEnv(VectorEnv[Array, Array, Array]):
    """Games of one table side by side.

    Observations and rewards are those of the seat that acts; after the end, of the seat that acted
    last. An illegal action anywhere raises before any game changes.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        preset: str | None = None,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        form: Form = "uint8",
        threads: int | None = None,
        past_actions: int = 0,
        all_seats: bool = False,
        card_memory: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": self._mode}
        if checked_render_mode(render_mode) == "human":
            raise BatchError("Many games at once are not printed; use ansi", where="render_mode")
        self.render_mode = render_mode
        self._games = Games(
            game,
            preset,
            players,
            options,
            count=num_envs,
            threads=threads,
            form=form,
            past_actions=past_actions,
            card_memory=card_memory,
        )
        self._past_actions, self._all_seats = past_actions, all_seats
        self.single_observation_space = self._games.observation_space()
        self.single_action_space = self._games.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seats: Seats = self._games.batch.to_act()
        self._acted: Seats = self._seats

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Deal new games: all, or those that `options["reset_mask"]` marks.

        The options `deck` and `position` choose one for all games, or a list of one for each.
        """
        chosen = chosen_in(options, "reset_mask")
        super().reset(seed=seed)
        where = chosen.pop("reset_mask", None)
        self._games.batch.reset(seed=seed, where=where, **chosen)
        self._seats = self._games.batch.to_act()
        return self._observed(), self._infos({})

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Act in every game; an ended game is dealt again instead, and its action ignored.

        In the mode `SameStep` it is dealt again at once, and its last observation is in the infos;
        when `Disabled`, an ended game must be reset first.
        """
        ended_before = self._seats < 0
        if self._mode is AutoresetMode.DISABLED and ended_before.any():
            game = int(ended_before.argmax())
            raise BatchError(f"Game {game} is over: reset it first", where=f"actions[{game}]")
        by_seat = self._games.step(actions)
        self._acted = seats_or(self._seats, self._acted)
        rewards = by_seat[np.arange(self.num_envs), self._acted]
        if ended_before.any():
            self._games.batch.reset(where=ended_before)
        self._seats = self._games.batch.to_act()
        terminations = self._seats < 0
        infos: Infos = {"rewards": by_seat}
        if self._mode is AutoresetMode.SAME_STEP and terminations.any():
            infos |= self._final(terminations, by_seat)
            self._games.batch.reset(where=terminations)
            self._seats = self._games.batch.to_act()
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observed(), rewards, terminations, truncations, self._infos(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """For each game and action, whether it is legal now, as sb3-contrib asks for it."""
        return self._games.masks().view(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        """Every game in text."""
        if self.render_mode is None:
            return None
        return tuple(self._games.picture(game) for game in range(len(self._games.batch.rows)))

    def _observed(self) -> Array:
        return self._games.observe(seats_or(self._seats, self._acted))

    def _infos(self, infos: Infos) -> Infos:
        """The seats to act (-1: none) and the legal actions, each with the mask of Gymnasium."""
        infos |= {"action_mask": self._games.masks(), "seat": self._seats.copy()}
        if self._past_actions:
            infos["past_actions"] = self._games.batch.past_actions()
        if self._all_seats:
            infos["all_seats"] = self._games.batch.observe_all(self._games.form)
        everywhere = np.ones(self.num_envs, np.bool_)
        return {f"_{name}": everywhere for name in infos if f"_{name}" not in infos} | infos

    def _final(self, ended: NDArray[np.bool_], by_seat: Array) -> Infos:
        """The last observations of ended games."""
        last = np.full(self.num_envs, None, dtype=object)
        seen = self._observed()
        for game in np.flatnonzero(ended):
            last[game] = seen[game]
        final = {"seat": self._seats.copy(), "_seat": ended, "rewards": by_seat, "_rewards": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}
