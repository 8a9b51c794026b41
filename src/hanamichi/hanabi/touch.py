"""What clues touch, as data: the rule of each suit, of odd values, and of each kind of clue."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from hanamichi.hanabi.cards import Suit


class Touch(NamedTuple):
    """Which clues touch the cards of a suit, or of a value."""

    colours: Literal["own", "all", "none", "prism"] = "own"
    """Its own colour if that may be named, every colour, none, or one that its value decides."""
    values: Literal["own", "all", "none"] = "own"


ORDINARY = Touch()
WILD = Touch(colours="all")

TOUCHES: Mapping[Suit, Touch] = MappingProxyType(
    {
        Suit.POWDER: Touch(colours="none"),
        Suit.PINK: Touch(values="all"),
        Suit.BROWN: Touch(values="none"),
        Suit.CLEAR: Touch(colours="none"),
        Suit.OMNI: Touch("all", "all"),
        Suit.NULL: Touch("none", "none"),
        Suit.MUDDY: Touch("all", "none"),
        Suit.LIGHT: Touch("none", "all"),
        Suit.PRISM: Touch(colours="prism"),
    }
)
"""The suits that are not touched by their colour and their values alone."""


class SpecialSuit(enum.Enum):
    """A suit of online variants, ten cards, that clues touch in a way of its own."""

    PINK = "pink"
    BROWN = "brown"
    CLEAR = "clear"
    OMNI = "omni"
    NULL = "null"
    MUDDY = "muddy"
    LIGHT = "light"
    PRISM = "prism"

    @property
    def suit(self) -> Suit:
        """The suit itself."""
        return Suit(self.value)


class OddValue(enum.Enum):
    """How clues touch the 1s, or the 5s, of all suits."""

    ORDINARY = "ordinary"
    RAINBOW = "rainbow"
    PINK = "pink"
    CLEAR = "clear"
    BROWN = "brown"
    OMNI = "omni"
    NULL = "null"
    MUDDY = "muddy"
    LIGHT = "light"
    DECEPTIVE = "deceptive"
    """Each suit's card is touched by another value than its own."""

    @property
    def touch(self) -> Touch:
        """The rule, which is that of the suit of the same name."""
        if self in (OddValue.ORDINARY, OddValue.DECEPTIVE):
            return ORDINARY
        return WILD if self is OddValue.RAINBOW else TOUCHES[Suit(self.value)]

    @property
    def is_named(self) -> bool:
        """Whether a clue may name the value."""
        return self is not OddValue.DECEPTIVE and self.touch.values == "own"


class ColourClues(enum.Enum):
    """What a colour clue touches."""

    ORDINARY = "ordinary"
    BY_VALUE = "by-value"
    """Also the 1s by the first colour, the 2s by the second, and so on."""
    BLIND = "blind"
    """No card at all."""
    NONE = "none"
    """There are no colour clues."""


class ValueClues(enum.Enum):
    """What a value clue touches."""

    ORDINARY = "ordinary"
    UP_TO = "up-to"
    """Also every lower value."""
    FROM = "from"
    """Also every higher value."""
    BLIND = "blind"
    """No card at all."""
    NONE = "none"
    """There are no value clues."""
