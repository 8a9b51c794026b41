"""What the calls that XLA makes do on an NVIDIA GPU: one thread for each game.

The kernels get addresses, as XLA has them, and read the sizes of the table where they are: in the
memory of the GPU.
"""

from __future__ import annotations

import ctypes
import importlib
from functools import cache
from typing import Any

import numpy as np
from numba import config

from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.envs.xla_calls import carray as numba_carray

cgutils: Any = importlib.import_module("numba.core.cgutils")
types: Any = importlib.import_module("numba.types")

PARAMETERS = (10, 12)
"""How many the kernels have that deal and that act: how many games, and addresses."""


def _simulated(address: Any, shape: Any, number: Any) -> Any:
    return numba_carray(ctypes.c_void_p(address), shape, number)


def _compiled(_typing: Any, _address: Any, shape: Any, number: Any) -> Any:
    """Numba's signature of an array at an address, and the code it generates."""
    array = types.Array(number.dtype, len(shape), "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = context.make_array(array)(context, builder)
        cell = context.get_data_type(array.dtype)
        size = cgutils.intp_t(context.get_abi_sizeof(cell))
        lengths = cgutils.unpack_tuple(builder, arguments[1])
        strides: list[Any] = []
        count = cgutils.intp_t(1)
        for length in reversed(lengths):
            strides.insert(0, builder.mul(count, size))
            count = builder.mul(count, length)
        made.data = builder.inttoptr(arguments[0], cell.as_pointer())
        made.shape = cgutils.pack_array(builder, lengths)
        made.strides = cgutils.pack_array(builder, strides)
        made.itemsize, made.nitems = size, count
        made.meminfo = made.parent = cgutils.get_null_value(cgutils.voidptr_t)
        return made._getvalue()

    lengths = types.UniTuple(types.int64, len(shape))
    return array(types.int64, lengths, number), generate


def _array_at() -> Any:
    if getattr(config, "ENABLE_CUDASIM", False):
        return _simulated
    return importlib.import_module("numba.cuda.extending").intrinsic(_compiled)


array_at: Any = _array_at()
"""`array_at(address, shape, number)` is the array of such numbers that begins there. Numba's own
`carray` is not known to every numba-cuda."""


@cache
def cuda_kernels(kernels: Any, row_type: Any) -> tuple[Any, Any]:
    """The kernels that deal and that act, for one game's functions.

    All games have the same options and the same row before dealing: each reads those of the first.
    """
    deal_one, step_one = kernels.deal_one, kernels.step_if_legal_one
    seat_one, mask_one, observe_one = kernels.seat_one, kernels.mask_one, kernels.observe_one
    cell = np.dtype(row_type).type

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def show(
        game: Any, games: Any, rows: Any, vector: Any, sizes: Any, seats: Any, masks: Any, seen: Any
    ) -> None:
        """Write who is to act, what is legal and what the seat to act observes."""
        actions, words = np.int64(sizes[2]), np.int64(sizes[3])
        acting = array_at(seats, (games,), np.int32)
        legal = array_at(masks, (games, actions), np.uint8)
        packed = array_at(seen, (games, words), np.uint64)
        seat_one(rows, acting, game)
        for action in range(actions):
            legal[game, action] = 0
        if acting[game] >= 0:
            mask_one(rows, vector, legal, game)
        observe_one(rows, vector, acting, packed, game)

    @cuda_kernel
    def deal(
        games: Any,
        counters: Any,
        sizes: Any,
        vectors: Any,
        starts: Any,
        new_rows: Any,
        new_counters: Any,
        seats: Any,
        masks: Any,
        seen: Any,
    ) -> None:
        game = cuda.grid(1)
        if game < games:
            size = array_at(sizes, (5,), np.int32)
            cells, options = np.int64(size[0]), np.int64(size[1])
            before = array_at(counters, (games,), np.uint64)
            vector = array_at(vectors, (options,), np.int32)
            start = array_at(starts, (cells,), cell)
            rows = array_at(new_rows, (games, cells), cell)
            rng = array_at(new_counters, (games,), np.uint64)
            rng[game] = before[game]
            deal_one(rows, vector, start, rng, game)
            show(game, games, rows, vector, size, seats, masks, seen)

    @cuda_kernel
    def step(
        games: Any,
        counters: Any,
        sizes: Any,
        vectors: Any,
        old_rows: Any,
        actions: Any,
        new_rows: Any,
        new_counters: Any,
        seats: Any,
        masks: Any,
        seen: Any,
        gains: Any,
    ) -> None:
        game = cuda.grid(1)
        if game < games:
            size = array_at(sizes, (5,), np.int32)
            cells, options = np.int64(size[0]), np.int64(size[1])
            before = array_at(counters, (games,), np.uint64)
            vector = array_at(vectors, (options,), np.int32)
            old = array_at(old_rows, (games, cells), cell)
            chosen = array_at(actions, (games,), np.int32)
            rows = array_at(new_rows, (games, cells), cell)
            rng = array_at(new_counters, (games,), np.uint64)
            gained = array_at(gains, (games, np.int64(size[4])), np.int32)
            rng[game] = before[game]
            for place in range(cells):
                rows[game, place] = old[game, place]
            step_one(rows, vector, chosen, rng, gained, game)
            show(game, games, rows, vector, size, seats, masks, seen)

    return deal, step


def loaded(kernels: Any, row_type: Any) -> tuple[int, int]:
    """The kernels that deal and that act, as the driver of CUDA knows them, on every GPU."""
    deal, step = (
        int(kernel.compile((types.int64,) * count)._codelibrary.get_cufunc().handle)
        for kernel, count in zip(cuda_kernels(kernels, row_type), PARAMETERS, strict=True)
    )
    return deal, step
