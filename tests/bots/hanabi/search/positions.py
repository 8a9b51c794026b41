"""Positions of games played by the hat strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import option_vector, pack
from hanamichi.bots.hanabi.hats.memory_layout import MEMORY_CELLS, MEMORY_TYPE
from hanamichi.bots.hanabi.hats.strategy import advance, begin, decide
from hanamichi.catalog import new_match

RNG = np.zeros(1, np.uint64)


class Position(NamedTuple):
    """A turn, with all cards known."""

    row: NDArray[np.uint8]
    o: NDArray[np.int32]
    memory: NDArray[np.int64]

    @property
    def deck(self) -> int:
        return int(self.row[r.DECK_SIZE]) - int(self.row[r.DRAWN])

    @property
    def seat(self) -> int:
        return int(self.row[r.TURN])

    def own_cells(self) -> list[int]:
        """The cells of the row with the acting seat's cards."""
        first = self.seat * int(self.o[r.O_HAND])
        size = int(self.row[r.HAND_SIZES + self.seat])
        return [r.SLOTS + (first + slot) * r.SLOT_BYTES + r.CARD for slot in range(size)]

    def hand(self) -> list[int]:
        return [int(self.row[cell]) for cell in self.own_cells()]

    def rest(self) -> list[int]:
        """The deck, the next card first."""
        first = r.DECK + int(self.row[r.DRAWN])
        return [int(card) for card in self.row[first : first + self.deck]]

    def copy(self) -> Position:
        return Position(self.row.copy(), self.o, self.memory.copy())

    def blinded(self) -> Position:
        """The same without the cards that the acting seat cannot see."""
        blind = self.copy()
        blind.row[self.own_cells()] = r.NO_CARD
        blind.row[r.DECK : r.DECK + int(self.row[r.DECK_SIZE])] = r.NO_CARD
        return blind


def game(players: int, seed: int, preset: str = "hanabi/online") -> Iterator[Position]:
    """Every position of a game."""
    match = new_match(preset, players, seed=seed)
    row, o = pack(match.state), option_vector(match.options, players)
    memory = np.zeros(MEMORY_CELLS, MEMORY_TYPE)
    begin(row, o, memory)
    while not row[r.ENDED]:
        yield Position(row, o, memory).copy()
        advance(row, o, memory, decide(row, o, memory), RNG, 0)
