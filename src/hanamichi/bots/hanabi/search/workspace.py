"""The workspace a search works at: all its arrays, laid out once and used for every move."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Random, Row, Rows
from hanamichi.batch.hanabi.row import ROW_BYTES
from hanamichi.bots.hanabi.hats.memory_layout import MEMORY_CELLS, MEMORY_TYPE, Memory
from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    HAND,
    LIKES_SHAPE,
    WAYS_SHAPE,
    Counts,
    Likes,
    Ways,
)

Whole: TypeAlias = NDArray[np.int64]
Sums: TypeAlias = NDArray[np.float64]

MOVES = 64
"""The most moves there can be."""
WORLDS = 1 << 14
"""The most worlds that a search looks into."""
JOBS = 1 << 12
"""The most trials in one go."""


class Workspace(NamedTuple):
    """Room to work in, for kernels that try moves."""

    counts: Counts
    likes: Likes
    ways: Ways
    """What the seat believes of its hand."""
    hand: Row
    hands: Rows
    """The hand of each world dealt so far, and where its random numbers went on."""
    streams: Random
    world: Row
    trial: Row
    memory: Memory
    rng: Random


def new_workspace() -> Workspace:
    """An empty workspace."""
    return Workspace(
        counts=np.zeros(CARDS, np.int64),
        likes=np.zeros(LIKES_SHAPE),
        ways=np.zeros(WAYS_SHAPE),
        hand=np.zeros(HAND, np.uint8),
        hands=np.zeros((WORLDS, HAND), np.uint8),
        streams=np.zeros(WORLDS, np.uint64),
        world=np.zeros(ROW_BYTES, np.uint8),
        trial=np.zeros(ROW_BYTES, np.uint8),
        memory=np.zeros(MEMORY_CELLS, MEMORY_TYPE),
        rng=np.zeros(1, np.uint64),
    )
