"""What a review needs of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeAlias

from hanamichi.adapters import Facet
from hanamichi.review.history import SeatHistory
from hanamichi.review.model import Depth, SeatReview

Progress: TypeAlias = Callable[[float], None]
"""Told how much is done, 0 to 1, after each decision. What it raises ends the review."""


class GameReview(ABC):
    """Judges the decisions of one seat, from what that seat saw."""

    @abstractmethod
    def check(self, options: Any, players: int) -> None:
        """Raise `ReviewError` if matches at such a table cannot be reviewed."""

    @abstractmethod
    def review(self, history: SeatHistory, depth: Depth, progress: Progress) -> SeatReview:
        """The review of a seat. The same history and depth always give the same review."""

    @abstractmethod
    def rounds(self, history: SeatHistory) -> tuple[int, ...]:
        """The ply at which each round begins; none in a game without rounds."""


REVIEW: Facet[GameReview] = Facet("review", GameReview)
