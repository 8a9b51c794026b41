"""The names of things in Hanabi. Cards and suits have Japanese names too."""

from __future__ import annotations

from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.scoring import Rating
from hanamichi.hanabi.tiles import Tile
from hanamichi.words.catalogue import name_words, words


def suit_name(suit: Suit, lang: str) -> str:
    """`red`, `rouge`, `赤`."""
    return name_words(lang).say(f"hanabi.suit.{suit.value}")


def card_name(card: Card, lang: str) -> str:
    """`red 3`, `3 rouge`, `rote 3`, `赤の3`."""
    return name_words(lang).say(f"hanabi.card.{card.suit.value}", number=card.number)


def tile_name(tile: Tile, lang: str) -> str:
    """The name of a bonus tile."""
    return words(lang).say(f"hanabi.tile.{tile.value}.name")


def tile_text(tile: Tile, lang: str) -> str:
    """What a bonus tile does."""
    return words(lang).say(f"hanabi.tile.{tile.value}.text")


def rating_name(rating: Rating, lang: str) -> str:
    """The name of a rating."""
    return words(lang).say(f"hanabi.rating.{rating.value}.name")


def rating_text(rating: Rating, lang: str) -> str:
    """The description of a rating."""
    return words(lang).say(f"hanabi.rating.{rating.value}.text")
