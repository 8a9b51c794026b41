"""What the environments need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from hanamichi.adapters import Facet


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


ENVIRONMENT: Facet[GameEnvironment] = Facet("environment", GameEnvironment)
