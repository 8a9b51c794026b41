"""Whether the partner still takes a searching seat for the network.

A partner adds up how bad the network finds the choices of this seat, and turns to the companion's
conventions when it is too much. So a seat that searches adds up the same, as its partner does, and
makes no move that would cost it the partner's trust.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Rows
from hanamichi.batch.hanabi.kernel import step
from hanamichi.batch.hanabi.row import HAND_SIZES, NO_CARD
from hanamichi.bots.hanabi.network.partner_choices import PartnerChoice
from hanamichi.bots.hanabi.network.partner_tracker import (
    TOO_MUCH,
    least_regret,
    regrets_with,
)
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import Past, new_scratch
from hanamichi.bots.hanabi.search.move_history import cell_of

HANDS = 3
"""Of so many hands that the seat may hold, the one with which the partner doubts most counts."""
MOST = TOO_MUCH - 2.0
"""The sum of regrets that a move may lead to: less than the partner's limit, as it is estimated."""


class PartnerDoubts:
    """The regrets that the partner has added up, as far as this seat can tell."""

    def __init__(self, o: OptionVector, seat: int, network: Network) -> None:
        self._o = o
        self._seat = seat
        self._network = network
        self._scratch = new_scratch(network.members)
        self._regrets = 0.0
        self.lost = False
        """Whether the partner has taken this seat for a stranger, as it does for good."""

    def start(self) -> None:
        """Begin a match without doubts."""
        self._regrets = 0.0
        self.lost = False

    @property
    def any_move_is_fine(self) -> bool:
        """Whether no single move can be too much."""
        return regrets_with(self._regrets, np.inf) <= MOST

    def would_accept(self, row: Row, past: Past, action: int, hands: Rows) -> bool:
        """Whether the partner would still trust this seat after a move."""
        return self._after(row, past, action, hands) <= MOST

    def moved(self, row: Row, past: Past, action: int, hands: Rows) -> None:
        """Add what the partner thinks of a move that was made in this row."""
        self._regrets = self._after(row, past, action, hands)
        self.lost = self.lost or self._regrets > TOO_MUCH

    def moved_as_expected(self) -> None:
        """The network's own move was made."""
        self._regrets = regrets_with(self._regrets, 0.0)

    def _after(self, row: Row, past: Past, action: int, hands: Rows) -> float:
        worst = max(self._regret(row, past, action, hand) for hand in hands[:HANDS])
        return regrets_with(self._regrets, worst)

    def _regret(self, row: Row, past: Past, action: int, hand: Row) -> float:
        """The partner's regret if this is the hand that it sees."""
        partner = 1 - self._seat
        before = row.copy()
        for slot, card in enumerate(hand):
            before[int(cell_of(self._o, self._seat, slot))] = card
        after = before.copy()
        step(after, self._o, action, np.zeros(1, np.uint64), 0)
        for slot in range(int(row[HAND_SIZES + partner])):
            after[int(cell_of(self._o, partner, slot))] = NO_CARD
        choice = PartnerChoice(before, past[1:], action, ())
        return least_regret(self._network, after, self._o, partner, choice, self._scratch)
