"""A game as a seat that searches follows it: with what the others did, to be asked about later."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.search.move_history import (
    RECORDED,
    name_cards,
    new_history,
    note,
    reveal,
)
from hanamichi.bots.hanabi.seat_tracker import Deed
from hanamichi.core import Event, Seat
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.options import HanabiOptions


class HistoryTracker(HatsTracker):
    """What a seat knows of a game, and how things stood before each of the latest moves."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.history = new_history()
        super().__init__(options, players, seat)

    def _start(self) -> None:
        super()._start()
        self.history.state[RECORDED] = 0

    def hear(self, events: Sequence[Event]) -> None:
        super().hear(events)
        name_cards(self.history, self.hands)

    def _take_in(self, deed: Deed, after: Sequence[Event]) -> None:
        row, memory = self.row.copy(), self.memory.copy()
        name_cards(self.history, self.hands)
        done = len(self.actions)
        super()._take_in(deed, after)
        if len(self.actions) == done:
            return
        note(self.history, row, memory, self.actions[-1])
        if isinstance(deed, CardPlayed | CardMisplayed | CardDiscarded):
            code = card_code(self.options, deed.face)
            if deed.seat == self.seat and deed.card is not None:
                reveal(self.history, self.vector, self.seat, deed.card, code)
