"""Crane's company at a table, and what it makes of people who do not play by its conventions."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.bots.hanabi.companion.card_masks import card_masks_of
from hanamichi.bots.hanabi.companion.convention_tracker import MAX_BREACHES, ConventionTracker
from hanamichi.core import Event, Seat
from hanamichi.review.hanabi.crane_company import CraneCompany
from hanamichi.review.history import SeatHistory

CRANE = "companion"


class TableTracker(ConventionTracker):
    """Follows a match from one seat, and counts its own breaches too, as the others see them."""

    def was_to_play(self, seat: Seat, discarded: int) -> bool:
        if seat != self.seat:
            return super().was_to_play(seat, discarded)
        return any(
            self.pointed[card] and card != discarded and belief and not belief & ~self.playable
            for card, belief in zip(self.hands[seat], self.model.beliefs(seat), strict=True)
        )


class Cranes:
    """The company by the conventions, until the table has broken them twice in the seat's eyes.

    From then on its clues are taken literally, past ones too, except between Cranes: to judge
    people as if Crane had misread them would say nothing about their play.
    """

    def __init__(self, history: SeatHistory) -> None:
        options, players, seat = history.options, history.players, history.seat
        self._tracker = TableTracker(card_masks_of(options), players, seat)
        self._told = 0
        self._company = CraneCompany(options, players, seat)
        strangers = [each for each, bot in enumerate(history.company) if bot != CRANE]
        self._literal = CraneCompany(options, players, seat, strangers)

    def after(self, events: Sequence[Event]) -> CraneCompany:
        """The company for a decision after these events, which go on from those before."""
        for event in events[self._told :]:
            self._tracker.apply(event)
        self._told = len(events)
        broken = sum(self._tracker.convention_breaks) >= MAX_BREACHES
        return self._literal if broken else self._company
