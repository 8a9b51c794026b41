"""The kernels as calls that XLA makes itself, from compiled programs and without Python.

XLA hands a call one pointer, to a frame of 64-bit words that says where the arrays are: the layout
of `XLA_FFI_CallFrame` in jaxlib's `xla/ffi/api/c_api.h`, major version 0.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cfunc, types
from numba.core import cgutils
from numba.extending import intrinsic

from hanamichi.batch.cpu_batch import Spec

# Words of a frame, of a buffer, and of the answer to the question which version this is.
F_EXTENSION, F_API, F_CONTEXT, F_ARGUMENTS, F_RESULTS, F_WORDS = 1, 2, 3, 9, 14, 15
B_DATA, B_AXES, B_SHAPE, B_WORDS = 3, 4, 5, 6
E_TYPE, E_METADATA, E_WORDS = 1, 3, 4
A_VERSION, M_VERSION, A_WORDS = 4, 3, 5
METADATA = 1
LOW = 0xFFFFFFFF

carray: Any = numba.carray  # type: ignore[attr-defined]  # documented, not declared


def _as_pointer(_context: Any, address: Any) -> Any:
    """A whole number as a pointer."""

    def generate(_: Any, builder: Any, __: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


_pointer: Any = intrinsic(_as_pointer)


@numba.njit(error_model="numpy")
def words_at(address: Any, count: Any) -> Any:
    """Words of memory."""
    return carray(_pointer(address), (count,), np.int64)


@numba.njit(error_model="numpy")
def bytes_at(address: Any, count: Any) -> Any:
    """Bytes of memory."""
    return carray(_pointer(address), (count,), np.uint8)


@numba.njit(error_model="numpy")
def asked_for_version(frame: Any) -> Any:
    """Whether XLA only asks for the version; then it is told its own, whose layout we know."""
    words = words_at(frame, F_WORDS)
    if words[F_EXTENSION] == 0:
        return False
    extension = words_at(words[F_EXTENSION], E_WORDS)
    if extension[E_TYPE] & LOW != METADATA:
        return False
    version = words_at(words[F_API], A_WORDS)[A_VERSION]
    known = version & LOW == 0
    words_at(extension[E_METADATA], A_WORDS)[M_VERSION] = version if known else -1
    return True


@numba.njit(error_model="numpy")
def data_of(frame: Any, kind: Any, place: Any) -> Any:
    """Where the data of an argument or a result are."""
    buffers = words_at(words_at(frame, F_WORDS)[kind], place + 1)
    return words_at(buffers[place], B_WORDS)[B_DATA]


@numba.njit(error_model="numpy")
def games_of(frame: Any, kind: Any, place: Any, own: Any) -> Any:
    """How many games an array is for; its last `own` axes belong to one game."""
    buffers = words_at(words_at(frame, F_WORDS)[kind], place + 1)
    buffer = words_at(buffers[place], B_WORDS)
    shape = words_at(buffer[B_SHAPE], buffer[B_AXES])
    games = 1
    for axis in range(buffer[B_AXES] - own):
        games *= shape[axis]
    return games


@cache
def calls(kernels: Any, row_type: Any) -> tuple[Any, Any]:
    """The calls that deal and that act, for one game's kernels."""
    deal_one, step_one = kernels.deal_one, kernels.step_if_legal_one
    seat_one, mask_one, observe_one = kernels.seat_one, kernels.mask_one, kernels.observe_one
    cell = np.dtype(row_type).type

    @numba.njit(error_model="numpy")
    def show(frame: Any, game: Any, rows: Any, vector: Any, sizes: Any, first: Any) -> None:
        """Write who is to act, what is legal and what the seat to act observes."""
        games, actions, words = sizes
        seats = carray(_pointer(data_of(frame, F_RESULTS, first)), (games,), np.int32)
        masks = carray(_pointer(data_of(frame, F_RESULTS, first + 1)), (games, actions), np.uint8)
        seen = carray(_pointer(data_of(frame, F_RESULTS, first + 2)), (games, words), np.uint64)
        seat_one(rows, seats, game)
        for action in range(actions):
            masks[game, action] = 0
        if seats[game] >= 0:
            mask_one(rows, vector, masks, game)
        observe_one(rows, vector, seats, seen, game)

    @cfunc(types.int64(types.int64), error_model="numpy")
    def deal(frame: Any) -> Any:
        """Arguments: counters, sizes, vectors, templates. Results: rows, counters and the rest."""
        if asked_for_version(frame):
            return 0
        games = games_of(frame, F_ARGUMENTS, 0, 1)
        before = carray(_pointer(data_of(frame, F_ARGUMENTS, 0)), (games,), np.uint64)
        sizes = carray(_pointer(data_of(frame, F_ARGUMENTS, 1)), (5,), np.int32)
        cells, options = np.int64(sizes[0]), np.int64(sizes[1])
        shown = (games, np.int64(sizes[2]), np.int64(sizes[3]))
        vectors = carray(_pointer(data_of(frame, F_ARGUMENTS, 2)), (games, options), np.int32)
        starts = carray(_pointer(data_of(frame, F_ARGUMENTS, 3)), (games, cells), cell)
        rows = carray(_pointer(data_of(frame, F_RESULTS, 0)), (games, cells), cell)
        counters = carray(_pointer(data_of(frame, F_RESULTS, 1)), (games,), np.uint64)
        for game in range(games):
            counters[game] = before[game]
            deal_one(rows, vectors[game], starts[game], counters, game)
            show(frame, game, rows, vectors[game], shown, 2)
        return 0

    @cfunc(types.int64(types.int64), error_model="numpy")
    def step(frame: Any) -> Any:
        """Arguments: counters, sizes, vectors, rows, actions. Results as of `deal`, then gains."""
        if asked_for_version(frame):
            return 0
        games = games_of(frame, F_ARGUMENTS, 0, 1)
        before = carray(_pointer(data_of(frame, F_ARGUMENTS, 0)), (games,), np.uint64)
        sizes = carray(_pointer(data_of(frame, F_ARGUMENTS, 1)), (5,), np.int32)
        cells, options, sides = np.int64(sizes[0]), np.int64(sizes[1]), np.int64(sizes[4])
        shown = (games, np.int64(sizes[2]), np.int64(sizes[3]))
        vectors = carray(_pointer(data_of(frame, F_ARGUMENTS, 2)), (games, options), np.int32)
        old = carray(_pointer(data_of(frame, F_ARGUMENTS, 3)), (games, cells), cell)
        actions = carray(_pointer(data_of(frame, F_ARGUMENTS, 4)), (games,), np.int32)
        rows = carray(_pointer(data_of(frame, F_RESULTS, 0)), (games, cells), cell)
        counters = carray(_pointer(data_of(frame, F_RESULTS, 1)), (games,), np.uint64)
        gains = carray(_pointer(data_of(frame, F_RESULTS, 5)), (games, sides), np.int32)
        for game in range(games):
            counters[game] = before[game]
            for place in range(cells):
                rows[game, place] = old[game, place]
            step_one(rows, vectors[game], actions, counters, gains, game)
            show(frame, game, rows, vectors[game], shown, 2)
        return 0

    return deal, step


def sizes_of(spec: Spec) -> np.ndarray[Any, np.dtype[np.int32]]:
    """What the calls need to know of a table: lengths of rows, options, masks, observations."""
    words = -(-spec.observation_bits // 64)
    return np.array([spec.row_cells, len(spec.vector), spec.actions, words, spec.sides], np.int32)
