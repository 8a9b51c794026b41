"""A game as one seat of the team follows it: the row, and what everybody knows by the code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.hats.hand_knowledge import agrees
from hanamichi.bots.hanabi.hats.inference import learn
from hanamichi.bots.hanabi.hats.memory_layout import HELD, MEMORY_CELLS, MEMORY_TYPE, SLOTS_EACH
from hanamichi.bots.hanabi.hats.strategy import begin, carry_out
from hanamichi.bots.hanabi.seat_tracker import Deed, SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.options import HanabiOptions


class HatsTracker(SeatTracker):
    """What a seat knows of a game: a row without its own cards and the deck, and the memory."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.memory = np.zeros(MEMORY_CELLS, MEMORY_TYPE)
        self.sense = True
        """Whether all that was said so far makes sense in the code; once false, never again."""
        super().__init__(options, players, seat)

    def _start(self) -> None:
        super()._start()
        self.sense = True

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        begin(self.row, self.vector, self.memory)

    def _take_in(self, deed: Deed, after: Sequence[Event]) -> None:
        if self.sense:
            super()._take_in(deed, after)
            self.sense &= bool(agrees(self.row, self.vector, self.memory, self.seat))

    def _carry_out(self, action: int) -> None:
        self.sense &= bool(learn(self.row, self.vector, self.memory, action, self.seat))
        carry_out(self.row, self.vector, self.memory, action, self._rng, 0)

    def _reveal(self, seat: Seat, slot: int, face: Card) -> None:
        super()._reveal(seat, slot, face)
        if not self.memory[HELD + seat * SLOTS_EACH + slot] >> card_code(self.options, face) & 1:
            self.sense = False
