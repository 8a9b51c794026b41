"""The Game protocol: what every game at this table promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from hanamichi.core.audience import Event, Seat, kebab
from hanamichi.core.chance import Chance, ChanceDraw
from hanamichi.core.errors import GameOver, NotYourTurn, OptionError, UnparsableMove


class Options(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """The rules of a table as data. Each game lists its own."""


class Action(
    msgspec.Struct,
    frozen=True,
    gc=False,
    cache_hash=True,
    tag_field="type",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """What a seat chose. What came of it is told by events."""


class Outcome(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a match ended. Games add what else they count."""

    termination: str
    """A stable word for why it ended."""
    scores: tuple[int, ...]
    """Points of each seat; equal for all in a cooperative game."""
    winners: tuple[Seat, ...]
    """Nobody after a draw or a common loss; everybody after a common win."""


OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT", bound=msgspec.Struct)
ActionT = TypeVar("ActionT", bound=Action)
EventT = TypeVar("EventT", bound=Event)
ViewT = TypeVar("ViewT", bound=msgspec.Struct)


class Preset(msgspec.Struct, Generic[OptionsT], frozen=True, gc=False):
    """An edition: the options of a box that people own."""

    id: str
    options: OptionsT
    booklet: str
    """The booklet's number in the seeds, or `online`."""
    edition: str
    """The name on the box."""
    offers: Mapping[str, Any] = {}
    """The variants this box describes: what switching each of them on means."""


class Transition(NamedTuple, Generic[StateT, EventT]):
    """What an action led to."""

    state: StateT
    events: tuple[EventT, ...]


class Game(ABC, Generic[OptionsT, StateT, ActionT, EventT, ViewT]):
    """One game with all its editions. It holds no match: states are values passed in and out."""

    id: ClassVar[str]
    seat_counts: ClassVar[range]
    cooperative: ClassVar[bool] = False
    """Whether everybody wins or loses together."""
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
        """Whose decision is awaited; `None` when the match is over."""

    @abstractmethod
    def legal_actions(self, state: StateT, seat: Seat) -> tuple[ActionT, ...]:
        """All this seat may choose now: nothing unless it is to act. Gestures are not listed."""

    @abstractmethod
    def apply(
        self, state: StateT, seat: Seat, action: ActionT, chance: Chance
    ) -> Transition[StateT, EventT]:
        """The position after the action; raises a `MoveError` and changes nothing otherwise."""

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """What a seat, or a spectator (`None`), may see."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How it ended, or `None` while it goes on."""

    @abstractmethod
    def imagine(self, state: StateT, seat: Seat | None, chance: Chance) -> StateT:
        """Another position that this seat cannot tell from the real one: hidden cards moved."""

    def redeal(
        self,
        draws: Sequence[ChanceDraw],
        state: StateT,
        seat: Seat | None,
        chance: Chance,
    ) -> tuple[ChanceDraw, ...]:
        """What chance may as well have given on the way to this state, for all that a seat saw.

        With these draws the same moves lead to a state that `imagine` could have made: a record
        can branch off there. A game that moves no hidden card keeps the promise too.
        """
        return tuple(draws)

    @abstractmethod
    def ply(self, state: StateT) -> int:
        """How many decisions were taken. Gestures do not count."""

    def is_gesture(self, action: ActionT) -> bool:
        """Whether the action is free at any time and takes no turn, as arranging one's hand is."""
        return False

    def parse_action(self, data: bytes | str | Mapping[str, Any] | Action) -> ActionT:
        """An action from JSON or from plain values; one built in code is held to the same."""
        try:
            if not isinstance(data, bytes | str):
                data = msgspec.json.encode(data)
            # Made from `action_type`, which is what it decodes to.
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
        if players not in self.seat_counts:
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
    """Made once: that takes far longer than reading an action."""
    return msgspec.json.Decoder(action_type)
