"""A seat's sights of Hanabi in the numbers of the kernels."""

from __future__ import annotations

from typing import cast

import numpy as np

from hanamichi.batch.hanabi.observation import observation_bits, observe
from hanamichi.batch.hanabi.setup import action_id
from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.seat_tracker import SeatTracker
from hanamichi.bots.observer import Observed
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.actions import HanabiAction


class HanabiObserver:
    """Follows the events that the seat was sent: the last action is part of what it observes."""

    def __init__(self, *, card_memory: bool = False) -> None:
        self._card_memory = card_memory
        self._tracker: SeatTracker | None = None

    def observe(self, sight: Sight) -> Observed:
        """A sight in numbers."""
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        size = int(observation_bits(tracker.vector))
        packed = np.zeros(-(-size // 64), np.uint64)
        observe(tracker.row, tracker.vector, tracker.seat, packed)
        bits = np.unpackbits(packed.view(np.uint8), bitorder="little")[:size]
        actions = [
            action_id(tracker.options, tracker.hands, tracker.seat, cast(HanabiAction, action))
            for action in sight.legal
        ]
        return Observed(bits, actions)

    def _tracker_for(self, view: HanabiView) -> SeatTracker:
        """The tracker of this match, or a new one for another seat."""
        known = self._tracker
        assert view.seat is not None
        if known is None or (known.options, known.players, known.seat) != (
            view.options,
            view.players,
            view.seat,
        ):
            known = self._tracker = SeatTracker(
                view.options,
                view.players,
                view.seat,
                card_memory=self._card_memory,
                variants=True,
            )
        return known
