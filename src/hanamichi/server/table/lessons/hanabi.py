"""The first game of Hanabi: clues, plays and discards, each for a reason."""

from __future__ import annotations

from hanamichi.core import Action
from hanamichi.hanabi import ColourClue, Discard, Play, ValueClue
from hanamichi.hanabi.cards import Suit
from hanamichi.server.table.lessons.script import LessonScript
from hanamichi.server.table.lessons.stacking import hanabi_deck

_PRESET = "hanabi/cocktail"
_OPTIONS = {"first_seat": 0}

_LEARNER = ("w1", "r2", "b1", "g4", "w5")
_OTHER = ("r1", "w1", "g2", "b4", "r5")
_DRAWN = ("r3", "y1", "b2", "y4", "g1", "w4", "r4", "y2", "b5", "w2", "g3")
_DRAWS = (hanabi_deck(_PRESET, (*_LEARNER, *_OTHER, *_DRAWN)),)

_MOVES: tuple[Action, ...] = (
    ValueClue(1, 1),  # the 1s can be played
    Play(5),
    Discard(0),  # a discard brings a clue back
    Play(6),
    ValueClue(1, 5),  # a 5 must be kept
    ColourClue(0, Suit.RED),
    Play(1),  # what was pointed at fits
    ValueClue(0, 1),
    Play(2),  # two cards were pointed at: the first
    Discard(7),
    Play(11),  # and the second
    ValueClue(0, 5),
    ValueClue(1, 3),  # the clue that touches just the right card
    Play(10),
    Discard(3),  # never the 5, but the oldest without a clue
    ColourClue(0, Suit.GREEN),
    Play(14),  # every firework has begun
    Discard(8),
    ValueClue(1, 2),  # one clue, two cards that fit
    Play(12),
)

HANABI_LESSON = LessonScript(_PRESET, _OPTIONS, "casual", _DRAWS, _MOVES)
