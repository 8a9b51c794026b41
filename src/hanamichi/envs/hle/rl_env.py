"""The names of the original's `rl_env`: an environment of dictionaries, and agents."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hanamichi.batch import BatchError
from hanamichi.envs.hle.errors import IllegalMove, NoAction, UnknownEnvironment
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
        return self._make_observation_all_players()

    def step(self, action: int | MoveDict) -> tuple[Observation, int, bool, dict[str, Any]]:
        """Act for the current player: the observations, the change of the score, whether it is
        over, and nothing more.
        """
        if not hasattr(self, "state") or self.state.is_terminal():
            raise BatchError("There is no game going on: reset() begins one")
        before = self.state.score()
        self.state.apply_move(self._chosen(action))
        self._deal()
        return (
            self._make_observation_all_players(),
            self.state.score() - before,
            self.state.is_terminal(),
            {},
        )

    def vectorized_observation_shape(self) -> list[int]:
        """The length of a vectorized observation, in a list."""
        return self.observation_encoder.shape()

    def num_moves(self) -> int:
        """How many moves have a number, legal or not."""
        return self.game.max_moves()

    def _deal(self) -> None:
        while self.state.cur_player() == CHANCE_PLAYER_ID:
            self.state.deal_random_card()

    def _chosen(self, action: int | MoveDict) -> HanabiMove:
        if isinstance(action, Mapping):
            return self._build_move(action)
        try:
            number = operator.index(action)
        except TypeError:
            raise NoAction(
                f"An action is a number or a dictionary, not {action!r}", where="action"
            ) from None
        return self.game.get_move(number)

    # Programs and subclasses use these three, so they have the original's names.

    def _build_move(self, action: MoveDict) -> HanabiMove:
        """The legal move of a dictionary."""
        for move in self.state.legal_moves():
            if move.to_dict() == dict(action):
                return move
        raise IllegalMove(f"Illegal action: {action}", where="action")

    def _make_observation_all_players(self) -> Observation:
        """What every player observes."""
        seats = range(self.players)
        return {
            "player_observations": [
                self._extract_dict_from_backend(seat, self.state.observation(seat))
                for seat in seats
            ],
            "current_player": self.state.cur_player(),
        }

    def _extract_dict_from_backend(
        self,
        player_id: int,  # the observation says it, too
        observation: HanabiObservation,
    ) -> Observation:
        """An observation as a dictionary."""
        legal = observation.legal_moves()
        told = observation.card_knowledge()
        hands = observation.observed_hands()
        return {
            "current_player": self.state.cur_player(),
            "current_player_offset": observation.cur_player_offset(),
            "life_tokens": observation.life_tokens(),
            "information_tokens": observation.information_tokens(),
            "num_players": observation.num_players(),
            "deck_size": observation.deck_size(),
            "fireworks": dict(zip(COLOR_CHAR, observation.fireworks(), strict=False)),
            "legal_moves": [move.to_dict() for move in legal],
            "legal_moves_as_int": [self.game.get_move_uid(move) for move in legal],
            "observed_hands": [[card.to_dict() for card in hand] for hand in hands],
            "discard_pile": [card.to_dict() for card in observation.discard_pile()],
            "card_knowledge": [[known.to_dict() for known in hand] for hand in told],
            "vectorized": self.observation_encoder.encode(observation),
            "pyhanabi": observation,
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
