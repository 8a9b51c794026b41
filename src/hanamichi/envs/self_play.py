"""One game for Gymnasium: a single agent plays every seat in turn."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from hanamichi.batch import BatchError
from hanamichi.envs.games import Form, OneGame
from hanamichi.envs.render_modes import RENDER_MODES, checked_render_mode
from hanamichi.envs.reset_options import chosen_in

Infos = dict[str, Any]


class SelfPlayEnv(gymnasium.Env[NDArray[Any], Any]):
    """The seat to act is observed, the seat that acted is rewarded."""

    # Gymnasium declares a mutable class attribute.
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        *,
        game: str,
        preset: str | None = None,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        form: Form = "uint8",
        past_actions: int = 0,
        all_seats: bool = False,
        card_memory: bool = False,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
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
        self._illegal_reward = illegal_reward
        self.observation_space = self._games.observation_space()
        self.action_space = self._games.action_space()
        self._seat = self._games.seat
        self._over = True  # until the first reset

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], Infos]:
        """Deal a new game, or begin with the `deck` or `position` of the options."""
        chosen = chosen_in(options)
        super().reset(seed=seed)
        self._games.deal(seed, chosen)
        self._over = False
        self._seat = self._games.seat
        self._show()
        return self._observed(), self._infos([0.0] * self._games.players)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Infos]:
        """Act for the seat whose turn it is.

        An illegal action raises and changes nothing; with an `illegal_reward` it ends the game.
        """
        if self._over:
            raise BatchError("There is no game going on: reset() begins one")
        try:
            gains, _ = self._games.act(action)
        except BatchError:
            if self._illegal_reward is None:
                raise
            self._over = True
            gains = [0.0] * self._games.players
            gains[self._seat] = self._illegal_reward
        seat = self._games.seat
        reward = gains[self._seat]
        self._over = self._over or seat < 0
        self._seat = self._seat if seat < 0 else seat
        self._show()
        return self._observed(), reward, self._over, False, self._infos(gains)

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action, whether it is legal now, as MaskablePPO of sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self._games.mask(self._games.seat).view(np.bool_)
        return masks

    def render(self) -> str | None:
        """The whole position in text: returned (`ansi`) or printed (`human`)."""
        text = self._games.picture()
        if self.render_mode == "human":
            sys.stdout.write(text)
        return text if self.render_mode == "ansi" else None

    def _observed(self) -> NDArray[Any]:
        return self._games.bits(self._seat)

    def _infos(self, gains: list[float]) -> Infos:
        """The seat to act, the legal actions, the last rewards, and what was asked for."""
        infos: Infos = {
            "action_mask": self._games.mask(self._games.seat),
            "seat": self._seat,
            "rewards": gains,
        }
        if self._past_actions:
            infos["past_actions"] = self._games.past()
        if self._all_seats:
            infos["all_seats"] = self._games.all_bits(self._seat)
        return infos

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
