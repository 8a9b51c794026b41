"""Tables derived from the options, computed once: the deck, what clues touch, the maximum."""

from __future__ import annotations

from functools import lru_cache

from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS, Clue, clue_of
from hanamichi.hanabi.cards import CARDS, VALUES, Card, Suit
from hanamichi.hanabi.options import Avalanche, HanabiOptions, has_one_of_each, suits_of
from hanamichi.hanabi.touch import (
    ORDINARY,
    TOUCHES,
    WILD,
    ColourClues,
    OddValue,
    Touch,
    ValueClues,
)


class Layout:
    """Tables derived from a set of options."""

    def __init__(self, options: HanabiOptions) -> None:
        self.colours = tuple(colour.suit for colour in options.colours)
        """The suits of the ordinary colours."""
        self.suits = suits_of(options)
        """Every firework of the table."""
        self.in_order = tuple(sorted(self.suits, key=lambda suit: suit.index))
        """The same, in card order."""
        self.touch = {suit: touch_of(suit, options) for suit in self.suits}
        """The rule of each suit."""
        self.nameable = tuple(suit for suit, touch in self.touch.items() if touch.colours == "own")
        """The colours, which a colour clue may name."""
        self.values = tuple(value for value, odd in _odd_values(options).items() if odd.is_named)
        """What a value clue may name."""
        self.copies = tuple(self._copies(card, options) for card in CARDS)
        """How many of each card the deck has, by the card's index."""
        self.deck = tuple(card for card in CARDS for _ in range(self.copies[card.index]))
        self.top = options.values
        """The step that completes a firework."""
        self.maximum = self.top * sum(suit is not Suit.POWDER for suit in self.suits)
        """The best score."""
        self.colour_bits = sum(COLOUR_BITS[suit.index] for suit in self.nameable)
        self.value_bits = sum(VALUE_BITS[value - 1] for value in self.values)
        self.touches = tuple(
            self._colours(card, options) | self._values(card, options)
            if self.copies[card.index]
            else 0
            for card in CARDS
        )
        """The clue bits that touch each card, by the card's index."""
        mute = options.colour_clues is ColourClues.NONE, options.value_clues is ValueClues.NONE
        self.every_clue = (0 if mute[0] else self.colour_bits) | (0 if mute[1] else self.value_bits)
        blind = options.colour_clues is ColourClues.BLIND, options.value_clues is ValueClues.BLIND
        self.may_be_empty = (
            self.every_clue
            if options.empty_clues
            else blind[0] * self.colour_bits | blind[1] * self.value_bits
        )
        """The clues that may touch no card."""
        self._clues: dict[int, tuple[Clue, ...]] = {}

    def _copies(self, card: Card, options: HanabiOptions) -> int:
        if card.suit not in self.suits or card.step > options.values:
            return 0
        if has_one_of_each(options, card.suit):
            return 1
        return options.copies(card.step)  # the black powder has three 5s and one 1

    def _colours(self, card: Card, options: HanabiOptions) -> int:
        """The colour clues that touch a card; a suit's own rule comes before that of its value."""
        touch = self.touch[card.suit]
        if options.colour_clues is ColourClues.BLIND or touch.colours == "none":
            return 0
        if touch.colours == "all":
            return self.colour_bits
        by_value = COLOUR_BITS[self.nameable[(card.number - 1) % len(self.nameable)].index]
        bits = by_value if touch.colours == "prism" else COLOUR_BITS[card.suit.index]
        odd = _odd_values(options)[card.number].touch.colours
        if odd == "all":
            return self.colour_bits
        if odd == "none":
            bits = 0
        if options.colour_clues is ColourClues.BY_VALUE and touch.values != "none":
            bits |= by_value
        return bits

    def _values(self, card: Card, options: HanabiOptions) -> int:
        """The value clues that touch a card; a suit's own rule comes before that of its value."""
        touch, odd = self.touch[card.suit].values, _odd_values(options)[card.number]
        if touch == "own":
            touch = odd.touch.values
        if options.value_clues is ValueClues.BLIND or touch == "none":
            return 0
        if touch == "all":
            return self.value_bits
        match options.value_clues:
            case ValueClues.UP_TO:
                named = [value for value in VALUES if value >= card.number]
            case ValueClues.FROM:
                named = [value for value in VALUES if value <= card.number]
            case _ if odd is OddValue.DECEPTIVE:
                named = [self.values[self.suits.index(card.suit) % len(self.values)]]
            case _:
                named = [card.number]
        return sum(VALUE_BITS[value - 1] for value in named)

    def clues(self, target: int, bits: int) -> tuple[Clue, ...]:
        """The clue actions to a target for a set of clue bits, cached."""
        key = bits << 3 | target
        try:
            return self._clues[key]
        except KeyError:
            single = (1 << n for n in range(bits.bit_length()) if bits >> n & 1)
            self._clues[key] = tuple(clue_of(bit, target) for bit in single)
            return self._clues[key]


def touch_of(suit: Suit, options: HanabiOptions) -> Touch:
    """The rule of a suit."""
    if suit is Suit.MULTICOLOUR and options.avalanche is Avalanche.WILD:
        return WILD  # 001, Avalanche de couleurs: every colour at once
    return TOUCHES.get(suit, ORDINARY)


def _odd_values(options: HanabiOptions) -> dict[int, OddValue]:
    """The rule of each value."""
    values = dict.fromkeys(VALUES[: options.values], OddValue.ORDINARY)
    odd = {1: options.ones, 5: options.fives}
    return {value: odd.get(value, rule) for value, rule in values.items()}


@lru_cache(maxsize=256)
def layout_of(options: HanabiOptions) -> Layout:
    """The tables of these options."""
    return Layout(options)
