"""The complete state of a game, as a value."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hanamichi.core import Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.tiles import Tile

Termination: TypeAlias = Literal[
    "fireworks-complete", "last-round", "errors", "indispensable-lost", "no-action"
]

ClueKind: TypeAlias = Literal["colour", "value"]

NEGATIVE = 16
"""In `told`, positive clues are in the low bits and negative clues are shifted by this."""


class HanabiState(msgspec.Struct, frozen=True, gc=False):
    """Nothing here is redacted: seats get a `HanabiView`."""

    options: HanabiOptions
    deck: tuple[Card, ...]
    """All cards in drawing order: those drawn (a card's id is its index here), then the deck."""
    drawn: int
    hands: tuple[tuple[int, ...], ...]
    """Card ids as each player holds them, the newest last unless rearranged."""
    told: tuple[tuple[int, ...], ...]
    """The clue bits of each card in hand."""
    fireworks: tuple[int, ...]
    """How many cards each suit's firework has, by the suit's index."""
    discards: tuple[Card, ...]
    clue_tokens: int
    errors: int
    turn: Seat
    ply: int = 0
    clues_given: int = 0
    turns_left: int | None = None
    """Turns that remain once the deck has run out."""
    tiles: tuple[Tile, ...] = ()
    """Bonus tiles still face down, the next one first."""
    used_tiles: tuple[Tile, ...] = ()
    pending: Tile | None = None
    """The revealed tile whose choice is pending."""
    ended: Termination | None = None
    last_clue: ClueKind | None = None
    """The kind of the last clue, where clues alternate."""
    half_token: bool = False
    """Half of the next clue token is back."""

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self.hands)
