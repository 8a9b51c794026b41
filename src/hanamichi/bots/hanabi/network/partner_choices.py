"""What the partner's choices say: with which hands of ours the network would have made them.

The partner sees our hand, so its choice depends on it. All hands of a list differ in a few inputs
only: what the others add to the first layer is computed once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Row, Rows, Word
from hanamichi.batch.hanabi.kernel import legal_word
from hanamichi.batch.hanabi.observation import observe
from hanamichi.batch.hanabi.row import HAND_SIZES, O_HAND, O_SUITS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import (
    Members,
    Past,
    Scratch,
    add_rows,
    add_to_mean,
    find_active,
    finish,
)
from hanamichi.bots.hanabi.search.move_history import cell_of

TOLERANCE = 1e-3
"""Preferences so close count as equal: another machine may round differently."""


class PartnerChoice(NamedTuple):
    """A choice of the partner, and what it saw but for our hidden cards."""

    row: Row
    """Before the choice; our cards that left our hand since are filled in."""
    past: Past
    action: int
    ours: tuple[int, ...]
    """The ids of the cards in our hand then."""


@routine
def write_regrets(
    members: Members,
    row: Row,
    o: OptionVector,
    past: Past,
    action: Word,
    slots: NDArray[np.int64],
    hands: Rows,
    seen: NDArray[np.uint64],
    scratch: Scratch,
    regrets: NDArray[np.float32],
) -> None:
    """How much better than its choice the partner would have liked another action.

    `slots`: which slot of our hand then each column of `hands` was. Infinite where the choice was
    not legal with a hand.
    """
    ours = 1 - np.int64(row[TURN])
    kinds = 5 * np.int64(o[O_SUITS])
    size = np.int64(row[HAND_SIZES + ours])
    for column in range(slots.shape[0]):
        row[cell_of(o, ours, slots[column])] = hands[0, column]
    for word in range(seen.shape[0]):
        seen[word] = 0
    observe(row, o, row[TURN], seen)
    count = find_active(seen, past, members[0][3].bias.shape[0], scratch.inputs)
    first = 0  # our hand comes first in what the partner sees: it is added for each hand apart
    while first < count and scratch.inputs[first] < o[O_HAND] * kinds:
        first += 1
    for member in range(len(members)):
        weight, bias = members[member][0]
        for j in range(bias.shape[0]):
            scratch.shared[member, j] = bias[j]
        add_rows(scratch.inputs[first:], count - first, weight, scratch.shared[member])
    for n in range(hands.shape[0]):
        for column in range(slots.shape[0]):
            row[cell_of(o, ours, slots[column])] = hands[n, column]
        legal = legal_word(row, o)
        if legal >> np.uint64(action) & np.uint64(1) == 0:
            regrets[n] = np.inf
            continue
        for slot in range(size):
            scratch.inputs[slot] = slot * kinds + row[cell_of(o, ours, slot)]
        for member in range(len(members)):
            layers = members[member]
            for j in range(scratch.first.shape[0]):
                scratch.first[j] = scratch.shared[member, j]
            add_rows(scratch.inputs, size, layers[0].weight, scratch.first)
            finish(layers, scratch.first, scratch)
            add_to_mean(member, len(members), scratch)
        best = scratch.preferences[action]
        for other in range(scratch.preferences.shape[0]):
            if legal >> np.uint64(other) & np.uint64(1):
                best = max(best, scratch.preferences[other])
        regrets[n] = best - scratch.preferences[action]


def regrets_of(
    network: Network,
    o: OptionVector,
    choice: PartnerChoice,
    slots: NDArray[np.int64],
    hands: Rows,
    scratch: Scratch,
) -> NDArray[np.float32]:
    """The partner's regret with each hand; `slots` says where its cards were then."""
    found = np.zeros(len(hands), np.float32)
    seen = np.zeros(network.words, np.uint64)
    write_regrets(
        network.members,
        choice.row.copy(),
        o,
        choice.past,
        choice.action,
        slots,
        hands,
        seen,
        scratch,
        found,
    )
    return found
