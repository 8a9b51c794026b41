"""The rules of Hanabi that no box has: special suits, special numbers, unusual clues."""

from __future__ import annotations

from collections.abc import Iterator

from hanamichi.hanabi.cards import VALUES, Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.touch import ORDINARY, ColourClues, OddValue, SpecialSuit, ValueClues
from hanamichi.words.catalogue import Words
from hanamichi.words.hanabi_names import suit_name
from hanamichi.words.rules_document import Section, bullets
from hanamichi.words.section_writer import Writer

_VALUE_CLUES = {
    ValueClues.UP_TO: "clue.up_to",
    ValueClues.FROM: "clue.from",
    ValueClues.BLIND: "clue.blind_values",
}


class VariantWriter(Writer):
    """The sections and sentences that online variants need."""

    def __init__(self, options: HanabiOptions, speech: Words) -> None:
        super().__init__(speech, "hanabi")
        self.options = options
        self.layout = layout_of(options)

    def unusual_clues(self) -> Iterator[str]:
        """What clues touch that they touch in no box."""
        if self.options.colour_clues is ColourClues.BY_VALUE:
            yield self.say("clue.by_value", pairs=self.colours_by_value())
        if self.options.colour_clues is ColourClues.BLIND:
            yield self.say("clue.blind_colours")
        if (value_clues := _VALUE_CLUES.get(self.options.value_clues)) is not None:
            yield self.say(value_clues)
        if self.options.alternating_clues:
            yield self.say("clue.alternating")

    def colours_by_value(self) -> str:
        """`1 = red, 2 = yellow, …`: the colour that each value stands for."""
        nameable = self.layout.nameable
        return ", ".join(
            f"{value} = {suit_name(nameable[(value - 1) % len(nameable)], self.lang)}"
            for value in VALUES
        )

    def special(self) -> Section | None:
        if not self.options.special_suits:
            return None
        return self.section(
            "special",
            self.say("special.how"),
            bullets(*map(self.special_suit, self.options.special_suits)),
            self.maybe("special.named", when=self.options.colour_clues is not ColourClues.NONE),
        )

    def special_suit(self, special: SpecialSuit) -> str:
        if special is SpecialSuit.PRISM:
            return self.say("special.prism", pairs=self.colours_by_value())
        return self.say(f"special.{special.value}")

    def rare(self) -> Section | None:
        if not (suits := self.single()):
            return None
        return self.section("single", self.say("single.text", suits=self.names(suits)))

    def odd(self) -> Section | None:
        odd = {1: self.options.ones, 5: self.options.fives}
        lines = [line for value, rule in odd.items() for line in self.odd_value(value, rule)]
        ordinary = all(touch == ORDINARY for touch in self.layout.touch.values())
        return (
            self.section("odd", bullets(*lines), self.maybe("odd.suit_first", when=not ordinary))
            if lines
            else None
        )

    def odd_value(self, value: int, rule: OddValue) -> Iterator[str]:
        layout = self.layout
        if rule is OddValue.DECEPTIVE:
            pairs = ", ".join(
                f"{suit_name(suit, self.lang)} = {layout.values[place % len(layout.values)]}"
                for place, suit in enumerate(layout.suits)
                if layout.touch[suit].values == "own"
            )
            yield self.say("odd.deceptive", value=value, pairs=pairs)
        elif rule is not OddValue.ORDINARY:
            yield self.say(f"odd.{rule.value}", value=value)
        if not rule.is_named:
            yield self.say("odd.unnamed", value=value)

    # -- helpers of the sections ---------------------------------------------------------

    def single(self) -> tuple[Suit, ...]:
        """The suits whose single cards no box explains."""
        return tuple(suit for suit in self.layout.suits if suit in self.options.one_of_each)

    def names(self, suits: tuple[Suit, ...]) -> str:
        return self.speech.join([suit_name(suit, self.lang) for suit in suits])
