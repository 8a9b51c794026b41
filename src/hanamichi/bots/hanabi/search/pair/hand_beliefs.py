"""What a seat of two believes of its hand, exactly: the hands it may hold, and their weights.

The list is carried from turn to turn. A choice of the partner leaves the hands with which the
network would have made it; a card that leaves the hand leaves those that had it there; a drawn card
may be any. Too many hands are sampled by their weights, and listed all as soon as that is possible.
When no hand is left, the partner is not the network: then only the facts count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Row, Rows
from hanamichi.batch.hanabi.row import HAND_SIZES, O_SUITS, PLY
from hanamichi.bots.hanabi.network.partner_choices import (
    TOLERANCE,
    PartnerChoice,
    regrets_of,
)
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import new_scratch
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    MAX_HAND,
    WAYS_SHAPE,
    Counts,
    SlotWeights,
    count_hands,
    deal_hands,
    slots_by_clues,
    unseen_cards,
)
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.hand_lists import (
    Weights,
    extend_hands,
    list_hands,
    weigh_hands,
)

FEW = 200
"""A sample that has become smaller than this is replaced by a new one."""
CHUNK = 128
"""Hands asked about between two looks at the clock."""


class HandBeliefs:
    """The hands of one seat, by their weights."""

    def __init__(self, o: OptionVector, seat: int, network: Network, most: int) -> None:
        """`most`: how many hands are listed; more are sampled."""
        self._o = o
        self._seat = seat
        self._network = network
        self._scratch = new_scratch(network.members)
        self._most = most
        self.hurried: Callable[[], bool] = lambda: False
        """Whether there is no time to ask about more hands."""
        self.start()

    def start(self) -> None:
        """Forget all."""
        self.hands: Rows = np.zeros((0, 0), np.uint8)
        self._scale: Weights = np.zeros(0)
        self.exact = False
        """Whether every possible hand is listed."""
        self.surprises = 0
        """How often no hand explained a choice of the partner."""
        self._choices: list[PartnerChoice] = []
        self._ids: list[int] = []

    # -- what happens --------------------------------------------------------------------------

    def set_hand(self, ids: Sequence[int]) -> None:
        """Say which cards the hand has, the oldest first."""
        self._ids = list(ids)

    def observe_choice(self, choice: PartnerChoice, after: Row) -> None:
        """Keep the hands that explain a choice of the partner; `after` is the row it led to."""
        self.set_hand(choice.ours)
        self._choices.append(choice)
        if not self.exact and self._list_all(after):
            return
        fits = self._weights(after) > 0
        self._keep(fits)
        self._explain(choice)
        if len(self.hands) >= FEW or (self.exact and len(self.hands)):
            return
        if self.exact:
            self._surprise(after)
        else:
            self._sample(after)

    def leave(self, slot: int, card: int, card_id: int) -> None:
        """One of our cards left the hand and is known now."""
        for choice in self._choices:
            if card_id in choice.ours:
                at = cell_of(self._o, self._seat, choice.ours.index(card_id))
                choice.row[int(at)] = card
        self._ids.pop(slot)
        held = set(self._ids)
        self._choices = [choice for choice in self._choices if held & set(choice.ours)]
        if self.hands.shape[1]:
            self._keep(self.hands[:, slot] == card)
            self.hands = np.delete(self.hands, slot, axis=1)

    def draw(self, card_id: int, after: Row) -> None:
        """We drew a card: it may be any that is left."""
        self._ids.append(card_id)
        if not len(self.hands):
            return
        cards = 5 * int(self._o[O_SUITS])
        count = len(self.hands) * cards
        longer = np.zeros((count, self.hands.shape[1] + 1), np.uint8)
        scale = np.zeros(count)
        extend_hands(self.hands, self._scale, cards, longer, scale)
        self.hands, self._scale = longer, scale
        weights = self._weights(after)
        self._keep(weights > 0)
        if len(self.hands) > self._most:
            self._thin(after)

    # -- what is believed ----------------------------------------------------------------------

    def believed(self, row: Row) -> tuple[Rows, Weights]:
        """The hands and their weights, which sum to 1."""
        if not len(self.hands) and not self._list_all(row):
            self._sample(row)
        self._keep(self._weights(row) > 0)
        if not len(self.hands):
            self._surprise(row)
        weights = self._weights(row)
        return self.hands, weights / weights.sum()

    def admits(self, row: Row, hand: NDArray[np.uint8]) -> bool:
        """Whether this hand fits the facts and explains all choices that are remembered."""
        if self.exact:
            return bool((self.hands == hand).all(axis=1).any())
        kept = self.hands, self._scale
        self.hands, self._scale = hand[None].copy(), np.ones(1)
        fits = bool(self._weights(row)[0] > 0)
        for choice in self._choices:
            self._explain(choice)
        fits &= len(self.hands) == 1
        self.hands, self._scale = kept
        return fits

    def unseen(self, row: Row) -> Counts:
        """How many copies of each card the seat does not see."""
        counts = np.zeros(CARDS, np.int64)
        unseen_cards(row, self._o, self._seat, counts)
        return counts

    # -- the list ------------------------------------------------------------------------------

    def _facts(self, row: Row) -> tuple[Counts, SlotWeights]:
        """The cards that the seat does not see, and those that the clues allow in each slot."""
        return self.unseen(row), slots_by_clues(row, self._o, self._seat)

    def _weights(self, row: Row) -> Weights:
        ways = np.zeros(len(self.hands))
        size = self.hands.shape[1]
        weigh_hands(self.hands, *self._facts(row), size, ways)
        return ways * self._scale

    def _keep(self, which: NDArray[np.bool_]) -> None:
        if not which.all():
            self.hands, self._scale = self.hands[which], self._scale[which]

    def _list_all(self, row: Row) -> bool:
        """List every hand that explains all; false where there are too many."""
        size, cards = int(row[HAND_SIZES + self._seat]), 5 * int(self._o[O_SUITS])
        room = np.zeros((self._most, size), np.uint8)
        hand = np.zeros(MAX_HAND, np.uint8)
        found = int(list_hands(*self._facts(row), size, cards, hand, room))
        if found < 0:
            return False
        self.hands, self._scale, self.exact = room[:found], np.ones(found), True
        self._explain_all()
        if not len(self.hands):
            self._surprise(row)
        return True

    def _sample(self, row: Row) -> None:
        """Sample hands that explain all."""
        size, cards = int(row[HAND_SIZES + self._seat]), 5 * int(self._o[O_SUITS])
        (counts, possible), ways = self._facts(row), np.zeros(WAYS_SHAPE)
        count_hands(counts, possible, size, cards, ways)
        hands = np.zeros((self._most, MAX_HAND), np.uint8)
        seed = np.array([row[PLY]], np.uint64)
        deal_hands(counts, possible, size, cards, ways, seed, hands)
        self.hands, self._scale = np.ascontiguousarray(hands[:, :size]), np.ones(len(hands))
        self._scale = 1 / self._weights(row)
        self.exact = False
        self._explain_all()
        if not len(self.hands):
            self._surprise(row)

    def _surprise(self, row: Row) -> None:
        """No hand explains the choices: only the facts count."""
        self.surprises += self.exact
        self._choices = []
        if not self._list_all(row):
            self._sample(row)

    def _thin(self, row: Row) -> None:
        """Sample from the list by its weights."""
        weights = self._weights(row)
        steps = (np.arange(self._most) + 0.5) / self._most * weights.sum()
        chosen, copies = np.unique(
            np.searchsorted(np.cumsum(weights), steps).clip(max=len(weights) - 1),
            return_counts=True,
        )
        scale = self._scale[chosen] * copies / weights[chosen]
        self.hands, self._scale, self.exact = self.hands[chosen], scale, False

    # -- asking the network --------------------------------------------------------------------

    def _explain_all(self) -> None:
        for choice in self._choices:
            self._explain(choice)

    def _explain(self, choice: PartnerChoice) -> None:
        """Keep the hands with which the partner would have made a choice."""
        columns = [n for n, card in enumerate(self._ids) if card in choice.ours]
        slots = np.array([choice.ours.index(self._ids[n]) for n in columns], np.int64)
        if not len(self.hands) or not columns:
            return
        seen = np.ascontiguousarray(self.hands[:, columns])
        distinct, places = np.arange(len(seen)), np.arange(len(seen))
        if len(columns) < self.hands.shape[1]:
            keys = seen.astype(np.int64) @ (CARDS ** np.arange(len(columns), dtype=np.int64))
            _, distinct, places = np.unique(keys, return_index=True, return_inverse=True)
        asked = np.random.default_rng(len(distinct)).permutation(len(distinct))
        fits = np.zeros(len(distinct), bool)
        for start in range(0, len(asked), CHUNK):
            part = asked[start : start + CHUNK]
            hands = np.ascontiguousarray(seen[distinct[part]])
            regrets = regrets_of(self._network, self._o, choice, slots, hands, self._scratch)
            fits[part] = regrets <= TOLERANCE
            if self.hurried() and fits.any():
                self.exact = self.exact and start + CHUNK >= len(asked)
                break
        self._keep(fits[places])
