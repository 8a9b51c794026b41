"""The interface of the Hanabi Learning Environment to the standard game, 2 to 5 players.

Same observations, same numbers of moves, same rewards: an agent trained there plays here.
`docs/environments.md` lists what differs.
"""

from __future__ import annotations

import operator
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from hanamichi.batch import BatchError
from hanamichi.batch.arrays import Row
from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.hanabi import kernel, observation, setup
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.hanabi_table import HanabiTable
from hanamichi.catalog import preset_by_id
from hanamichi.core import Seat, build_options
from hanamichi.hanabi import Colour, HanabiOptions
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size

Observation: TypeAlias = dict[str, Any]
MoveDict: TypeAlias = dict[str, Any]

COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.WHITE, Colour.BLUE)
COLOUR_LETTERS = "RYGWB"
CARD_KNOWLEDGE = 1
"""The only kind of observation: clues to each card, but not the card."""

_DEFAULTS: Mapping[str, Any] = {
    "colors": 5,
    "ranks": 5,
    "players": 2,
    "hand_size": None,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "observation_type": CARD_KNOWLEDGE,
    "seed": -1,
    "random_start_player": False,
}
_UNSEEN = {"color": None, "rank": -1}


def make(
    environment_name: str = "Hanabi-Full",
    num_players: int = 2,
    pyhanabi_path: str | None = None,  # noqa: ARG001  # there is no C library to find
) -> HanabiEnv:
    """The environment with this name: `Hanabi-Full`."""
    if environment_name not in ("Hanabi-Full", "Hanabi-Full-CardKnowledge"):
        raise _unsupported(
            f"There is no environment {environment_name!r} here: only Hanabi-Full is",
            "environment_name",
        )
    return HanabiEnv({"players": num_players})


class HanabiEnv:
    """One game at a time, every seat's observation at every step."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings = {**_DEFAULTS, **config}
        options = _options_from(settings)
        self.players: int = settings["players"]
        self._table = HanabiTable(options, self.players)
        self._vector = self._table.vector
        self._hand = hand_size(self.players)
        self._packed = np.zeros(-(-self._table.observation_bits // 64), np.uint64)
        seed = settings["seed"]
        self._rng = seeded_counters(secrets.randbits(64) if seed == -1 else seed, 1)
        self._row: Row = np.zeros(r.ROW_BYTES, np.uint8)
        self._row[r.ENDED] = r.ENDED_NO_ACTION  # not dealt yet
        self._discards: list[int] = []

    # -- the original interface --------------------------------------------------------------

    def reset(self, *, deck: Sequence[str] | None = None) -> Observation:
        """A new game; its deck may be given, as `R1` and so on in the order of dealing."""
        given = None if deck is None else self._cards_of(deck)
        template = setup.template(self._table.options, deck=given)
        kernel.deal(self._row, self._vector, template, self._rng, 0)
        self._discards = []
        return self._observe(self._row)

    def step(self, action: int | MoveDict) -> tuple[Observation, int, bool, dict[str, Any]]:
        """Act for the current player: the observations, the change of the score, whether it is
        over, and nothing more.
        """
        if self._row[r.ENDED]:
            raise BatchError("There is no game going on: reset() begins one")
        number = self._number_of(action)
        if not kernel.is_legal(self._row, self._vector, number):
            raise BatchError(f"Illegal action: {self.move_string(number)}", where="action")
        before = int(kernel.score(self._row, self._vector))
        kernel.step(self._row, self._vector, number, self._rng, 0)
        kind, scored = self._row[r.LAST_TYPE], self._row[r.LAST_SCORED]
        if kind == r.LAST_DISCARD or (kind == r.LAST_PLAY and not scored):
            self._discards.append(int(self._row[r.LAST_CARD]))
        reward = int(kernel.score(self._row, self._vector)) - before
        done = bool(self._row[r.ENDED])
        return self._observe(self._afterwards() if done else self._row), reward, done, {}

    def vectorized_observation_shape(self) -> list[int]:
        """The length of a vectorized observation, in a list."""
        return [self._table.observation_bits]

    def num_moves(self) -> int:
        """How many moves have a number, legal or not."""
        return self._table.actions

    def move(self, number: int) -> MoveDict:
        """The move with this number, as a dictionary."""
        kind, offset, what = self._parts(number)
        match kind:
            case "REVEAL_COLOR":
                return {"action_type": kind, "target_offset": offset, "color": COLOUR_LETTERS[what]}
            case "REVEAL_RANK":
                return {"action_type": kind, "target_offset": offset, "rank": what}
            case _:
                return {"action_type": kind, "card_index": what}

    def move_string(self, number: int) -> str:
        """The move with this number, as the original environment writes it."""
        if not 0 <= number < self.num_moves():
            return f"(no move {number})"
        kind, offset, what = self._parts(number)
        match kind:
            case "REVEAL_COLOR":
                return f"(Reveal player +{offset} color {COLOUR_LETTERS[what]})"
            case "REVEAL_RANK":
                return f"(Reveal player +{offset} rank {what + 1})"
            case _:
                return f"({kind.title()} {what})"

    # -- moves -------------------------------------------------------------------------------

    def _parts(self, number: int) -> tuple[str, int, int]:
        """The parts of a move: its kind, the target, and the card, colour or rank."""
        colours, others = int(self._vector[r.O_COLOURS]), self.players - 1
        if number < 2 * self._hand:
            kind = "DISCARD" if number < self._hand else "PLAY"
            return kind, 0, number % self._hand
        clue = number - 2 * self._hand
        if clue < others * colours:
            return "REVEAL_COLOR", clue // colours + 1, clue % colours
        clue -= others * colours
        return "REVEAL_RANK", clue // 5 + 1, clue % 5

    def _number_of(self, action: int | MoveDict) -> int:
        if isinstance(action, Mapping):
            for number in range(self.num_moves()):
                if self.move(number) == dict(action):
                    return number
            raise BatchError(f"Illegal action: {action}", where="action")
        try:
            return operator.index(action)
        except TypeError:
            raise BatchError(
                f"An action is a number or a dictionary, not {action!r}", where="action"
            ) from None

    # -- observations ------------------------------------------------------------------------

    def _afterwards(self) -> Row:
        """The final position as the original environment shows it: as if the game continued.

        It pays the clue token of the last firework, draws the card of the last turn and passes
        the turn.
        """
        row = self._row.copy()
        seat = int(row[r.TURN])
        if row[r.ENDED] == r.ENDED_COMPLETE and row[r.TOKENS] < self._vector[r.O_TOKENS]:
            row[r.TOKENS] += 1
            row[r.LAST_TOKEN] = 1
        row[r.ENDED] = 0
        if row[r.HAND_SIZES + seat] < self._hand and row[r.DRAWN] < row[r.DECK_SIZE]:
            kernel.add_card(row, self._vector, seat, kernel.pick(row, self._rng, 0))
        row[r.TURN] = (seat + 1) % self.players
        return row

    def _observe(self, row: Row) -> Observation:
        return {
            "player_observations": [self._seen_by(row, seat) for seat in range(self.players)],
            "current_player": int(row[r.TURN]),
        }

    def _seen_by(self, row: Row, seat: Seat) -> Observation:
        turn = int(row[r.TURN])
        order = [(seat + distance) % self.players for distance in range(self.players)]
        slots = {owner: self._slots(row, owner) for owner in order}
        legal = self._legal(row) if seat == turn else []
        heights = row[r.FIREWORKS : r.FIREWORKS + self._vector[r.O_SUITS]].tolist()
        return {
            "current_player": turn,
            "current_player_offset": (turn - seat) % self.players,
            "life_tokens": int(self._vector[r.O_ERRORS]) - int(row[r.ERRORS]),
            "information_tokens": int(row[r.TOKENS]),
            "num_players": self.players,
            "deck_size": int(row[r.DECK_SIZE]) - int(row[r.DRAWN]),
            "fireworks": dict(zip(COLOUR_LETTERS, heights, strict=False)),
            "legal_moves": [self.move(number) for number in legal],
            "legal_moves_as_int": legal,
            "observed_hands": [
                [dict(_UNSEEN) if owner == seat else _card(slot[r.CARD]) for slot in slots[owner]]
                for owner in order
            ],
            "discard_pile": [_card(card) for card in self._discards],
            "card_knowledge": [[_told(slot) for slot in slots[owner]] for owner in order],
            "vectorized": self._vector_of(row, seat),
        }

    def _slots(self, row: Row, seat: Seat) -> list[list[int]]:
        """The cards of a hand, each with its clues."""
        at = r.SLOTS + seat * self._hand * r.SLOT_BYTES
        cells = row[at : at + int(row[r.HAND_SIZES + seat]) * r.SLOT_BYTES]
        slots: list[list[int]] = cells.reshape(-1, r.SLOT_BYTES).tolist()
        return slots

    def _legal(self, row: Row) -> list[int]:
        word = int(kernel.legal_word(row, self._vector))
        return [number for number in range(self.num_moves()) if word >> number & 1]

    def _vector_of(self, row: Row, seat: Seat) -> list[int]:
        observation.observe(row, self._vector, seat, self._packed)
        bits = np.unpackbits(self._packed.view(np.uint8), bitorder="little")
        numbers: list[int] = bits[: self._table.observation_bits].tolist()
        return numbers

    def _cards_of(self, deck: Sequence[str]) -> list[Card]:
        options = self._table.options
        names = [f"{COLOUR_LETTERS[code // 5]}{code % 5 + 1}" for code in self._codes()]
        if Counter(deck) != Counter(names):
            raise BatchError("This is not the whole deck, card by card", where="deck")
        return [
            setup.card_of(options, COLOUR_LETTERS.index(name[0]) * 5 + int(name[1]) - 1)
            for name in deck
        ]

    def _codes(self) -> list[int]:
        options = self._table.options
        return [setup.card_code(options, card) for card in layout_of(options).deck]


def _card(code: int) -> dict[str, Any]:
    return {"color": COLOUR_LETTERS[code // 5], "rank": code % 5}


def _told(slot: Sequence[int]) -> dict[str, Any]:
    """The positive clues to a card; negative ones are only in the vector."""
    colour, value = slot[r.COLOURS_TOLD], slot[r.VALUES_TOLD]
    return {
        "color": COLOUR_LETTERS[colour.bit_length() - 1] if colour else None,
        "rank": value.bit_length() - 1 if value else None,
    }


def _options_from(settings: Mapping[str, Any]) -> HanabiOptions:
    """The table of a configuration; raises an error that names an unsupported setting."""
    for name in settings:
        if name not in _DEFAULTS:
            raise _unsupported(f"There is no setting {name!r} here", name)
    players, colours = settings["players"], settings["colors"]
    game, preset = preset_by_id("hanabi/online")
    game.check_players(players)
    only = {
        "ranks": 5,
        "hand_size": hand_size(players),
        "observation_type": CARD_KNOWLEDGE,
    }
    for name, value in only.items():
        if settings[name] not in (None, value):
            raise _unsupported(f"{name} can only be {value} here, not {settings[name]!r}", name)
    if colours not in range(2, 6):
        raise _unsupported(f"There are 2 to 5 colors here, not {colours!r}", "colors")
    changes = {
        "colours": [colour.value for colour in COLOURS[:colours]],
        "clue_tokens": settings["max_information_tokens"],
        "errors": settings["max_life_tokens"],
        "first_seat": None if settings["random_start_player"] else 0,
    }
    options: HanabiOptions = build_options(preset.options, changes)
    return options


def _unsupported(message: str, where: str) -> BatchError:
    return BatchError(message, code="batch/unsupported", where=where)
