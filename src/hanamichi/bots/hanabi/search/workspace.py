"""The arrays of a search, allocated once and reused for every move."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Random, Row, Rows
from hanamichi.batch.hanabi.row import MEMORY_ROW_BYTES, ROW_BYTES
from hanamichi.bots.hanabi.hats.memory_layout import MEMORY_CELLS, MEMORY_TYPE, Memory
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    MAX_HAND,
    WAYS_SHAPE,
    WEIGHTS_SHAPE,
    Counts,
    SlotWeights,
    Ways,
)

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

MAX_MOVES = 64
"""The most moves of a turn."""
MAX_WORLDS = 1 << 14
"""The most worlds of a search."""
MAX_JOBS = 1 << 12
"""The most rollouts of a batch."""


class Workspace(NamedTuple):
    """Arrays for the kernels of a search."""

    counts: Counts
    slot_weights: SlotWeights
    ways: Ways
    """What the seat believes of its hand."""
    hand: Row
    hands: Rows
    """The hand of each sampled world; `streams` has the state of its random numbers."""
    streams: Random
    world: Row
    rollout: Row
    memory: Memory
    rng: Random


def new_workspace() -> Workspace:
    """An empty workspace."""
    return Workspace(
        counts=np.zeros(CARDS, np.int64),
        slot_weights=np.zeros(WEIGHTS_SHAPE),
        ways=np.zeros(WAYS_SHAPE),
        hand=np.zeros(MAX_HAND, np.uint8),
        hands=np.zeros((MAX_WORLDS, MAX_HAND), np.uint8),
        streams=np.zeros(MAX_WORLDS, np.uint64),
        world=np.zeros(MEMORY_ROW_BYTES, np.uint8),
        rollout=np.zeros(ROW_BYTES, np.uint8),
        memory=np.zeros(MEMORY_CELLS, MEMORY_TYPE),
        rng=np.zeros(1, np.uint64),
    )
