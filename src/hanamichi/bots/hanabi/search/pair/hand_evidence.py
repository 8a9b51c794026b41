"""What a seat of two believes of its hand: how much each slot likes each card.

Nobody counts what a network means. So the partner's network is asked: had I held this hand, would
I have seen it do what it did? Hands that can be are dealt by the hundred; a slot likes a card more
when hands with that card there answer yes more often than others do. That slots may depend on each
other is not remembered, but no card is ever given up on for bad luck in the dealing.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Rows
from hanamichi.batch.hanabi.row import HAND_SIZES, O_SUITS, SUITS_LEFT, VALUES_LEFT
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    HAND,
    LIKES_SHAPE,
    WAYS_SHAPE,
    Counts,
    Likes,
    count_hands,
    deal_hands,
    unseen_cards,
)
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.network_rollouts import Past, chosen_by

ASKED = 1024
"""Hands that are asked about for each choice."""
STEADY = 4.0
"""How many average hands are added to those seen with a card in a slot."""
DOUBT = 0.03
"""How often a partner does something else than the network."""


class Evidence:
    """What the partner's choices say about each card of a hand."""

    def __init__(self, o: OptionVector, seat: int, network: Network) -> None:
        self._o = o
        self._seat = seat
        self._network = network
        self._speaks = np.ones(LIKES_SHAPE)

    def start(self) -> None:
        """Nothing was chosen yet."""
        self._speaks[:] = 1

    def unseen(self, row: Row) -> Counts:
        """How many copies of each card the seat does not see."""
        counts = np.zeros(CARDS, np.int64)
        unseen_cards(row, self._o, self._seat, counts)
        return counts

    def likes(self, row: Row) -> Likes:
        """How much each slot likes each card, by clues and choices together."""
        cards = np.arange(CARDS)
        found = np.zeros(LIKES_SHAPE)
        for slot in range(int(row[HAND_SIZES + self._seat])):
            at = int(cell_of(self._o, self._seat, slot))
            told = (row[at + SUITS_LEFT] >> cards // 5 & 1) & (
                row[at + VALUES_LEFT] >> cards % 5 & 1
            )
            found[slot] = self._speaks[slot] * told
        return found

    def deal(self, row: Row, count: int, seed: int) -> Rows:
        """So many hands, each as often as it is believed in."""
        size, cards = int(row[HAND_SIZES + self._seat]), 5 * int(self._o[O_SUITS])
        counts, likes, ways = self.unseen(row), self.likes(row), np.zeros(WAYS_SHAPE)
        hands = np.zeros((count, HAND), np.uint8)
        if count_hands(counts, likes, size, cards, ways) <= 0:
            raise ValueError("no hand fits what was told")
        deal_hands(counts, likes, size, cards, ways, np.array([seed], np.uint64), hands)
        return hands

    def see_choice(self, row: Row, past: Past, action: int, after: Row) -> None:
        """The partner chose an action; how the game stood before, and how it stands after."""
        size = int(row[HAND_SIZES + self._seat])
        hands = self.deal(after, ASKED, action)
        rows = np.repeat(row[None], ASKED, axis=0)
        rows[:, [int(cell_of(self._o, self._seat, slot)) for slot in range(size)]] = hands[:, :size]
        earlier = np.repeat(past[None], ASKED, axis=0)
        expected = chosen_by(self._network, rows, self._o, earlier) == action
        speaks = np.where(expected, 1.0, DOUBT)
        mean = float(speaks.mean())
        for slot in range(size):
            seen = np.bincount(hands[:, slot], minlength=CARDS)
            said = np.bincount(hands[:, slot], weights=speaks, minlength=CARDS)
            self._speaks[slot] *= (said + STEADY * mean) / (seen + STEADY) / mean

    def lose(self, slot: int) -> None:
        """A card left the hand; whatever comes in its stead comes last."""
        self._speaks[slot:-1] = self._speaks[slot + 1 :].copy()
        self._speaks[-1] = 1
