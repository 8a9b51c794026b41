"""Sets of cards as bit masks: what follows from a table's options, computed once."""

from __future__ import annotations

from functools import lru_cache

from hanamichi.hanabi.actions import (
    ALL_COLOURS,
    CLUE_BITS,
    COLOUR_BITS,
    Clue,
    clue_bit,
)
from hanamichi.hanabi.cards import CARDS, SUITS, card_at
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions

COLOUR_NUMBERS = tuple(bit.bit_length() - 1 for bit in COLOUR_BITS)
"""The number of the clue that names each suit, by the suit's index."""
TOP = 5
"""The last step of a firework."""


class CardMasks:
    """Bit `n` of a mask stands for the card of index `n`."""

    def __init__(self, options: HanabiOptions) -> None:
        layout = layout_of(options)
        self.options = options
        self.copies = layout.copies
        self.deck_size = len(layout.deck)
        self.suits = tuple(suit.index for suit in layout.suits)
        """The fireworks of the table."""
        self.order = tuple(
            tuple(card_at(suit, step).index for step in range(1, TOP + 1)) for suit in SUITS
        )
        """The cards of each suit in playing order."""
        self.suit = tuple(card.suit.index for card in CARDS)
        self.step = tuple(card.step for card in CARDS)
        self.every = _mask(card.index for card in layout.deck)
        self.matching = tuple(
            _mask(card.index for card in layout.deck if layout.touches[card.index] >> clue & 1)
            for clue in range(CLUE_BITS)
        )
        """The cards that each clue touches."""
        self.seconds = _mask(self.order[suit][1] for suit in self.suits)
        self.tops = _mask(self.order[suit][TOP - 1] for suit in self.suits)


def _mask(indices: object) -> int:
    mask = 0
    for index in indices:  # type: ignore[attr-defined]
        mask |= 1 << index
    return mask


@lru_cache(maxsize=256)
def card_masks_of(options: HanabiOptions) -> CardMasks:
    """The card sets of these options."""
    return CardMasks(options)


def clue_number(clue: Clue) -> int:
    """The number of what a clue names."""
    return clue_bit(clue).bit_length() - 1


def names_colour(number: int) -> bool:
    """Whether the clue of a number names a colour."""
    return bool(ALL_COLOURS >> number & 1)


def is_single(mask: int) -> bool:
    """Whether a mask has exactly one card."""
    return mask != 0 and mask & (mask - 1) == 0


def indices(mask: int) -> list[int]:
    """The cards of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
