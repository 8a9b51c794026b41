"""The parameters of a game."""

from __future__ import annotations

import enum
import operator
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hanamichi.batch import BatchError
from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi import setup
from hanamichi.batch.hanabi.hanabi_table import HanabiTable
from hanamichi.catalog import preset_by_id
from hanamichi.core import OptionError, build_options
from hanamichi.envs.hle.moves import COLOR_CHAR, HanabiMove, HanabiMoveType, Move
from hanamichi.hanabi import Colour, HanabiOptions
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.layout import layout_of

if TYPE_CHECKING:
    from hanamichi.envs.hle.state import HanabiState

COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.WHITE, Colour.BLUE)


class AgentObservationType(enum.IntEnum):
    """MINIMAL leaves out what clues said, SEER shows the own cards, too."""

    MINIMAL = 0
    CARD_KNOWLEDGE = 1
    SEER = 2


DEFAULTS: Mapping[str, Any] = {
    "players": 2,
    "colors": 5,
    "ranks": 5,
    "hand_size": None,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "seed": -1,
    "random_start_player": False,
    "observation_type": AgentObservationType.CARD_KNOWLEDGE,
}


class HanabiGame:
    """A game of these parameters, and the random numbers of its deals."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settings = _checked({**DEFAULTS, **(params or {})})
        options = _options_from(settings)
        self._players: int = settings["players"]
        self.table = HanabiTable(options, self._players)
        self._ranks: int = settings["ranks"]
        self._type = AgentObservationType(settings["observation_type"])
        self._random_start = bool(settings["random_start_player"])
        self._seed: int = secrets.randbits(31) if settings["seed"] == -1 else settings["seed"]
        self.rng = seeded_counters(self._seed, 1)
        self._moves = [self._move(number) for number in range(self.table.actions)]
        self._numbers = {move: number for number, move in enumerate(self._moves)}

    def new_initial_state(self, *, deck: Sequence[str] | None = None) -> HanabiState:
        """A game before the deal; its deck may be given, as `R1` and so on in order of dealing."""
        from hanamichi.envs.hle.state import HanabiState

        return HanabiState(self, deck=None if deck is None else self._cards_of(deck))

    def parameter_string(self) -> str:
        """Every parameter, one in each line."""
        values = {
            "players": self._players,
            "colors": self.num_colors(),
            "ranks": self._ranks,
            "hand_size": self.hand_size(),
            "max_information_tokens": self.max_information_tokens(),
            "max_life_tokens": self.max_life_tokens(),
            "seed": self._seed,
            "random_start_player": str(self._random_start).lower(),
            "observation_type": int(self._type),
        }
        return "".join(f"{name}={value}\n" for name, value in values.items())

    def num_players(self) -> int:
        """How many play."""
        return self._players

    def num_colors(self) -> int:
        """How many colours there are."""
        return int(self.table.vector[r.O_SUITS])

    def num_ranks(self) -> int:
        """How many ranks there are."""
        return self._ranks

    def hand_size(self) -> int:
        """How many cards a hand has."""
        return int(self.table.vector[r.O_HAND])

    def max_information_tokens(self) -> int:
        """How many clue tokens there are."""
        return int(self.table.vector[r.O_TOKENS])

    def max_life_tokens(self) -> int:
        """How many errors end the game."""
        return int(self.table.vector[r.O_ERRORS])

    def cards_per_color(self) -> int:
        """How many cards of each colour the deck has."""
        return sum(self.num_cards(0, rank) for rank in range(self._ranks))

    def observation_type(self) -> AgentObservationType:
        """What agents observe."""
        return self._type

    def max_moves(self) -> int:
        """How many moves have a number, legal or not."""
        return self.table.actions

    def num_cards(self, color: int, rank: int) -> int:
        """How many copies of a card the deck has."""
        if not (0 <= color < self.num_colors() and 0 <= rank < self._ranks):
            return 0
        return int(self.table.vector[r.O_COPIES + 5 * color + rank])

    def get_move_uid(self, move: HanabiMove) -> int:
        """The number of a move; -1 for one that there is not."""
        return self._numbers.get(move, -1)

    def get_move(self, move_uid: int) -> HanabiMove:
        """The move with this number."""
        if not 0 <= move_uid < self.max_moves():
            return HanabiMove(Move(HanabiMoveType.INVALID))
        return self._moves[move_uid]

    def _move(self, number: int) -> HanabiMove:
        hand, colors, others = self.hand_size(), self.num_colors(), self._players - 1
        if number < hand:
            return HanabiMove.get_discard_move(number)
        if number < 2 * hand:
            return HanabiMove.get_play_move(number - hand)
        clue = number - 2 * hand
        if clue < others * colors:
            return HanabiMove.get_reveal_color_move(clue // colors + 1, clue % colors)
        clue -= others * colors
        return HanabiMove.get_reveal_rank_move(clue // self._ranks + 1, clue % self._ranks)

    def _cards_of(self, deck: Sequence[str]) -> list[Card]:
        options = self.table.options
        whole = [setup.card_code(options, card) for card in layout_of(options).deck]
        names = [f"{COLOR_CHAR[code // 5]}{code % 5 + 1}" for code in whole]
        if Counter(deck) != Counter(names):
            raise BatchError("This is not the whole deck, card by card", where="deck")
        return [
            setup.card_of(options, COLOR_CHAR.index(name[0]) * 5 + int(name[1]) - 1)
            for name in deck
        ]


def _checked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as whole numbers; raises for one that there is not."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in DEFAULTS:
            raise unsupported(f"There is no setting {name!r} here", name)
        if name == "hand_size" and value is None:
            found[name] = None
            continue
        try:
            found[name] = operator.index(value)
        except TypeError:
            raise unsupported(f"{name} is a whole number, not {value!r}", name) from None
    if found["observation_type"] not in tuple(AgentObservationType):
        raise unsupported(
            f"observation_type is 0 (minimal), 1 (card knowledge) or 2 (seer), "
            f"not {found['observation_type']}",
            "observation_type",
        )
    return found


def _options_from(settings: Mapping[str, Any]) -> HanabiOptions:
    """The table of a configuration; raises an error that names an unsupported setting."""
    players, colours = settings["players"], settings["colors"]
    game, preset = preset_by_id("hanabi/online")
    game.check_players(players)
    if colours not in range(1, 6):
        raise unsupported(f"There are 1 to 5 colors here, not {colours!r}", "colors")
    changes = {
        "values": settings["ranks"],
        "hand_size": settings["hand_size"],
        "colours": [colour.value for colour in COLOURS[:colours]],
        "clue_tokens": settings["max_information_tokens"],
        "errors": settings["max_life_tokens"],
        "first_seat": None if settings["random_start_player"] else 0,
    }
    try:
        options: HanabiOptions = build_options(preset.options, changes)
        game.check(options, players)
    except OptionError as error:
        where = _THEIR_NAMES.get(error.where or "", error.where or "")
        raise unsupported(error.message, where) from None
    return options


_THEIR_NAMES = {
    "values": "ranks",
    "colours": "colors",
    "clue_tokens": "max_information_tokens",
    "errors": "max_life_tokens",
}


def unsupported(message: str, where: str) -> BatchError:
    """The error for what is not there."""
    return BatchError(message, code="batch/unsupported", where=where)
