"""A game for two as a searching seat follows it: with the hands it may hold."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.batch.hanabi.row import TURN
from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.network.partner_choices import PartnerChoice
from hanamichi.bots.hanabi.network.partner_tracker import PartnerTracker
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.pair.hand_beliefs import HandBeliefs
from hanamichi.bots.hanabi.seat_tracker import ActionEvent
from hanamichi.core import Event, Seat
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.options import HanabiOptions


class BeliefTracker(PartnerTracker):
    """A row without the seat's own cards and the deck, and beliefs about those cards."""

    def __init__(self, options: HanabiOptions, seat: Seat, network: Network, most: int) -> None:
        """`most`: how many hands are listed."""
        super().__init__(options, seat, network)
        self.searches = False
        """Whether this seat is the one that searches: the one with the first turn."""
        self.beliefs = HandBeliefs(self.vector, seat, network, most)

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        self.beliefs.start()
        self.searches = int(self.row[TURN]) == self.seat

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        hand = list(self.hands[self.seat])
        super()._apply(event, after)
        if event.seat != self.seat or not self.searches or self.stranger:
            return
        if isinstance(event, CardPlayed | CardMisplayed | CardDiscarded):
            assert event.card is not None
            self.beliefs.set_hand(hand)
            face = card_code(self.options, event.face)
            self.beliefs.leave(hand.index(event.card), face, event.card)
            if len(self.hands[self.seat]) == len(hand):
                self.beliefs.draw(self.hands[self.seat][-1], self.row)

    def _partner_chose(self, choice: PartnerChoice) -> None:
        if self.searches:
            self.beliefs.observe_choice(choice, self.row)
