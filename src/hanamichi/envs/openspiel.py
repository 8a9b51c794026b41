"""The games for OpenSpiel, as Python games.

import hanamichi.envs.openspiel  # registers both
game = pyspiel.load_game("python_hanamichi_hanabi(players=3)")
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch import make_table
from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.cpu_batch import Spec
from hanamichi.batch.cpu_template import OVER
from hanamichi.batch.errors import BatchError
from hanamichi.catalog import preset_by_id
from hanamichi.envs.game_environment import ENVIRONMENT

try:
    import pyspiel
except ImportError:
    raise ImportError("hanamichi.envs.openspiel needs OpenSpiel: pip install open_spiel") from None

MOST_DECKS = 2**20


@lru_cache(maxsize=64)
def _table(preset: str, players: int, options: str) -> Spec:
    return make_table(preset, players, json.loads(options))


def seed_of(seed: int, deck: int) -> int:
    """The seed with which `make_batch` deals the same match."""
    return seed * MOST_DECKS + deck


class HanamichiGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """One table. Chance acts once, at the start: it chooses one of the numbered decks of a seed."""

    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        changed = dict(params or {})
        given = {**self.kind.parameter_specification, **changed}
        options = unquote(str(given["options"]))
        self.key = (str(given["preset"]), int(given["players"]), options)
        if "options" in changed:  # commas and braces mean something else in a game's name
            changed["options"] = quote(options, safe="")
        try:
            changes = json.loads(self.key[2])
        except ValueError:
            raise BatchError(
                f"Options are a JSON object, not {self.key[2]!r}", where="options"
            ) from None
        if not isinstance(changes, dict):
            raise BatchError(f"Options are a JSON object, not {self.key[2]!r}", where="options")
        game, _ = preset_by_id(self.key[0])
        if not self.kind.short_name.endswith(game.id):
            raise BatchError(f"{self.key[0]} is no edition of this game", where="preset")
        self.game_id = game.id
        self.seed, self.decks = int(given["seed"]), int(given["decks"])
        if self.seed < 0 or not 1 <= self.decks <= MOST_DECKS:
            raise BatchError(
                f"A seed is 0 or more, and there are 1 to {MOST_DECKS} decks", where="decks"
            )
        table = _table(*self.key)
        least, most, total, length = ENVIRONMENT.of(game.id).bounds(table)
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=self.decks,
            num_players=self.key[1],
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=length,
        )
        super().__init__(self.kind, info, changed)

    def new_initial_state(self) -> HanamichiState:
        """A match before its cards are shuffled."""
        return HanamichiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a seat observes, as a tensor of bits."""
        if params:
            raise BatchError("Observers have no parameters", where="params")
        return HanamichiObserver(_table(*self.key).observation_bits)


class HanamichiState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A match. After the deal, the rest follows from the actions."""

    def __init__(self, game: HanamichiGame) -> None:
        super().__init__(game)
        self._key, self._game_id = game.key, game.game_id
        self._seed, self._decks = game.seed, game.decks
        table = self._table
        self._row: NDArray[Any] = np.zeros((1, table.row_cells), table.row_type)
        self._counter = np.zeros(1, np.uint64)
        self._dealt = False
        self._seat = 0
        self._rewards = [0.0] * self._key[1]
        self._returns = [0.0] * self._key[1]

    @property
    def _table(self) -> Any:
        return _table(*self._key)

    def current_player(self) -> int:
        """Chance before the deal, then the seat to act."""
        if not self._dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._seat == OVER else self._seat

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._dealt and self._seat == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the decks, all equally likely."""
        return [(deck, 1 / self._decks) for deck in range(self._decks)]

    def _legal_actions(self, player: int) -> list[int]:
        if player != self._seat:
            return []
        mask = np.zeros((1, self._table.actions), np.uint8)
        self._table.cpu_kernels.mask_one(self._row, self._table.vector, mask, 0)
        legal: list[int] = np.flatnonzero(mask[0]).tolist()
        return legal

    def _refuse(self, action: int) -> None:
        """Raise where this may not be done; OpenSpiel asks nobody before it applies an action."""
        if not self._dealt:
            if not 0 <= action < self._decks:
                raise BatchError(f"There are {self._decks} decks, and no {action}", where="action")
        elif action not in self._legal_actions(self._seat):
            raise BatchError(f"Action {action} is not legal", where="action")

    def _apply_action(self, action: int) -> None:
        self._refuse(action)
        table, players = self._table, self._key[1]
        kernels = table.cpu_kernels
        gains = np.zeros((1, table.sides), np.int32)
        if self._dealt:
            chosen = np.array([action], np.int32)
            kernels.step_one(self._row, table.vector, chosen, self._counter, gains, 0)
        else:
            self._counter = seeded_counters(seed_of(self._seed, action), 1)
            kernels.deal_one(self._row, table.vector, table.template(), self._counter, 0)
            self._dealt = True
        seats = np.zeros(1, np.int32)
        kernels.seat_one(self._row, seats, 0)
        self._seat = int(seats[0])
        if table.sides == 1:
            self._rewards = [float(gains[0, 0])] * players
        else:
            lead = float(gains[0, 0] - gains[0, 1])
            self._rewards = [lead, -lead]
        self._returns = [
            total + reward for total, reward in zip(self._returns, self._rewards, strict=True)
        ]

    def rewards(self) -> list[float]:
        """What each seat gained by the last action."""
        return list(self._rewards)

    def returns(self) -> list[float]:
        """What each seat has gained so far."""
        return list(self._returns)

    def bits(self, player: int) -> NDArray[np.uint8]:
        """What a seat observes."""
        table = self._table
        bits = np.zeros(table.observation_bits, np.uint8)
        packed = np.zeros(-(-table.observation_bits // 64), np.uint64)
        if self._dealt:
            table.cpu_kernels.sight_one(self._row, table.vector, player, packed, bits)
        return bits

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deck {action}"
        return ENVIRONMENT.of(self._game_id).action_name(self._table, action)

    def __str__(self) -> str:
        if not self._dealt:
            return "not dealt yet"
        return ENVIRONMENT.of(self._game_id).picture(self._table, self._row[0])


class HanamichiObserver:
    """OpenSpiel's observer: the bits of a seat."""

    def __init__(self, bits: int) -> None:
        self.tensor = np.zeros(bits, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: HanamichiState, player: int) -> None:
        """Observe a state."""
        self.tensor[:] = state.bits(player)

    def string_from(self, state: HanamichiState, player: int) -> str:
        """The same bits as text."""
        return f"player {player}: {np.packbits(state.bits(player)).tobytes().hex()}"


def _kind(game_id: str, utility: Any, players: int) -> Any:
    names = pyspiel.GameType
    return names(
        short_name=f"python_hanamichi_{game_id}",
        long_name=f"Hanamichi's {game_id}",
        dynamics=names.Dynamics.SEQUENTIAL,
        chance_mode=names.ChanceMode.EXPLICIT_STOCHASTIC,
        information=names.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=names.RewardModel.REWARDS,
        max_num_players=players,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "preset": ENVIRONMENT.of(game_id).default_preset,
            "players": 2,
            "options": "{}",
            "seed": 0,
            "decks": 10_000,
        },
    )


class HanabiGame(HanamichiGame):
    """Every edition of Hanabi: all seats have the same return."""

    kind = _kind("hanabi", pyspiel.GameType.Utility.IDENTICAL, 5)


class KoiKoiGame(HanamichiGame):
    """Every edition of Koi-Koi: a return is the lead."""

    kind = _kind("koikoi", pyspiel.GameType.Utility.ZERO_SUM, 2)


for _game in (HanabiGame, KoiKoiGame):
    pyspiel.register_game(_game.kind, _game)
