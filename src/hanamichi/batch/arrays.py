"""Type names for the arrays of kernels."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = NDArray[np.uint8]
"""One game."""
Rows: TypeAlias = NDArray[np.uint8]
"""Many games, one in each row."""
AnyRow: TypeAlias = NDArray[Any]
"""One game, whatever its cells are."""
AnyRows: TypeAlias = NDArray[Any]
OptionVector: TypeAlias = NDArray[np.int32]
Random: TypeAlias = NDArray[np.uint64]
"""A counter for each game's random numbers."""
Bits: TypeAlias = NDArray[np.uint64]
"""Packed bits, 64 to a word."""
Expanded: TypeAlias = NDArray[np.uint64]
"""The same bits as bytes, eight of them to a word."""
Masks: TypeAlias = NDArray[np.uint8]
"""For each game, a byte for each action: 1 where it is legal."""
Flags: TypeAlias = NDArray[np.uint8]
"""For each game, 1 where it is selected."""
Actions: TypeAlias = NDArray[np.int32]
Seats: TypeAlias = NDArray[np.int32]
Totals: TypeAlias = NDArray[np.int32]
"""For each game, a number for each side that scores."""
Word: TypeAlias = Any
"""A number inside a kernel: NumPy's and Numba's integer types agree there, not in mypy."""
