"""What the environments need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple

from hanamichi.adapters import Facet


class Bounds(NamedTuple):
    """How far a match at a table can go."""

    least: float
    """The least that a seat's rewards can add up to."""
    most: float
    total: float | None
    """What the rewards of all seats add up to, where that is always the same."""
    actions: int
    """More actions no match has."""


class GameEnvironment(ABC):
    """One game as an environment. Importing it must not import the compiled kernels."""

    name: ClassVar[str]
    """The name in Gymnasium's ids: the `Hanabi` of `Hanamichi/Hanabi-v0`."""
    default_preset: ClassVar[str]

    @abstractmethod
    def picture(self, table: Any, row: Any) -> str:
        """The whole position in a few lines of text, with everything shown."""

    @abstractmethod
    def action_name(self, table: Any, number: int) -> str:
        """An action as text: `play 2`, `clue +1 red`, `koi`."""

    @abstractmethod
    def bounds(self, table: Any) -> Bounds:
        """How far a match at this table can go, at most."""


ENVIRONMENT: Facet[GameEnvironment] = Facet("environment", GameEnvironment)
