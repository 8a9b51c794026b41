"""How the views of a game become messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from hanamichi.adapters import Facet
from hanamichi.core import Seat
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.match_messages import ClockState, GameFrame, GamePosition


class Scene(Protocol):
    """A moment of a match that is encoded for several readers."""

    def position(self, seat: Seat | None, *, aids: Aids) -> str:
        """The JSON of the position as a seat, or a spectator, may know it."""
        ...


class GameViews(ABC):
    """Messages made from views, and so with nothing that the viewer may not know."""

    @abstractmethod
    def position(
        self,
        view: Any,
        *,
        seq: int,
        to_act: Seat | None,
        legal: tuple[Any, ...],
        clock: ClockState | None,
        aids: Aids,
    ) -> GamePosition:
        """A view with what follows from it, as far as aids are wanted."""

    @abstractmethod
    def frame(
        self, position: GamePosition, view: Any, state: Any, *, everything_open: bool
    ) -> GameFrame:
        """A moment of a replay. The state may be told only where everything is open."""

    def scene(self, state: Any, seq: int, to_act: Seat | None, clock: str) -> Scene | None:
        """A faster way to the same JSON as `position` gives, for games that have one."""
        return None


VIEWS: Facet[GameViews] = Facet("views", GameViews)
