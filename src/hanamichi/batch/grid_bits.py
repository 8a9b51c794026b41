"""Unpacking observations on a GPU: neighbouring threads write neighbouring numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanamichi.batch.arrays import Bits, Expanded, Word
from hanamichi.batch.grid_compiling import cuda, grid_kernel


@grid_kernel
def unpack_bytes(count: Word, packed: Bits, table: Bits, out: Expanded) -> None:
    """Packed bits as bytes, eight to a thread; all games in one line."""
    place = cuda.grid(1)
    if place < count:
        shift = np.uint64((place & 7) << 3)
        out[place] = table[(packed[place >> 3] >> shift) & np.uint64(255)]


@grid_kernel
def unpack_numbers(count: Word, packed: Bits, out: Any) -> None:
    """Packed bits as numbers, one to a thread; all games in one line."""
    place = cuda.grid(1)
    if place < count:
        out[place] = (packed[place >> 6] >> np.uint64(place & 63)) & np.uint64(1)
