"""The first game of Hanabi: clues, plays and discards, each for a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hanamichi.core import Action, ChanceDraw
from hanamichi.hanabi import PRESETS, ColourClue, Discard, Play, ValueClue
from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.layout import layout_of
from hanamichi.server.table.lessons.script import LessonScript


def _deck(first: Sequence[str]) -> ChanceDraw:
    """A deck that begins with these cards, followed by the others in any order."""
    options = PRESETS[_PRESET].options
    rest = Counter(card.value for card in layout_of(options).deck)
    rest.subtract(first)
    assert all(count >= 0 for count in rest.values()), "a card occurs too often"
    return ChanceDraw("deck", (*first, *rest.elements()))


_PRESET = "hanabi/cocktail"
_OPTIONS = {"first_seat": 0}

_LEARNER = ("w1", "r2", "b1", "g4", "w5")
_OTHER = ("r1", "w1", "g2", "b4", "r5")
_DRAWN = ("r3", "y1", "b2", "y4", "g1", "w4", "r4", "y2", "b5", "w2", "g3")
_DRAWS = (_deck((*_LEARNER, *_OTHER, *_DRAWN)),)

_MOVES: tuple[Action, ...] = (
    ValueClue(1, 1),  # the 1s can be played
    Play(5),
    Discard(0),  # a discard returns a clue token
    Play(6),
    ValueClue(1, 5),  # a 5 must be kept
    ColourClue(0, Suit.RED),
    Play(1),  # the touched card is playable
    ValueClue(0, 1),
    Play(2),  # two cards were touched: the first
    Discard(7),
    Play(11),  # and the second
    ValueClue(0, 5),
    ValueClue(1, 3),  # the clue that touches just the right card
    Play(10),
    Discard(3),  # never the 5, but the oldest without a clue
    ColourClue(0, Suit.GREEN),
    Play(14),  # every firework has begun
    Discard(8),
    ValueClue(1, 2),  # one clue, two playable cards
    Play(12),
)

HANABI_LESSON = LessonScript(_PRESET, _OPTIONS, "casual", _DRAWS, _MOVES)
