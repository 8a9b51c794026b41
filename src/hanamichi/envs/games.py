"""The games behind an environment: observations, legal actions and rewards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from hanamichi.batch import Batch, BatchError, make_table
from hanamichi.batch.arrays import Seats
from hanamichi.batch.single_game import SingleGame
from hanamichi.catalog import preset_by_id
from hanamichi.core import OptionError
from hanamichi.envs.game_environment import ENVIRONMENT

Form: TypeAlias = Literal["uint8", "float32"]


class Games:
    """Games of one table as environments play them."""

    def __init__(
        self,
        game: str,
        preset: str | None,
        players: int,
        options: Mapping[str, Any] | None,
        *,
        count: int = 1,
        threads: int | None = 1,
        form: Form = "uint8",
        past_actions: int = 0,
        card_memory: bool = False,
    ) -> None:
        self._environment = ENVIRONMENT.of(game)
        preset = self._environment.default_preset if preset is None else preset
        found, _ = preset_by_id(preset)
        if found.id != game:
            raise OptionError(
                f"{preset} is no edition of {game}", code="options/preset", where="preset"
            )
        if form not in ("uint8", "float32"):
            raise BatchError(f"Observations are uint8 or float32, not {form!r}", where="form")
        self.table = make_table(preset, players, options, card_memory=card_memory)
        self.players = players
        self.form: Form = form
        self.batch = self._batch(count, threads, past_actions)

    def _batch(self, count: int, threads: int | None, past_actions: int) -> Batch:
        seed = secrets.randbits(64)
        return Batch(self.table, count, seed=seed, threads=threads, past_actions=past_actions)

    def observation_space(self) -> spaces.Box:
        """The bits of an observation."""
        return spaces.Box(0, 1, (self.table.observation_bits,), np.dtype(self.form).type)

    def action_space(self) -> spaces.Discrete:
        """The action ids."""
        return spaces.Discrete(self.table.actions)

    def observe(self, seats: ArrayLike) -> NDArray[Any]:
        """What these seats observe."""
        return self.batch.observe(seats, self.form)

    def masks(self) -> NDArray[np.int8]:
        """1 where an action of the seat to act is legal, as Gymnasium's spaces take it."""
        return self.batch.legal_mask().view(np.int8)

    def step(self, actions: ArrayLike) -> NDArray[np.float64]:
        """Act in every game in progress; the reward of each seat.

        A team gets the change of its score; opponents get their points less the other's.
        """
        gains = self.batch.step(actions)
        if self.table.sides == 1:
            return np.repeat(gains, self.players, axis=1).astype(np.float64)
        return (gains - gains[:, ::-1]).astype(np.float64)

    def picture(self, number: int = 0) -> str:
        """One of the games in a few lines of text, with everything shown."""
        return self._environment.picture(self.table, self.batch.rows[number])

    def action_name(self, number: int) -> str:
        """An action as people say it."""
        return self._environment.action_name(self.table, number)


class OneGame(Games):
    """One game of a table, turn by turn."""

    batch: SingleGame

    def _batch(self, count: int, threads: int | None, past_actions: int) -> SingleGame:
        return SingleGame(self.table, seed=secrets.randbits(64), past_actions=past_actions)

    def deal(self, seed: int | None, chosen: Mapping[str, Any]) -> None:
        """Deal a new game, or begin with a chosen deck or position."""
        self.batch.reset(seed=seed, **chosen)
        self.batch.look()

    @property
    def seat(self) -> int:
        """The seat to act; -1 once the game is over."""
        return self.batch.seat

    def act(self, action: Any) -> tuple[list[float], list[int]]:
        """Act for the seat to act; the reward and the score of each seat."""
        totals = self.batch.act(action)
        if len(totals) == 2:
            gain, score = totals
            return [float(gain)] * self.players, [score] * self.players
        first, second, *scores = totals
        return [float(first - second), float(second - first)], scores

    def bits(self, seat: int) -> NDArray[Any]:
        """What a seat observes."""
        bits = self.batch.bits(seat)
        return bits if self.form == "uint8" else bits.astype(np.float32)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 where an action is legal; all 0 for a seat whose turn it is not."""
        return self.batch.mask(seat)

    def all_bits(self, first: int) -> NDArray[Any]:
        """What every seat observes, this one first and the others in turn: players × bits."""
        return np.stack([self.bits((first + turn) % self.players) for turn in range(self.players)])

    def past(self) -> NDArray[np.int32]:
        """The ids of the last actions, the latest first; -1 before the first."""
        actions: NDArray[np.int32] = self.batch.past_actions()[0]
        return actions

    def standing(self) -> list[int]:
        """The current score of each seat."""
        scores = self.batch.standing()
        return scores * self.players if len(scores) == 1 else scores


def seats_or(seats: Seats, others: Seats) -> Seats:
    """The seats to act, and others where a game is over."""
    return np.where(seats < 0, others, seats)
