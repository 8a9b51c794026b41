"""Tables derived from the options, computed once: the deck, what clues touch, the maximum."""

from __future__ import annotations

from functools import lru_cache

from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS, Clue, clue_of
from hanamichi.hanabi.cards import CARDS, Card, Suit
from hanamichi.hanabi.options import Avalanche, HanabiOptions


class Layout:
    """Tables derived from a set of options."""

    def __init__(self, options: HanabiOptions) -> None:
        self.colours = tuple(colour.suit for colour in options.colours)
        """The suits of the ordinary colours."""
        extra = []
        if options.avalanche is not Avalanche.NONE:
            extra.append(Suit.MULTICOLOUR)
        if options.black_powder:
            extra.append(Suit.POWDER)
        self.suits = (*self.colours, *extra)
        """Every firework of the table."""
        self.in_order = tuple(sorted(self.suits, key=lambda suit: suit.index))
        """The same, in card order."""
        self.nameable = self.colours
        """What a colour clue may name."""
        if options.avalanche is Avalanche.SIXTH:
            self.nameable = (*self.colours, Suit.MULTICOLOUR)
        self.copies = tuple(self._copies(card, options) for card in CARDS)
        """How many of each card the deck has, by the card's index."""
        self.deck = tuple(card for card in CARDS for _ in range(self.copies[card.index]))
        self.top = options.values
        """The step that completes a firework."""
        self.maximum = self.top * sum(suit is not Suit.POWDER for suit in self.suits)
        """The best score."""
        self.touches = tuple(self._touches(card) for card in CARDS)
        """The clue bits that touch each card, by the card's index."""
        self.every_clue = sum(
            (*(COLOUR_BITS[suit.index] for suit in self.nameable), *VALUE_BITS[: self.top])
        )
        self._clues: dict[int, tuple[Clue, ...]] = {}

    def _copies(self, card: Card, options: HanabiOptions) -> int:
        if card.suit not in self.suits or card.step > options.values:
            return 0
        if card.suit is Suit.MULTICOLOUR and options.avalanche is Avalanche.SIXTH:
            return 1  # 000, Avalanche de couleurs
        return options.copies(card.step)  # the black powder has three 5s and one 1

    def _touches(self, card: Card) -> int:
        bits = VALUE_BITS[card.number - 1]
        if card.suit in self.nameable:
            bits |= COLOUR_BITS[card.suit.index]
        elif card.suit is Suit.MULTICOLOUR:  # 001, Avalanche de couleurs: every colour at once
            bits |= sum(COLOUR_BITS[suit.index] for suit in self.colours)
        return bits

    def clues(self, target: int, bits: int) -> tuple[Clue, ...]:
        """The clue actions to a target for a set of clue bits, cached."""
        key = bits << 3 | target
        try:
            return self._clues[key]
        except KeyError:
            single = (1 << n for n in range(bits.bit_length()) if bits >> n & 1)
            self._clues[key] = tuple(clue_of(bit, target) for bit in single)
            return self._clues[key]


@lru_cache(maxsize=256)
def layout_of(options: HanabiOptions) -> Layout:
    """The tables of these options."""
    return Layout(options)
