"""The latest moves of all seats: evidence for the hands under which they would have been made."""

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
from hanamichi.bots.hanabi.search.hand_sampling import MAX_HAND
from hanamichi.bots.hanabi.search.workspace import Ints

PLIES = 64
"""How many plies are kept: older ones say little about cards still in hand."""
MAX_EVIDENCE = 24
"""How many of the other seats' latest choices are checked."""
SEATS = 5

(RECORDED, EVIDENCE_COUNT) = range(2)
"""How many plies were recorded, and how many choices are to be checked."""


class History(NamedTuple):
    """The latest plies in a ring buffer: the position before each action, and the action."""

    rows: Rows
    memories: NDArray[np.int64]
    actions: Ints
    ids: NDArray[np.int16]
    """By ply, seat and slot: the id of the card then."""
    now: NDArray[np.int16]
    """By seat and slot: the id of the card now."""
    state: Ints
    evidence: Ints
    """The plies to check, the latest first."""


def new_history() -> History:
    """An empty history."""
    return History(
        rows=np.zeros((PLIES, ROW_BYTES), np.uint8),
        memories=np.zeros((PLIES, MEMORY_CELLS), MEMORY_TYPE),
        actions=np.zeros(PLIES, np.int64),
        ids=np.full((PLIES, SEATS, MAX_HAND), -1, np.int16),
        now=np.full((SEATS, MAX_HAND), -1, np.int16),
        state=np.zeros(2, np.int64),
        evidence=np.zeros(MAX_EVIDENCE, np.int64),
    )


def set_hands(history: History, hands: list[list[int]]) -> None:
    """Set which cards are in the hands now."""
    history.now[:] = -1
    for seat, hand in enumerate(hands):
        history.now[seat, : len(hand)] = hand


def record(history: History, row: Row, memory: Memory, action: int) -> None:
    """Keep the position before an action, with the hands as set last."""
    ply = int(history.state[RECORDED]) % PLIES
    history.rows[ply] = row
    history.memories[ply] = memory
    history.actions[ply] = action
    history.ids[ply] = history.now
    history.state[RECORDED] += 1


def reveal(history: History, o: OptionVector, seat: int, card_id: int, card: int) -> None:
    """A card of a seat became known: write it into all kept positions."""
    for ply, slot in np.argwhere(history.ids[:, seat] == card_id):
        history.rows[ply, cell_of(o, seat, slot)] = card


def select_evidence(history: History, seat: int) -> None:
    """Select the latest choices of other seats that saw cards which the seat still holds."""
    recorded = int(history.state[RECORDED])
    mine = set(history.now[seat].tolist()) - {-1}
    found = []
    for back in range(1, min(recorded, PLIES) + 1):
        ply = (recorded - back) % PLIES
        row = history.rows[ply]
        if row[TURN] != seat and not row[PENDING] and mine & set(history.ids[ply, seat].tolist()):
            found.append(ply)
    found = found[:MAX_EVIDENCE]
    history.evidence[: len(found)] = found
    history.state[EVIDENCE_COUNT] = len(found)


@kernel
def cell_of(o: OptionVector, seat: Word, slot: Word) -> Word:
    """The cell of a row with the card of a slot."""
    return SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES + CARD


@routine
def contradictions(o: OptionVector, seat: Word, hand: Row, most: Word, history: History) -> Word:
    """How many choices of other seats would have been different, had the seat held this hand.

    Stops counting after `most` + 1.
    """
    found = 0
    for n in range(history.state[EVIDENCE_COUNT]):
        ply = history.evidence[n]
        row = history.rows[ply]
        for slot in range(np.int64(row[HAND_SIZES + seat])):
            for place in range(MAX_HAND):
                if history.now[seat, place] == history.ids[ply, seat, slot] >= 0:
                    row[cell_of(o, seat, slot)] = hand[place]
        if decide(row, o, history.memories[ply]) != history.actions[ply]:
            found += 1
            if found > most:
                break
    return found
