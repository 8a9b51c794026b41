"""The company that a decision is judged with: who plays on after it, and in which worlds."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.bots.bot import Reason, Sight
from hanamichi.core import Action

Scores: TypeAlias = NDArray[np.int64]
"""Final scores: a row for each world, a column for each move."""
Moves: TypeAlias = NDArray[np.int64]
"""Action ids."""


class Position(Protocol):
    """A decision of the seat, ready to be tried out."""

    choice: int
    """What the company would do, as an action id."""
    hands: list[list[int]]
    """The ids of the cards in each hand, the oldest first: action ids count in this order."""
    share: float
    """How many of the usual worlds it can afford: less than 1 where rollouts are slow."""
    candidates: list[int]
    """The actions worth a comparison, the company's choice first."""

    def weights(self, most: int) -> NDArray[np.float64] | None:
        """The weight of every possible world; None if there are more than `most`."""
        ...

    def exact_scores(self, moves: Moves) -> Scores:
        """The final scores of moves in all these worlds."""
        ...

    def scores(self, moves: Moves, first: int, count: int) -> Scores:
        """The final scores of moves in sampled worlds of these numbers."""
        ...


class Company(Protocol):
    """Players of one kind in all seats."""

    def position(self, sight: Sight, seed: int) -> Position | None:
        """A position of the seat; None if what was played does not fit this company."""
        ...

    def why(self, sight: Sight, action: Action) -> Reason | None:
        """Why one would do this in the position that was asked for last."""
        ...
