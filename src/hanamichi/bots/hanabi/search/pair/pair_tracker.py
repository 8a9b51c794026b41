"""A game for two as a searching seat follows it: with its belief about its hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.pair.hand_evidence import Evidence
from hanamichi.bots.hanabi.search.pair.network_rollouts import Past
from hanamichi.bots.hanabi.seat_tracker import ActionEvent, SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.options import HanabiOptions


class PairTracker(SeatTracker):
    """A row without the seat's own cards and the deck, and the evidence about those cards."""

    def __init__(self, options: HanabiOptions, seat: Seat, network: Network) -> None:
        self._network = network
        super().__init__(options, 2, seat, card_memory=network.card_memory)
        self.evidence = Evidence(self.vector, seat, network)

    def past(self) -> Past:
        """The actions so far, the latest first."""
        found = np.full(self._network.past + 1, -1, np.int8)
        latest = self.actions[: -len(found) - 1 : -1]
        found[: len(latest)] = latest
        return found

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        self.evidence.start()

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        row, past, hand = self.row.copy(), self.past(), list(self.hands[self.seat])
        super()._apply(event, after)
        if event.seat != self.seat:
            self.evidence.observe_choice(row, past, self.actions[-1], self.row)
        elif isinstance(event, CardPlayed | CardMisplayed | CardDiscarded):
            assert event.card is not None
            self.evidence.remove_slot(hand.index(event.card))
