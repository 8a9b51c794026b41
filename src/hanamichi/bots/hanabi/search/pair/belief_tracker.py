"""A game for two as a searching seat follows it: with the hands it may hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.hanabi.row import TURN
from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.pair.hand_beliefs import HandBeliefs
from hanamichi.bots.hanabi.search.pair.network_rollouts import Past
from hanamichi.bots.hanabi.search.pair.partner_choices import PartnerChoice
from hanamichi.bots.hanabi.seat_tracker import ActionEvent, SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.options import HanabiOptions


class BeliefTracker(SeatTracker):
    """A row without the seat's own cards and the deck, and beliefs about those cards."""

    def __init__(self, options: HanabiOptions, seat: Seat, network: Network, most: int) -> None:
        """`most`: how many hands are listed."""
        self._network = network
        super().__init__(options, 2, seat)
        self.searches = False
        """Whether this seat is the one that searches: the one with the first turn."""
        self.beliefs = HandBeliefs(self.vector, seat, network, most)

    def past(self) -> Past:
        """The actions so far, the latest first."""
        found = np.full(self._network.past + 1, -1, np.int8)
        latest = self.actions[: -len(found) - 1 : -1]
        found[: len(latest)] = latest
        return found

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        self.beliefs.start()
        self.searches = int(self.row[TURN]) == self.seat

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        row, past, hand = self.row.copy(), self.past(), list(self.hands[self.seat])
        super()._apply(event, after)
        if not self.searches:
            return
        if event.seat != self.seat:
            choice = PartnerChoice(row, past[1:], self.actions[-1], tuple(hand))
            self.beliefs.observe_choice(choice, self.row)
        elif isinstance(event, CardPlayed | CardMisplayed | CardDiscarded):
            assert event.card is not None
            self.beliefs.set_hand(hand)
            face = card_code(self.options, event.face)
            self.beliefs.leave(hand.index(event.card), face, event.card)
            if len(self.hands[self.seat]) == len(hand):
                self.beliefs.draw(self.hands[self.seat][-1], self.row)
