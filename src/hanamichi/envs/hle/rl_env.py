"""The names of the original's `rl_env`: an environment of dictionaries, and agents."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hanamichi.batch import BatchError
from hanamichi.envs.hle.errors import IllegalMove, UnknownEnvironment
from hanamichi.envs.hle.game import HanabiGame
from hanamichi.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    HanabiMove,
    HanabiMoveType,
)
from hanamichi.envs.hle.observation import HanabiObservation, ObservationEncoder
from hanamichi.envs.hle.state import HanabiState

Observation: TypeAlias = dict[str, Any]
MoveDict: TypeAlias = Mapping[str, Any]

MOVE_TYPES = [kind.name for kind in HanabiMoveType]
_FULL: Mapping[str, int] = {"colors": 5, "max_information_tokens": 8, "max_life_tokens": 3}
_SMALL: Mapping[str, int] = {
    "ranks": 5,
    "hand_size": 2,
    "max_information_tokens": 3,
    "max_life_tokens": 1,
    "observation_type": 1,
}
ENVIRONMENTS: Mapping[str, Mapping[str, int]] = {
    "Hanabi-Full": {**_FULL, "observation_type": 1},
    "Hanabi-Full-CardKnowledge": {**_FULL, "observation_type": 1},
    "Hanabi-Full-Minimal": {**_FULL, "observation_type": 0},
    "Hanabi-Small": {**_SMALL, "colors": 2},
    "Hanabi-Very-Small": {**_SMALL, "colors": 1},
}


def make(
    environment_name: str = "Hanabi-Full",
    num_players: int = 2,
    pyhanabi_path: str | None = None,  # noqa: ARG001  # there is no C library to find
) -> HanabiEnv:
    """The environment with this name."""
    settings = ENVIRONMENTS.get(environment_name)
    if settings is None:
        raise UnknownEnvironment(
            f"Unknown environment {environment_name}: there are {', '.join(ENVIRONMENTS)}",
            code="batch/unsupported",
            where="environment_name",
        )
    return HanabiEnv({**settings, "players": num_players})


class Environment:
    """What environments have."""

    def reset(self) -> Observation:
        """A new game."""
        raise NotImplementedError

    def step(self, action: int | MoveDict) -> tuple[Observation, int, bool, dict[str, Any]]:
        """Act for the current player."""
        raise NotImplementedError


class HanabiEnv(Environment):
    """One game at a time, every seat's observation at every step."""

    state: HanabiState

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.game = HanabiGame(config)
        self.observation_encoder = ObservationEncoder(self.game)
        self.players = self.game.num_players()

    def reset(self, *, deck: Sequence[str] | None = None) -> Observation:
        """A new game; its deck may be given, as `R1` and so on in the order of dealing."""
        self.state = self.game.new_initial_state(deck=deck)
        self._deal()
        return self._observe()

    def step(self, action: int | MoveDict) -> tuple[Observation, int, bool, dict[str, Any]]:
        """Act for the current player: the observations, the change of the score, whether it is
        over, and nothing more.
        """
        if not hasattr(self, "state") or self.state.is_terminal():
            raise BatchError("There is no game going on: reset() begins one")
        before = self.state.score()
        self.state.apply_move(self._move(action))
        self._deal()
        return self._observe(), self.state.score() - before, self.state.is_terminal(), {}

    def vectorized_observation_shape(self) -> list[int]:
        """The length of a vectorized observation, in a list."""
        return self.observation_encoder.shape()

    def num_moves(self) -> int:
        """How many moves have a number, legal or not."""
        return self.game.max_moves()

    def _deal(self) -> None:
        while self.state.cur_player() == CHANCE_PLAYER_ID:
            self.state.deal_random_card()

    def _move(self, action: int | MoveDict) -> HanabiMove:
        """The move of an action, which may be no legal one."""
        if not isinstance(action, Mapping):
            try:
                number = operator.index(action)
            except TypeError:
                raise IllegalMove(
                    f"An action is a number or a dictionary, not {action!r}", where="action"
                ) from None
            return self.game.get_move(number)
        for number in range(self.num_moves()):
            move = self.game.get_move(number)
            if move.to_dict() == dict(action):
                return move
        raise IllegalMove(f"Illegal action: {action}", where="action")

    def _observe(self) -> Observation:
        seen = [self.state.observation(player) for player in range(self.players)]
        current = self.state.cur_player()
        return {
            "player_observations": [self._as_dict(each, current) for each in seen],
            "current_player": current,
        }

    def _as_dict(self, seen: HanabiObservation, current: int) -> Observation:
        legal = seen.legal_moves()
        return {
            "current_player": current,
            "current_player_offset": seen.cur_player_offset(),
            "life_tokens": seen.life_tokens(),
            "information_tokens": seen.information_tokens(),
            "num_players": seen.num_players(),
            "deck_size": seen.deck_size(),
            "fireworks": dict(zip(COLOR_CHAR, seen.fireworks(), strict=False)),
            "legal_moves": [move.to_dict() for move in legal],
            "legal_moves_as_int": [self.game.get_move_uid(move) for move in legal],
            "observed_hands": [[card.to_dict() for card in hand] for hand in seen.observed_hands()],
            "discard_pile": [card.to_dict() for card in seen.discard_pile()],
            "card_knowledge": [[told.to_dict() for told in hand] for hand in seen.card_knowledge()],
            "vectorized": self.observation_encoder.encode(seen),
            "pyhanabi": seen,
        }


class Agent:
    """What agents have."""

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def reset(self, config: Mapping[str, Any]) -> None:
        """Begin again."""
        raise NotImplementedError

    def act(self, observation: Observation) -> Any:
        """An action; None while another player is to act."""
        raise NotImplementedError
