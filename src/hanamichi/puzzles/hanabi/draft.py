"""A puzzle that was found, before it is written down."""

from __future__ import annotations

from typing import NamedTuple

from hanamichi.bots.bot import Reason
from hanamichi.hanabi.cards import Card
from hanamichi.puzzles.game_puzzles import Solution
from hanamichi.puzzles.model import PuzzleKind


class Draft(NamedTuple):
    """A question with a clear answer."""

    kind: PuzzleKind
    level: int
    solution: Solution
    explanation: tuple[Reason, ...]
    asked_card: int | None = None
    face: Card | None = None
    """What the asked card is, where that follows by convention: the puzzle is dealt like that."""


def level_within(score: int) -> int:
    """A level from 1 to 5."""
    return max(1, min(5, score))


def cards(*faces: Card) -> str:
    """All of several faces, as a fact."""
    return "card:" + ",".join(map(str, in_order(faces)))


def one_of(*faces: Card) -> str:
    """One of several faces, as a fact."""
    return "card:" + "|".join(map(str, in_order(faces)))


def in_order(faces: tuple[Card, ...]) -> list[Card]:
    """Faces by suit and value."""
    return sorted(faces, key=lambda face: face.index)
