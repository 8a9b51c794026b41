"""The script of a lesson, which a game declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanamichi.adapters import Facet
from hanamichi.core import Action, ChanceDraw


@dataclass(frozen=True)
class LessonScript:
    """A match of two with stacked cards, and every move of it."""

    preset: str
    options: Mapping[str, Any]
    bot: str
    """The opponent or partner, which plays on when the script has ended or was left."""
    draws: tuple[ChanceDraw, ...]
    moves: tuple[Action, ...]


LESSON: Facet[LessonScript] = Facet("lesson", LessonScript)
