"""What the arena needs of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from hanamichi.adapters import Facet
from hanamichi.bots.bot import Bot


class Board(NamedTuple):
    """What is played in one game of the leaderboard."""

    preset: str
    options: Mapping[str, Any]
    company: tuple[str, ...]
    """Bots of the house that every bot meets: as partners, or as opponents."""
    alone: bool
    """Whether a bot is measured in the company of itself, too."""


class GameArena(ABC):
    """A yardstick to measure bots by, the leaderboard's table, and the cost of a forfeit."""

    yardstick: ClassVar[type[Bot] | None] = None
    """A bot that is shown every hand."""
    board: ClassVar[Board | None] = None
    """The table of the leaderboard; None for a game without one."""

    @abstractmethod
    def forfeit(self, options: Mapping[str, Any]) -> int:
        """The points that opponents get for a forfeited match: enough that failing never pays."""


ARENA: Facet[GameArena] = Facet("arena", GameArena)
