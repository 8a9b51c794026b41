"""Kernels that the GPU benchmark compares ours with, or plays by."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.cuda_store import store_pair


@cuda_kernel
def fill(out: Any) -> None:
    """Only write, as fast as the memory takes it: neighbouring threads, 16 bytes each."""
    place = np.int64(cuda.grid(1))
    if 2 * place < out.shape[0]:
        store_pair(out, place, np.uint64(place), np.uint64(place))


@cuda_kernel
def last_legal(masks: Any, actions: Any) -> None:
    """Choose the legal action with the highest id: in Hanabi a clue, while there are tokens."""
    game = cuda.grid(1)
    if game < masks.shape[0]:
        for action in range(masks.shape[1]):
            if masks[game, action]:
                actions[game] = action
