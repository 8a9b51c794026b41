"""Hanabi: three editions and every custom table in between."""

from hanamichi.hanabi.actions import (
    ColourClue,
    Discard,
    HanabiAction,
    Play,
    PlayFromDeck,
    Rearrange,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.events import HanabiEvent
from hanamichi.hanabi.options import PRESETS, Avalanche, Colour, HanabiOptions
from hanamichi.hanabi.rules import HANABI, Hanabi, HanabiMatch
from hanamichi.hanabi.scoring import HanabiOutcome, Rating
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView, HeldCard

__all__ = [
    "HANABI",
    "PRESETS",
    "Avalanche",
    "Card",
    "Colour",
    "ColourClue",
    "Discard",
    "Hanabi",
    "HanabiAction",
    "HanabiEvent",
    "HanabiMatch",
    "HanabiOptions",
    "HanabiOutcome",
    "HanabiState",
    "HanabiView",
    "HeldCard",
    "Play",
    "PlayFromDeck",
    "Rating",
    "Rearrange",
    "RecoverCard",
    "ReturnCard",
    "Suit",
    "Tile",
    "ValueClue",
]
