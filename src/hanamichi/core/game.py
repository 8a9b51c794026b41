"""The `Game` interface that every game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, SupportsIndex, TypeVar

import msgspec

from hanamichi.core.audience import Event, Seat, kebab
from hanamichi.core.chance import Chance, ChanceDraw
from hanamichi.core.errors import GameOver, NotYourTurn, OptionError, UnparsableMove


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """The rules of a table as data. Each game lists its own."""

    added_later: ClassVar[frozenset[str]] = frozenset()
    """Options that records of earlier versions do not name: their defaults apply there."""


class Action(
    msgspec.Struct,
    frozen=True,
    gc=False,
    cache_hash=True,
    tag_field="type",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """What a seat chose; its effects are events."""


class Outcome(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a match ended. Games add their own fields."""

    termination: str
    """A stable identifier of why it ended."""
    scores: tuple[int, ...]
    """Points of each seat; equal for all in a cooperative game."""
    winners: tuple[Seat, ...]
    """Empty after a draw or a shared loss; every seat after a shared win."""


OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT", bound=msgspec.Struct)
ActionT = TypeVar("ActionT", bound=Action)
EventT = TypeVar("EventT", bound=Event)
ViewT = TypeVar("ViewT", bound=msgspec.Struct)
OutcomeT = TypeVar("OutcomeT", bound=Outcome)


class Preset(msgspec.Struct, Generic[OptionsT], frozen=True, gc=False):
    """An edition: the options of a box that people own."""

    id: str
    options: OptionsT
    booklet: str
    """The booklet's number in the seeds, or `online`."""
    edition: str
    """The name on the box."""
    offers: Mapping[str, object] = {}
    """The variants this edition describes: option values that switch each of them on."""


class Transition(NamedTuple, Generic[StateT, EventT]):
    """The state and the events after an action."""

    state: StateT
    events: tuple[EventT, ...]


class Game(ABC, Generic[OptionsT, StateT, ActionT, EventT, ViewT, OutcomeT]):
    """One game with all its editions. It is stateless: states are values passed in and returned."""

    id: ClassVar[str]
    seat_counts: ClassVar[range]
    cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    presets: ClassVar[Mapping[str, Preset[Any]]]
    options_type: type[OptionsT]
    state_type: type[StateT]
    view_type: type[ViewT]
    action_type: Any
    """The union of the action types, as msgspec decodes it."""
    event_type: Any

    @abstractmethod
    def check(self, options: OptionsT, players: int) -> None:
        """Raise `OptionError` when these options do not fit together or do not fit the table."""

    @abstractmethod
    def start(self, options: OptionsT, players: int, chance: Chance) -> Transition[StateT, EventT]:
        """The first position, with the events of dealing. Options are checked first."""

    @abstractmethod
    def to_act(self, state: StateT) -> Seat | None:
        """The seat to act; `None` when the match is over."""

    @abstractmethod
    def legal_actions(self, state: StateT, seat: Seat) -> tuple[ActionT, ...]:
        """The legal actions of this seat; empty unless it is to act. Gestures are not listed."""

    @abstractmethod
    def apply(
        self, state: StateT, seat: Seat, action: ActionT, chance: Chance
    ) -> Transition[StateT, EventT]:
        """The position after the action; raises a `MoveError` and changes nothing otherwise."""

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """What a seat, or a spectator (`None`), may see."""

    @abstractmethod
    def outcome(self, state: StateT) -> OutcomeT | None:
        """How the match ended, or `None` while it is in progress."""

    @abstractmethod
    def imagine(self, state: StateT, seat: Seat | None, chance: Chance) -> StateT:
        """Another state that looks the same to this seat: hidden cards are redealt."""

    def redeal(
        self,
        draws: Sequence[ChanceDraw],
        state: StateT,
        seat: Seat | None,
        chance: Chance,
    ) -> tuple[ChanceDraw, ...]:
        """Other draws that lead to a state this seat cannot distinguish from `state`.

        With these draws the same moves lead to a state that `imagine` could have made: a record
        can branch off there. A game that moves no hidden card keeps the promise too.
        """
        return tuple(draws)

    @abstractmethod
    def ply(self, state: StateT) -> int:
        """The number of decisions so far; gestures do not count."""

    def max_plies(self, options: OptionsT, players: int) -> int:
        """No match by these options has more plies; servers refuse tables that are too long."""
        return 1_000

    def is_gesture(self, action: ActionT) -> bool:
        """Whether the action is free at any time and takes no turn, as arranging a hand."""
        return False

    def parse_action(self, data: bytes | str | Mapping[str, object] | Action) -> ActionT:
        """Parse an action from JSON or plain values; validates action objects the same way."""
        try:
            if not isinstance(data, bytes | str):
                data = msgspec.json.encode(data)
            # The decoder is built from `action_type`.
            return _decoder(self.action_type).decode(data)  # type: ignore[no-any-return]
        except (
            msgspec.MsgspecError,
            ValueError,
            OverflowError,
            RecursionError,
            TypeError,
        ) as error:
            raise UnparsableMove(f"This is no move of {self.id}: {error}") from None

    def check_players(self, players: int) -> None:
        """Raise `OptionError` when the game has no table of this size."""
        if players not in self.seat_counts or not isinstance(players, SupportsIndex):
            low, high = self.seat_counts[0], self.seat_counts[-1]
            how_many = f"{low}" if low == high else f"{low} to {high}"
            raise OptionError(
                f"{self.id} is played by {how_many} players, not {players}",
                code="options/players",
                where="players",
            )

    def check_turn(self, state: StateT, seat: Seat) -> None:
        """Raise when the match is over or another seat is to act."""
        acting = self.to_act(state)
        if acting is None:
            raise GameOver("The match is over")
        if acting != seat:
            raise NotYourTurn(f"It is seat {acting}'s turn")


@lru_cache(maxsize=64)
def _decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    """Cached, because building a decoder takes far longer than using it."""
    return msgspec.json.Decoder(action_type)
