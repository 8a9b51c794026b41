"""The first round of Koi-Koi: capturing in every way, a yaku, a koi-koi that pays."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.core import Action, ChanceDraw
from hanamichi.koikoi import Card
from hanamichi.koikoi.actions import CallKoiKoi, PlayCard, TakeCard
from hanamichi.server.table.lessons.script import LessonScript

_PACKET = 2


def _deck(
    dealer: Sequence[str], other: Sequence[str], field: Sequence[str], stock: Sequence[str]
) -> ChanceDraw:
    """A deck that deals these hands and this field, two by two, and leaves this stock."""
    order: list[str] = []
    for start in range(0, len(dealer), _PACKET):
        for pile in (other, field, dealer):
            order += pile[start : start + _PACKET]
    return ChanceDraw("deck", (*order, *stock))


_PRESET = "koikoi/nintendo"
_OPTIONS = {"first_dealer": 0, "rounds": 1}

_LEARNER = ("1a", "3b", "6A", "5a", "10A", "4R", "9a", "8a")
_OTHER = ("4a", "7a", "12a", "12b", "5b", "11A", "9b", "8b")
_FIELD = ("1L", "3L", "3a", "6a", "6b", "6R", "2A", "2R")
_STOCK = [
    "9A",
    "10b",
    "7b",
    "8L",
    "5R",
    "4b",
    "2a",
    "1b",
    "11R",
    "7R",
    "12c",
    "10R",
    "9R",
    "2b",
    "8A",
    "1R",
    "3R",
    "4A",
    "5A",
    "7A",
    "10a",
    "11L",
    "11a",
    "12L",
]
_DRAWS = (_deck(_LEARNER, _OTHER, _FIELD, _STOCK),)


def _play(card: str, capture: str | None = None) -> Action:
    return PlayCard(Card(card), None if capture is None else Card(capture))


_MOVES: tuple[Action, ...] = (
    _play("1a"),  # a pair: the same month
    _play("4a"),
    _play("3b", "3L"),  # two to choose from: the light
    _play("7a"),
    _play("6A"),  # three on the field: all are captured
    _play("12a"),
    _play("5a"),  # a ribbon
    TakeCard(Card("2R")),  # the card from the stock captures too
    _play("12b"),
    _play("10A"),  # an animal
    _play("5b"),
    _play("4R"),  # one that captures nothing
    _play("11A"),
    _play("9a"),  # the sake cup: flower viewing
    CallKoiKoi(),
    _play("9b"),
    _play("8a"),  # the moon: moon viewing, and three lights
)

KOIKOI_LESSON = LessonScript(_PRESET, _OPTIONS, "regular", _DRAWS, _MOVES)
