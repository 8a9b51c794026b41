"""What the others did, and when: a hand under which they would have done it is the likelier one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Row, Rows, Word
from hanamichi.batch.hanabi.row import (
    CARD,
    HAND_SIZES,
    O_HAND,
    PENDING,
    ROW_BYTES,
    SLOT_BYTES,
    SLOTS,
    TURN,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.memory_layout import MEMORY_CELLS, MEMORY_TYPE, Memory
from hanamichi.bots.hanabi.hats.strategy import decide
from hanamichi.bots.hanabi.search.hand_sampling import HAND
from hanamichi.bots.hanabi.search.workspace import Whole

PLIES = 64
"""How many plies are remembered: older ones say little of cards still in hand."""
WITNESSES = 24
"""How many of the others' latest choices are asked about."""
SEATS = 5

(RECORDED, CALLED) = range(2)
"""How many plies there were, and how many witnesses are called."""


class History(NamedTuple):
    """The latest plies, in a ring: the moment before each action, and the action."""

    rows: Rows
    memories: NDArray[np.int64]
    actions: Whole
    ids: NDArray[np.int16]
    """By ply, seat and slot: which card it was."""
    now: NDArray[np.int16]
    """By seat and slot: which card it is."""
    state: Whole
    witnesses: Whole
    """The plies to ask about, the latest first."""


def new_history() -> History:
    """Nothing has happened yet."""
    return History(
        rows=np.zeros((PLIES, ROW_BYTES), np.uint8),
        memories=np.zeros((PLIES, MEMORY_CELLS), MEMORY_TYPE),
        actions=np.zeros(PLIES, np.int64),
        ids=np.full((PLIES, SEATS, HAND), -1, np.int16),
        now=np.full((SEATS, HAND), -1, np.int16),
        state=np.zeros(2, np.int64),
        witnesses=np.zeros(WITNESSES, np.int64),
    )


def name_cards(history: History, hands: list[list[int]]) -> None:
    """Write down which cards are in the hands now."""
    history.now[:] = -1
    for seat, hand in enumerate(hands):
        history.now[seat, : len(hand)] = hand


def note(history: History, row: Row, memory: Memory, action: int) -> None:
    """Remember the moment before an action, the hands as they were named last."""
    ply = int(history.state[RECORDED]) % PLIES
    history.rows[ply] = row
    history.memories[ply] = memory
    history.actions[ply] = action
    history.ids[ply] = history.now
    history.state[RECORDED] += 1


def reveal(history: History, o: OptionVector, seat: int, card_id: int, card: int) -> None:
    """A card of a seat became known: it was so all the time."""
    for ply, slot in np.argwhere(history.ids[:, seat] == card_id):
        history.rows[ply, cell_of(o, seat, slot)] = card


def call_witnesses(history: History, seat: int) -> None:
    """Find the latest choices of others who saw cards that the seat still holds."""
    recorded = int(history.state[RECORDED])
    mine = set(history.now[seat].tolist()) - {-1}
    found = []
    for back in range(1, min(recorded, PLIES) + 1):
        ply = (recorded - back) % PLIES
        row = history.rows[ply]
        if row[TURN] != seat and not row[PENDING] and mine & set(history.ids[ply, seat].tolist()):
            found.append(ply)
    found = found[:WITNESSES]
    history.witnesses[: len(found)] = found
    history.state[CALLED] = len(found)


@kernel
def cell_of(o: OptionVector, seat: Word, slot: Word) -> Word:
    """Where a row has the card of a slot."""
    return SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES + CARD


@routine
def surprises(o: OptionVector, seat: Word, hand: Row, most: Word, history: History) -> Word:
    """How often others would have done something else, had the seat held this hand.

    Counts no further than one more than `most`.
    """
    found = 0
    for n in range(history.state[CALLED]):
        ply = history.witnesses[n]
        row = history.rows[ply]
        for slot in range(np.int64(row[HAND_SIZES + seat])):
            for place in range(HAND):
                if history.now[seat, place] == history.ids[ply, seat, slot] >= 0:
                    row[cell_of(o, seat, slot)] = hand[place]
        if decide(row, o, history.memories[ply]) != history.actions[ply]:
            found += 1
            if found > most:
                break
    return found
