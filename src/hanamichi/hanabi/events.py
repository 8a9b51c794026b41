"""The events of Hanabi and how each is redacted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from msgspec import structs

from hanamichi.core import EVERYONE, NOBODY, Audience, Event, Seat, only, seats_but
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.tiles import Tile

_AUDIENCES: Mapping[str, Callable[[Seat], Audience]] = {
    "hand": only,
    "deck": lambda _: EVERYONE,
    "discards": lambda _: NOBODY,
}
"""Who learns the face of a card that came from there; a hand is hidden from its player only."""


class HandDealt(Event, frozen=True):
    """A player received a hand; the player alone does not see it."""

    seat: Seat
    cards: tuple[int, ...]
    faces: tuple[Card, ...] | None

    def audience(self) -> Audience:
        return seats_but(self.seat)

    def redacted(self) -> Event:
        return structs.replace(self, faces=None)

    def informs(self) -> Audience:
        return seats_but(self.seat)


class CardDrawn(Event, frozen=True):
    """A player drew a card; the player alone does not see it."""

    seat: Seat
    card: int
    face: Card | None

    def audience(self) -> Audience:
        return seats_but(self.seat)

    def redacted(self) -> Event:
        return structs.replace(self, face=None)

    def informs(self) -> Audience:
        return seats_but(self.seat)


class TurnPassed(Event, frozen=True):
    """It is this seat's turn now."""

    seat: Seat


class ClueGiven(Event, frozen=True):
    """A clue, and every card it touched; all others of that hand do not match."""

    seat: Seat
    target: Seat
    touched: tuple[int, ...]
    colour: Suit | None = None
    value: int | None = None
    free: bool = False

    def informs(self) -> Audience:
        return only(self.target)


class CardPlayed(Event, frozen=True):
    """A card was added to its firework."""

    seat: Seat
    card: int | None
    """Its id; `None` when it came from the deck or the discards."""
    face: Card
    source: Literal["hand", "deck", "discards"] = "hand"

    def informs(self) -> Audience:
        return _AUDIENCES[self.source](self.seat)


class CardMisplayed(Event, frozen=True):
    """A card that fits no firework was discarded and counts as an error."""

    seat: Seat
    card: int | None
    face: Card
    errors: int
    source: Literal["hand", "deck"] = "hand"

    def informs(self) -> Audience:
        return _AUDIENCES[self.source](self.seat)


class CardDiscarded(Event, frozen=True):
    """A card was discarded by choice."""

    seat: Seat
    card: int
    face: Card

    def informs(self) -> Audience:
        return only(self.seat)


class FireworkCompleted(Event, frozen=True):
    """A firework has its five cards."""

    suit: Suit


class TokenGained(Event, frozen=True):
    """A clue token came back, or half of one."""

    tokens: int
    """How many whole tokens there are."""
    half: bool = False
    """Half a token came back, and the other half is missing."""


class TokenLost(Event, frozen=True):
    """A clue token was due, but all tokens are available already."""


class TileRevealed(Event, frozen=True):
    """A bonus tile was turned up."""

    tile: Tile

    def informs(self) -> Audience:
        return EVERYONE


class TileWithoutEffect(Event, frozen=True):
    """The revealed tile can do nothing now."""

    tile: Tile


class ErrorRepaired(Event, frozen=True):
    """A bonus tile undid an error."""

    errors: int


class CardReturned(Event, frozen=True):
    """A discarded card was shuffled into the deck."""

    seat: Seat
    face: Card


class LastRoundBegan(Event, frozen=True):
    """The deck is empty: this many turns remain."""

    turns: int


class HandRearranged(Event, frozen=True):
    """A player holds the cards in another order."""

    seat: Seat
    cards: tuple[int, ...]


class GameEnded(Event, frozen=True):
    """The game is over."""

    termination: str
    score: int


HanabiEvent: TypeAlias = (
    HandDealt
    | CardDrawn
    | TurnPassed
    | ClueGiven
    | CardPlayed
    | CardMisplayed
    | CardDiscarded
    | FireworkCompleted
    | TokenGained
    | TokenLost
    | TileRevealed
    | TileWithoutEffect
    | ErrorRepaired
    | CardReturned
    | LastRoundBegan
    | HandRearranged
    | GameEnded
)
