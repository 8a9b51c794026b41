"""A game as a searching seat follows it: with the latest choices of the other seats."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.search.move_history import (
    RECORDED,
    new_history,
    record,
    reveal,
    set_hands,
)
from hanamichi.bots.hanabi.seat_tracker import ActionEvent
from hanamichi.core import Event, Seat
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.options import HanabiOptions


class HistoryTracker(HatsTracker):
    """A hats tracker that keeps the position before each of the latest moves."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.history = new_history()
        super().__init__(options, players, seat)

    def _start(self) -> None:
        super()._start()
        self.history.state[RECORDED] = 0

    def update(self, events: Sequence[Event]) -> None:
        super().update(events)
        set_hands(self.history, self.hands)

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        row, memory = self.row.copy(), self.memory.copy()
        set_hands(self.history, self.hands)
        done = len(self.actions)
        super()._apply(event, after)
        if len(self.actions) == done:
            return
        record(self.history, row, memory, self.actions[-1])
        if isinstance(event, CardPlayed | CardMisplayed | CardDiscarded):
            code = card_code(self.options, event.face)
            if event.seat == self.seat and event.card is not None:
                reveal(self.history, self.vector, self.seat, event.card, code)
