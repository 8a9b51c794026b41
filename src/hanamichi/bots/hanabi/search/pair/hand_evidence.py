"""What a seat of two believes of its hand: a weight of each card in each slot.

The meaning of a network's choice cannot be counted, so it is sampled: for hands that the seat may
hold, would the partner's network have made the choice it made? The weight of a card in a slot grows
when hands with that card there agree more often than others. Slots are treated as independent, and
no card's weight ever becomes 0 by sampling.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Rows
from hanamichi.batch.hanabi.row import HAND_SIZES, O_SUITS, SUITS_LEFT, VALUES_LEFT
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    MAX_HAND,
    WAYS_SHAPE,
    WEIGHTS_SHAPE,
    Counts,
    SlotWeights,
    count_hands,
    deal_hands,
    unseen_cards,
)
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.network_rollouts import Past, network_choices

SAMPLES = 1024
"""Hands sampled for each choice."""
PRIOR_SAMPLES = 4.0
"""How many average hands are added to those sampled with a card in a slot."""
ERROR_RATE = 0.03
"""How often a partner deviates from the network."""


class Evidence:
    """What the partner's choices say about each card of a hand."""

    def __init__(self, o: OptionVector, seat: int, network: Network) -> None:
        self._o = o
        self._seat = seat
        self._network = network
        self._factors = np.ones(WEIGHTS_SHAPE)

    def start(self) -> None:
        """Forget all choices."""
        self._factors[:] = 1

    def unseen(self, row: Row) -> Counts:
        """How many copies of each card the seat does not see."""
        counts = np.zeros(CARDS, np.int64)
        unseen_cards(row, self._o, self._seat, counts)
        return counts

    def slot_weights(self, row: Row) -> SlotWeights:
        """The weight of each card in each slot, by clues and choices together."""
        cards = np.arange(CARDS)
        found = np.zeros(WEIGHTS_SHAPE)
        for slot in range(int(row[HAND_SIZES + self._seat])):
            at = int(cell_of(self._o, self._seat, slot))
            possible = (row[at + SUITS_LEFT] >> cards // 5 & 1) & (
                row[at + VALUES_LEFT] >> cards % 5 & 1
            )
            found[slot] = self._factors[slot] * possible
        return found

    def deal(self, row: Row, count: int, seed: int) -> Rows:
        """Sample a number of hands."""
        size, cards = int(row[HAND_SIZES + self._seat]), 5 * int(self._o[O_SUITS])
        counts, slot_weights, ways = self.unseen(row), self.slot_weights(row), np.zeros(WAYS_SHAPE)
        hands = np.zeros((count, MAX_HAND), np.uint8)
        if count_hands(counts, slot_weights, size, cards, ways) <= 0:
            raise ValueError("no hand fits the clues")
        deal_hands(counts, slot_weights, size, cards, ways, np.array([seed], np.uint64), hands)
        return hands

    def observe_choice(self, row: Row, past: Past, action: int, after: Row) -> None:
        """Update the weights by a choice of the partner, given the rows before and after it."""
        size = int(row[HAND_SIZES + self._seat])
        hands = self.deal(after, SAMPLES, action)
        rows = np.repeat(row[None], SAMPLES, axis=0)
        rows[:, [int(cell_of(self._o, self._seat, slot)) for slot in range(size)]] = hands[:, :size]
        earlier = np.repeat(past[None], SAMPLES, axis=0)
        expected = network_choices(self._network, rows, self._o, earlier) == action
        likelihoods = np.where(expected, 1.0, ERROR_RATE)
        mean = float(likelihoods.mean())
        for slot in range(size):
            seen = np.bincount(hands[:, slot], minlength=CARDS)
            agreeing = np.bincount(hands[:, slot], weights=likelihoods, minlength=CARDS)
            self._factors[slot] *= (agreeing + PRIOR_SAMPLES * mean) / (seen + PRIOR_SAMPLES) / mean

    def remove_slot(self, slot: int) -> None:
        """A card left the hand; the card drawn for it comes last."""
        self._factors[slot:-1] = self._factors[slot + 1 :].copy()
        self._factors[-1] = 1
