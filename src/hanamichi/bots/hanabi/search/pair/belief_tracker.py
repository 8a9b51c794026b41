"""A game for two as a searching seat follows it: with the hands it may hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.arrays import Rows
from hanamichi.batch.hanabi.row import TURN
from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots.hanabi.network.partner_choices import PartnerChoice
from hanamichi.bots.hanabi.network.partner_tracker import PartnerTracker
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.pair.hand_beliefs import HandBeliefs
from hanamichi.bots.hanabi.search.pair.network_rollouts import network_choices
from hanamichi.bots.hanabi.search.pair.partner_doubts import HANDS, PartnerDoubts
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
        self._doubts = PartnerDoubts(self.vector, seat, network)

    @property
    def distrusted(self) -> bool:
        """Whether the partner has taken this seat for a stranger."""
        return self._doubts.lost

    def network_action(self) -> int:
        """What the network would do now."""
        row, past = self.row, self.past()
        return int(network_choices(self._network, row[None], self.vector, past[None])[0])

    def may_make(self, actions: Sequence[int]) -> list[int]:
        """Those of some actions after which the partner still takes this seat for the network."""
        if self._doubts.any_move_is_fine:
            return list(actions)
        row, past, hands = self.row, self.past(), self._likely_hands()
        return [each for each in actions if self._doubts.would_accept(row, past, each, hands)]

    def _likely_hands(self) -> Rows:
        """A few hands, spread evenly over those believed by their weights."""
        hands, weights = self.beliefs.believed(self.row)
        places = np.searchsorted(np.cumsum(weights), (np.arange(HANDS) + 0.5) / HANDS)
        few: Rows = hands[places.clip(max=len(hands) - 1)]
        return few

    def _deal(self, events: Sequence[Event]) -> None:
        super()._deal(events)
        self.beliefs.start()
        self._doubts.start()
        self.searches = int(self.row[TURN]) == self.seat

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        hand = list(self.hands[self.seat])
        if event.seat == self.seat and self.searches and not self.stranger:
            self._own_move(event)
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

    def _own_move(self, event: ActionEvent) -> None:
        """Add what the partner thinks of the move that is about to be applied."""
        action = self.action_of(event)
        if action == self.network_action():
            self._doubts.moved_as_expected()
        else:
            self._doubts.moved(self.row, self.past(), action, self._likely_hands())
            self.stranger = self.stranger or self._doubts.lost

    def _partner_chose(self, choice: PartnerChoice) -> None:
        if self.searches:
            self.beliefs.observe_choice(choice, self.row)
