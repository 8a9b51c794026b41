"""What a bot is shown, as the numbers that networks are trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from hanamichi.bots.bot import Sight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Observed(NamedTuple):
    """A sight in numbers, the same as `hanamichi.batch` and the environments give for the seat."""

    bits: NDArray[np.uint8]
    """The observation, a number for each bit."""
    actions: list[int]
    """The id of each legal action, in the order of the sight."""


class Observer(Protocol):
    """Follows a match from one seat. It may be handed the sights of several matches."""

    def observe(self, sight: Sight) -> Observed:
        """A sight in numbers."""
        ...


class MakeObserver(Protocol):
    """Makes an observer of a game."""

    def __call__(self, *, card_memory: bool) -> Observer:
        """An observer; raises where the game keeps no memory of cards and it is asked for."""
        ...
