"""Stacked decks for lessons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hanamichi.catalog import preset_by_id
from hanamichi.core import ChanceDraw
from hanamichi.hanabi import HanabiOptions
from hanamichi.hanabi.layout import layout_of

_PACKET = 2


def hanabi_deck(preset: str, first: Sequence[str]) -> ChanceDraw:
    """A deck that begins with these cards, followed by the others in any order."""
    options = preset_by_id(preset)[1].options
    assert isinstance(options, HanabiOptions)
    rest = Counter(card.value for card in layout_of(options).deck)
    rest.subtract(first)
    assert all(count >= 0 for count in rest.values()), "a card occurs too often"
    return ChanceDraw("deck", (*first, *rest.elements()))


def koikoi_deck(
    dealer: Sequence[str], other: Sequence[str], field: Sequence[str], stock: Sequence[str]
) -> ChanceDraw:
    """A deck that deals these hands and this field, two by two, and leaves this stock."""
    order: list[str] = []
    for start in range(0, len(dealer), _PACKET):
        for pile in (other, field, dealer):
            order += pile[start : start + _PACKET]
    return ChanceDraw("deck", (*order, *stock))
