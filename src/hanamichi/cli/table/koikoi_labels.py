"""Cards, yaku and the value of a stop as the terminal writes them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from hanamichi.koikoi import Card, Kind, Ribbon, StopValue, YakuPoints
from hanamichi.words import Words, koikoi_names

_KIND_STYLES = {
    Kind.LIGHT: "black on yellow",
    Kind.ANIMAL: "black on cyan",
    Kind.RIBBON: "bright_white on red",
    Kind.PLAIN: "bold",
}
_BLUE = "bright_white on blue"


def style_of(card: Card) -> str:
    """The colours of a card's code; its letter says the same."""
    return _BLUE if card.ribbon is Ribbon.BLUE else _KIND_STYLES[card.kind]


def chips(cards: Iterable[Card]) -> Text:
    """Codes in a row."""
    return Text(" ").join(Text(str(card), style_of(card)) for card in cards)


class KoiKoiWords:
    """Messages about Koi-Koi in one language."""

    def __init__(self, speech: Words) -> None:
        self.speech = speech

    def say(self, key: str, **values: str | int) -> str:
        """One of the messages about Koi-Koi."""
        return self.speech.say(f"cli.koikoi.{key}", **values)

    def label(self, card: Card) -> str:
        """The motif of the card apart from its plant; empty for a plain card."""
        if card.ribbon is not None:
            return koikoi_names.ribbon_name(card.ribbon, self.speech.lang)
        return "" if card.motif is None else koikoi_names.card_name(card, self.speech.lang)

    def plant(self, month: int) -> str:
        """The plant of a month."""
        return koikoi_names.plant_name(month, self.speech.lang)

    def card(self, card: Card) -> str:
        """A card in a sentence: `3L (curtain)`, `3a`."""
        return f"{card} ({self.label(card)})" if card.motif else str(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Some cards in a sentence."""
        return ", ".join(map(self.card, cards))

    def yaku(self, yaku: Iterable[YakuPoints]) -> str:
        """Yaku with their points."""
        return ", ".join(
            f"{koikoi_names.yaku_name(entry.yaku, self.speech.lang)} {entry.points}"
            for entry in yaku
        )

    def worth(self, value: StopValue) -> str:
        """What a stop brings, factor by factor: `6 × 2 (koi-koi of the other) = 12`."""
        factors = "".join(
            f" × {factor.times} ({self.say(f'factor.{factor.name.value}')})"
            for factor in value.factors
        )
        sum_ = f"{value.total}{factors} = {value.points}" if factors else str(value.total)
        return self.say("points", sum=sum_, count=value.points)
