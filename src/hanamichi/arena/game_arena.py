"""What the arena needs of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from hanamichi.adapters import Facet
from hanamichi.bots.bot import Bot


class GameArena(ABC):
    """A yardstick to measure bots by, and the cost of a forfeit."""

    yardstick: ClassVar[type[Bot] | None] = None
    """A bot that is shown every hand."""

    @abstractmethod
    def forfeit(self, options: Mapping[str, Any]) -> int:
        """The points that opponents get for a forfeited match: enough that failing never pays."""


ARENA: Facet[GameArena] = Facet("arena", GameArena)
