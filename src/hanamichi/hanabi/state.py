"""The whole truth of a game at one moment, as a value."""

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

NEGATIVE = 16
"""In `told`, what a card *is* stands in the low bits, what it is *not* this many bits higher."""


class HanabiState(msgspec.Struct, frozen=True, gc=False):
    """Nothing here is redacted: seats get a `HanabiView`."""

    options: HanabiOptions
    deck: tuple[Card, ...]
    """All cards in drawing order: those drawn (a card's id is its place here), then the deck."""
    drawn: int
    hands: tuple[tuple[int, ...], ...]
    """Card ids as each player holds them, the newest last unless rearranged."""
    told: tuple[tuple[int, ...], ...]
    """Beside each card in hand, the clue bits it was told."""
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
    """The revealed tile whose choice the acting player owes."""
    ended: Termination | None = None

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return len(self.hands)
