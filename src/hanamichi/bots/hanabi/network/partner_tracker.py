"""A game for two as a seat follows it, with whether its partner may be the network, too.

For each of the partner's choices some hands are dealt that the seat may hold. The partner's regret
is how much better the network would have liked another action, with the hand that excuses the
choice most. Beside a network it is nearly always 0. When regrets add up in a short while, the
partner is a stranger: somebody who does not speak the network's language.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi.row import HAND_SIZES, O_SUITS, PLY
from hanamichi.bots.hanabi.network.partner_choices import PartnerChoice, regrets_of
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import Past, Scratch, new_scratch
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    MAX_HAND,
    WAYS_SHAPE,
    count_hands,
    deal_hands,
    slots_by_clues,
    unseen_cards,
)
from hanamichi.bots.hanabi.seat_tracker import ActionEvent, SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.options import HanabiOptions

SAMPLES, AT_A_TIME = 64, 8
"""Hands dealt for each choice, and how many of them are asked about at a time."""
FORGIVEN, MOST_REGRET = 3.0, 17.0
"""So much of every regret does not count, and no more than this of the rest."""
FORGETTING = 0.75
"""How much of the regrets before is left at the next choice."""
TOO_MUCH = 20.0
"""Such a sum of regrets makes a stranger: a single surprise of a partner that searches is less."""


class PartnerTracker(SeatTracker):
    """A row without the seat's own cards and the deck, and doubts about the partner."""

    def __init__(self, options: HanabiOptions, seat: Seat, network: Network) -> None:
        self._network = network
        self._scratch = new_scratch(network.members)
        self.stranger = False
        """Whether the partner does not play as the network; once true, it stays so."""
        self._regrets = 0.0
        super().__init__(options, 2, seat, card_memory=network.card_memory)

    def past(self) -> Past:
        """The actions so far, the latest first."""
        found = np.full(self._network.past + 1, -1, np.int8)
        latest = self.actions[: -len(found) - 1 : -1]
        found[: len(latest)] = latest
        return found

    def _start(self) -> None:
        super()._start()
        self.stranger = False
        self._regrets = 0.0

    def _apply(self, event: ActionEvent, after: Sequence[Event]) -> None:
        row, past, hand = self.row.copy(), self.past(), tuple(self.hands[self.seat])
        super()._apply(event, after)
        if event.seat != self.seat and not self.stranger:
            choice = PartnerChoice(row, past[1:], self.actions[-1], hand)
            regret = least_regret(
                self._network, self.row, self.vector, self.seat, choice, self._scratch
            )
            self._regrets = regrets_with(self._regrets, regret)
            self.stranger = self._regrets > TOO_MUCH
            if not self.stranger:
                self._partner_chose(choice)

    def _partner_chose(self, choice: PartnerChoice) -> None:
        """What a choice says about the seat's hand; nothing here."""


def regrets_with(before: float, regret: float) -> float:
    """The sum of regrets after one more choice."""
    return FORGETTING * before + min(max(regret - FORGIVEN, 0.0), MOST_REGRET)


def least_regret(
    network: Network, row: Row, o: OptionVector, seat: Seat, choice: PartnerChoice, scratch: Scratch
) -> float:
    """How bad the network finds a choice with the hand of `seat` that excuses it most.

    Once a hand has it forgiven, no better one is looked for. `row`: after the choice, as that seat
    sees it.
    """
    counts, ways = np.zeros(CARDS, np.int64), np.zeros(WAYS_SHAPE)
    unseen_cards(row, o, seat, counts)
    size, possible = int(row[HAND_SIZES + seat]), slots_by_clues(row, o, seat)
    count_hands(counts, possible, size, 5 * int(o[O_SUITS]), ways)
    hands, rng = np.zeros((SAMPLES, MAX_HAND), np.uint8), np.array([row[PLY]], np.uint64)
    deal_hands(counts, possible, size, 5 * int(o[O_SUITS]), ways, rng, hands)
    hands, slots = np.ascontiguousarray(hands[:, :size]), np.arange(size)
    least = np.inf
    for start in range(0, SAMPLES, AT_A_TIME):
        some = hands[start : start + AT_A_TIME]
        least = min(least, float(regrets_of(network, o, choice, slots, some, scratch).min()))
        if least <= FORGIVEN:
            break
    return least
