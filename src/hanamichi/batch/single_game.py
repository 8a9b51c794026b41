"""One game at a time with little overhead, for environments that act turn by turn."""

from __future__ import annotations

import operator
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamichi.batch.cpu_batch import Batch, Spec
from hanamichi.batch.cpu_template import ILLEGAL
from hanamichi.batch.errors import BatchError
from hanamichi.batch.saved_games import SavedGames


class SingleGame(Batch):
    """A batch of one game. One compiled call carries out an action and writes what it shows."""

    def __init__(self, spec: Spec, *, seed: int = 0, past_actions: int = 0) -> None:
        super().__init__(spec, 1, seed=seed, threads=1, past_actions=past_actions)
        self._totals = np.zeros(2 * spec.sides, np.int32)
        self._mask = np.zeros(spec.actions, np.int8)
        self._packed = np.zeros(self._words, np.uint64)
        self._bits = np.zeros(spec.observation_bits, np.uint8)
        self.seat = -1
        """The seat to act; -1 once the game is over."""
        self.look()

    def _another(self) -> Self:
        return type(self)(self.spec, past_actions=self._past.shape[1])

    def restore(self, saved: SavedGames, *, where: ArrayLike | None = None) -> None:
        """Go back to a saved game of the same table."""
        super().restore(saved, where=where)
        self.look()

    def look(self) -> None:
        """Read the position, after a deal."""
        self._turn(-1)

    def act(self, action: Any) -> list[int]:
        """Act for the seat to act: what each side gained, then the scores.

        An illegal action raises and changes nothing.
        """
        try:
            number = operator.index(action)
        except TypeError:
            raise BatchError(
                f"An action is a whole number, not {action!r}", where="actions[0]"
            ) from None
        if not 0 <= number < self.spec.actions or self._turn(number) == ILLEGAL:
            raise BatchError(f"Action {number} is not legal in game 0", where="actions[0]")
        if self._past.size:
            self._past[0, 1:] = self._past[0, :-1]
            self._past[0, 0] = number
        totals: list[int] = self._totals.tolist()
        return totals

    def standing(self) -> list[int]:
        """The score of each side as it stands."""
        scores: list[int] = self._totals[self.spec.sides :].tolist()
        return scores

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 where an action is legal; all 0 for a seat whose turn it is not."""
        return self._mask.copy() if seat == self.seat else np.zeros_like(self._mask)

    def bits(self, seat: int) -> NDArray[np.uint8]:
        """What a seat observes, a byte for each bit, in an array of its own."""
        if seat == self.seat:
            return self._bits.copy()
        bits = np.empty_like(self._bits)
        self._kernels.sight_one(self.rows, self.spec.vector, seat, self._packed, bits)
        return bits

    def _turn(self, action: int) -> int:
        seat: int = self._kernels.turn_one(
            self.rows,
            self.spec.vector,
            action,
            self._rng,
            self._totals,
            self._mask,
            self._packed,
            self._bits,
        )
        if seat != ILLEGAL:
            self.seat = seat
        return seat
