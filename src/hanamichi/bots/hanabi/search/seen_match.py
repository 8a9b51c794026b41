"""The match so far as one seat knows it, in the form in which it can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import card_code, template
from hanamichi.core import Event
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    HandDealt,
    TileRevealed,
    TurnPassed,
)
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.tiles import TILES, Tile

MAX_CARDS = 96
"""More cards than any match draws."""


class SeenMatch(NamedTuple):
    """What the events told."""

    start: Row
    """The row before the deal, with the tiles that were revealed in front of the others."""
    cards: Row
    """Each card in the order of drawing; `NO_CARD` for those of the own hand."""


def seen_match(options: HanabiOptions, events: Sequence[Event]) -> SeenMatch:
    """The start of a match, and the cards that a seat has seen since."""
    faces: dict[int, Card] = {}
    drawn = 0
    tiles: list[Tile] = []
    first: int | None = None
    for event in events:
        match event:
            case HandDealt(cards=ids, faces=dealt):
                faces.update(zip(ids, dealt or (), strict=False))
                drawn += len(ids)
            case CardDrawn(card=card, face=face):
                drawn += 1
                if face is not None:
                    faces[card] = face
            case (
                CardPlayed(card=None, face=face, source="deck")
                | CardMisplayed(card=None, face=face)
            ):
                faces[drawn] = face
                drawn += 1
            case (
                CardPlayed(card=card, face=face)
                | CardMisplayed(card=card, face=face)
                | (CardDiscarded(card=card, face=face))
            ) if card is not None:
                faces[card] = face
            case TileRevealed(tile=tile):
                tiles.append(tile)
            case TurnPassed(seat=seat) if first is None:
                first = seat
            case _:
                pass
    hidden = [tile for tile in TILES if tile not in tiles]
    start = template(
        options, deck=layout_of(options).deck, tiles=(*tiles, *hidden), first_seat=first
    )
    known = np.full(MAX_CARDS, r.NO_CARD, np.uint8)
    for place, face in faces.items():
        known[place] = card_code(options, face)
    return SeenMatch(start, known)


Actions = NDArray[np.int64]
"""Action ids."""
