"""The calls that XLA makes on an NVIDIA GPU: they launch our kernels on XLA's stream.

A call runs on the host, and gets a frame as on CPU cores does. Only the shapes of arrays and their
addresses are read here: what they hold is in the memory of the GPU.
"""

from __future__ import annotations

import ctypes
import importlib
from importlib.util import find_spec
from typing import Any

import numba
from numba import cfunc, types

from hanamichi.envs.c_functions import ask, launch
from hanamichi.envs.xla_calls import (
    F_API,
    F_ARGUMENTS,
    F_CONTEXT,
    F_RESULTS,
    F_WORDS,
    asked_for_version,
    bytes_at,
    data_of,
    games_of,
    words_at,
)

A_ERROR_CREATE, A_STREAM_GET, A_WORDS = 6, 10, 11
"""Words of XLA's table of functions."""
STRUCT_BYTES = 4 * 8
"""Both functions take a struct of four words: its size, an extension, and two of their own."""
INTERNAL = 13
"""The kind of error that XLA is told of."""
THREADS = 128
"""Games in a block."""

_text = ctypes.create_string_buffer(b"Hanamichi's kernel was not launched: CUDA's error 000")
MESSAGE, DIGITS = ctypes.addressof(_text), len(_text.value) - 3


@numba.njit(error_model="numpy")
def _error(api: Any, number: Any) -> Any:
    """XLA's error for an error of CUDA's, whose number is written into the message."""
    digits = bytes_at(MESSAGE + DIGITS, 3)
    for place in range(3):
        digits[2 - place] = 48 + number % 10
        number //= 10
    error, _ = ask(api[A_ERROR_CREATE], (STRUCT_BYTES, 0, MESSAGE, INTERNAL))
    return error


@numba.njit(error_model="numpy")
def _launched(frame: Any, games: Any, launcher: Any, kernel: Any, values: Any) -> Any:
    """Launch a kernel on the stream of a call; XLA's error, 0 for none."""
    words = words_at(frame, F_WORDS)
    api = words_at(words[F_API], A_WORDS)
    error, stream = ask(api[A_STREAM_GET], (STRUCT_BYTES, 0, words[F_CONTEXT], 0))
    if error != 0 or games == 0:
        return error
    number = launch(launcher, kernel, (games + THREADS - 1) // THREADS, THREADS, stream, values)
    return 0 if number == 0 else _error(api, number)


def cuda_calls(deal_kernel: int, step_kernel: int, launcher: int) -> tuple[Any, Any]:
    """The calls that deal and that act, for two kernels and the function that launches them."""

    @cfunc(types.int64(types.int64), error_model="numpy")
    def deal(frame: Any) -> Any:
        if asked_for_version(frame):
            return 0
        games = games_of(frame, F_ARGUMENTS, 0, 1)
        values = (
            games,
            data_of(frame, F_ARGUMENTS, 0),
            data_of(frame, F_ARGUMENTS, 1),
            data_of(frame, F_ARGUMENTS, 2),
            data_of(frame, F_ARGUMENTS, 3),
            data_of(frame, F_RESULTS, 0),
            data_of(frame, F_RESULTS, 1),
            data_of(frame, F_RESULTS, 2),
            data_of(frame, F_RESULTS, 3),
            data_of(frame, F_RESULTS, 4),
        )
        return _launched(frame, games, launcher, deal_kernel, values)

    @cfunc(types.int64(types.int64), error_model="numpy")
    def step(frame: Any) -> Any:
        if asked_for_version(frame):
            return 0
        games = games_of(frame, F_ARGUMENTS, 0, 1)
        values = (
            games,
            data_of(frame, F_ARGUMENTS, 0),
            data_of(frame, F_ARGUMENTS, 1),
            data_of(frame, F_ARGUMENTS, 2),
            data_of(frame, F_ARGUMENTS, 3),
            data_of(frame, F_ARGUMENTS, 4),
            data_of(frame, F_RESULTS, 0),
            data_of(frame, F_RESULTS, 1),
            data_of(frame, F_RESULTS, 2),
            data_of(frame, F_RESULTS, 3),
            data_of(frame, F_RESULTS, 4),
            data_of(frame, F_RESULTS, 5),
        )
        return _launched(frame, games, launcher, step_kernel, values)

    return deal, step


def loaded_calls(kernels: Any, row_type: Any) -> tuple[Any, Any]:
    """The calls that deal and that act, for one game's functions, compiled for the GPU here."""
    xla_kernels = importlib.import_module("hanamichi.envs.xla_cuda_kernels")
    deal, step = xla_kernels.loaded(kernels, row_type)
    launcher = ctypes.cast(ctypes.CDLL("libcuda.so.1").cuLaunchKernel, ctypes.c_void_p)
    return cuda_calls(deal, step, launcher.value or 0)


def cuda_is_there() -> bool:
    """Whether numba-cuda can compile for a GPU, and there is one."""
    if find_spec("numba_cuda") is None:
        return False
    return bool(importlib.import_module("numba.cuda").is_available())
