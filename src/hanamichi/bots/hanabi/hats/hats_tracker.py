"""A game as one seat follows it: the row, and the public knowledge of the hat strategy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.hats.hand_knowledge import is_consistent
from hanamichi.bots.hanabi.hats.inference import learn
from hanamichi.bots.hanabi.hats.memory_layout import HELD, MEMORY_CELLS, MEMORY_TYPE, SLOTS_EACH
from hanamichi.bots.hanabi.hats.strategy import begin, carry_out
from hanamichi.bots.hanabi.seat_tracker import ActionEvent, SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.options import HanabiOptions


class HatsTracker(SeatTracker):
    """A row without the seat's own cards and the deck, and the memory of the strategy."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.memory = np.zeros(MEMORY_CELLS, MEMORY_TYPE)
        self.consistent = True
        """Whether all moves so far fit the hat strategy; once false, it stays so."""
        super().__init__(options, players, seat)

    def _start(self) -> None:
        super()._start()
        self.consistent = True

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        begin(self.row, self.vector, self.memory)

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        if self.consistent:
            super()._apply(event, after)
            self.consistent &= bool(is_consistent(self.row, self.vector, self.memory, self.seat))

    def _step(self, action: int) -> None:
        self.consistent &= bool(learn(self.row, self.vector, self.memory, action, self.seat))
        carry_out(self.row, self.vector, self.memory, action, self._rng, 0)

    def _reveal(self, seat: Seat, slot: int, face: Card) -> None:
        super()._reveal(seat, slot, face)
        if not self.memory[HELD + seat * SLOTS_EACH + slot] >> card_code(self.options, face) & 1:
            self.consistent = False
