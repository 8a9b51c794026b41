"""The names of things in Koi-Koi, some also in Japanese with a reading."""

from __future__ import annotations

from hanamichi.koikoi.cards import Card, Kind, Ribbon
from hanamichi.koikoi.scoring import FactorName
from hanamichi.koikoi.yaku import Yaku
from hanamichi.words.catalogue import name_words, words


def month_name(month: int, lang: str) -> str:
    """A month, from 1 to 12."""
    return name_words(lang).say(f"koikoi.month.{month}")


def plant_name(month: int, lang: str) -> str:
    """The plant by which a month is known."""
    return name_words(lang).say(f"koikoi.plant.{month}")


def plant_reading(month: int) -> str:
    """The plant's Japanese name in Latin letters."""
    return name_words("ja").say(f"reading.plant.{month}")


def kind_name(kind: Kind, lang: str) -> str:
    """`light`, `animal`, `ribbon` or `plain card`."""
    return name_words(lang).say(f"koikoi.kind.{kind.value}")


def ribbon_name(ribbon: Ribbon, lang: str) -> str:
    """`poem ribbon`, `red ribbon` or `blue ribbon`."""
    return name_words(lang).say(f"koikoi.ribbon.{ribbon.value}")


def card_name(card: Card, lang: str) -> str:
    """`crane`, `pine poem ribbon`, `plain pine`, `松に鶴`. Plain cards of a month share a name."""
    return name_words(lang).say(f"koikoi.card.{card.value}")


def card_reading(card: Card) -> str:
    """The card's Japanese name in Latin letters."""
    return name_words("ja").say(f"reading.card.{card.value}")


def yaku_name(yaku: Yaku, lang: str) -> str:
    """`five lights`, `cinq lumières`, `五光`."""
    return name_words(lang).say(f"koikoi.yaku.{yaku.value}")


def yaku_reading(yaku: Yaku) -> str:
    """The yaku's Japanese name in Latin letters: `gokō`."""
    return name_words("ja").say(f"reading.yaku.{yaku.value}")


def factor_name(factor: FactorName, lang: str) -> str:
    """The name of a factor that multiplies a total."""
    return words(lang).say(f"koikoi.factor.{factor.value}")
