"""The calls that XLA makes on a GPU, without one: what they launch, and what the kernels do.

Where there is a GPU and JAX for it, `test_jax.py` plays on it.
"""

from __future__ import annotations

import ctypes
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import types

from hanamichi.batch import make_batch, make_table
from hanamichi.envs import xla_calls as x
from hanamichi.envs import xla_cuda_calls as xc
from tests.batch.test_batch import gpu_here
from tests.envs.test_jax import PRESETS, Frame, results_for

ROOT = Path(__file__).parents[2]
STREAM, CONTEXT, KERNELS = 1 << 40 | 7, 1 << 41 | 9, (1 << 42 | 11, 1 << 43 | 13)
PARAMETERS = dict(zip(KERNELS, (10, 12), strict=True))
WORD, HALF = ctypes.c_int64, ctypes.c_uint32
LAUNCHER = ctypes.CFUNCTYPE(ctypes.c_int32, WORD, *[HALF] * 7, WORD, WORD, WORD)
ANSWER = ctypes.CFUNCTYPE(WORD, ctypes.POINTER(WORD * 4))


class Driver:
    """The functions of CUDA and XLA that a call uses; it keeps what they were given."""

    def __init__(self, launching: int = 0, asking: int = 0) -> None:
        self.launches: list[dict[str, Any]] = []
        self.errors: list[tuple[bytes, int]] = []
        self._launching, self._asking = launching, asking
        self._kept = [LAUNCHER(self._launch), ANSWER(self._stream), ANSWER(self._error)]
        launcher, stream, error = (
            int(ctypes.cast(each, ctypes.c_void_p).value or 0) for each in self._kept
        )
        self.api = np.zeros(xc.A_WORDS, np.int64)
        self.api[xc.A_STREAM_GET], self.api[xc.A_ERROR_CREATE] = stream, error
        self.deal, self.step = xc.cuda_calls(*KERNELS, launcher)

    def call(self, handler: Any, arguments: list[Any], results: list[Any]) -> int:
        """Call it as XLA does."""
        frame = Frame(arguments, results)
        words = np.ctypeslib.as_array((WORD * x.F_WORDS).from_address(frame.address))
        words[x.F_API], words[x.F_CONTEXT] = self.api.ctypes.data, CONTEXT
        return int(handler.ctypes(frame.address))

    def _launch(self, kernel: int, *given: int) -> int:
        *sizes, stream, parameters, extra = given
        assert extra == 0
        places = (WORD * PARAMETERS[kernel]).from_address(parameters)
        values = [WORD.from_address(place).value for place in places]
        self.launches.append({"kernel": kernel, "sizes": sizes, "stream": stream, "values": values})
        return self._launching

    def _stream(self, struct: Any) -> int:
        size, extension, context, _ = struct[0]
        assert (size, extension, context) == (32, 0, CONTEXT)
        struct[0][3] = STREAM
        return self._asking

    def _error(self, struct: Any) -> int:
        size, extension, message, code = struct[0]
        assert (size, extension) == (32, 0)
        self.errors.append((ctypes.string_at(message), code))
        return 77


def arguments_for(spec: Any, games: int) -> tuple[list[Any], list[Any]]:
    """What deals and what acts is given, before the arrays of this game."""
    sizes = np.broadcast_to(x.sizes_of(spec), (games, 5)).copy()
    vectors = np.broadcast_to(spec.vector, (games, len(spec.vector))).copy()
    starts = np.broadcast_to(spec.template(), (games, spec.row_cells)).copy()
    return [sizes, vectors], [starts]


@pytest.mark.parametrize("games", [1, 128, 129, 16384])
def test_a_call_launches_its_kernel_on_the_stream_of_the_call(games: int) -> None:
    spec = make_table("koikoi/nintendo")
    table, starts = arguments_for(spec, games)
    counters = np.zeros((games, 8), np.uint8)
    results = results_for(spec, games)
    driver = Driver()
    dealing = [counters, *table, *starts]
    acting = [counters, *table, results[0], np.zeros(games, np.int32)]
    assert driver.call(driver.deal, dealing, results[:5]) == 0
    assert driver.call(driver.step, acting, results) == 0
    given = [[*dealing, *results[:5]], [*acting, *results]]
    for launched, kernel, arrays in zip(driver.launches, KERNELS, given, strict=True):
        assert launched == {
            "kernel": kernel,
            "sizes": [-(-games // 128), 1, 1, 128, 1, 1, 0],
            "stream": STREAM,
            "values": [games, *(array.ctypes.data for array in arrays)],
        }
    assert not driver.errors


def test_xla_is_told_what_cuda_refuses_and_its_own_errors_go_back_to_it() -> None:
    spec = make_table("koikoi/nintendo")
    table, starts = arguments_for(spec, 2)
    given = [np.zeros((2, 8), np.uint8), *table, *starts], results_for(spec, 2)[:5]
    refusing = Driver(launching=201)
    assert refusing.call(refusing.deal, *given) == 77
    assert refusing.errors == [(b"Hanamichi's kernel was not launched: CUDA's error 201", 13)]
    without = Driver(asking=55)
    assert without.call(without.deal, *given) == 55
    assert not without.launches


def test_a_call_for_no_games_launches_nothing() -> None:
    spec = make_table("koikoi/nintendo")
    table, starts = arguments_for(spec, 0)
    driver = Driver()
    given = [np.zeros((0, 8), np.uint8), *table, *starts], results_for(spec, 0)[:5]
    assert driver.call(driver.deal, *given) == 0
    assert not driver.launches


def test_the_calls_tell_the_version_as_those_on_cpu_cores_do() -> None:
    api, metadata = np.zeros(8, np.int64), np.zeros(8, np.int64)
    extension, frame = np.zeros(8, np.int64), np.zeros(x.F_WORDS, np.int64)
    api[x.A_VERSION] = 3 << 32
    extension[x.E_TYPE], extension[x.E_METADATA] = x.METADATA, metadata.ctypes.data
    frame[x.F_EXTENSION], frame[x.F_API] = extension.ctypes.data, api.ctypes.data
    driver = Driver()
    for handler in (driver.deal, driver.step):
        metadata[:] = 0
        assert handler.ctypes(frame.ctypes.data) == 0
        assert metadata[x.M_VERSION] == 3 << 32


# -- the kernels -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernels_compile(monkeypatch: pytest.MonkeyPatch, preset: str) -> None:
    """NVIDIA's compiler is enough, no GPU is needed."""
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here")
    dispatcher = importlib.import_module("numba.cuda.dispatcher")
    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
    cuda: Any = importlib.import_module("numba.cuda")
    xla_kernels = importlib.import_module("hanamichi.envs.xla_cuda_kernels")
    spec = make_table(preset)
    kernels = xla_kernels.cuda_kernels(spec.cpu_kernels, np.dtype(spec.row_type).type)
    for kernel, count in zip(kernels, xla_kernels.PARAMETERS, strict=True):
        assert len(inspect.signature(kernel.py_func).parameters) == count
        text, _ = cuda.compile_ptx(kernel.py_func, types.void(*[types.int64] * count), cc=(9, 0))
        assert text.count(".param .u64", text.index(".visible .entry"), text.index("{")) == count


def check_kernels(preset: str, games: int, steps: int) -> None:
    """Play the same games with a batch and with the kernels, in Numba's simulator."""
    xla_kernels = importlib.import_module("hanamichi.envs.xla_cuda_kernels")
    batch = make_batch(preset, games=games, seed=3)
    counters = make_batch(preset, games=games, seed=3)._rng  # as after its deal
    batch._rng[:] = counters
    batch.reset()
    spec, rng = batch.spec, np.random.default_rng(1)
    deal, step = xla_kernels.cuda_kernels(spec.cpu_kernels, np.dtype(spec.row_type).type)
    table, starts = arguments_for(spec, games)
    results = results_for(spec, games)

    def run(kernel: Any, arrays: list[Any]) -> None:
        kernel[-(-games // 2), 2](games, *(array.ctypes.data for array in arrays))

    run(deal, [counters, *table, *starts, *results[:5]])
    for _ in range(steps):
        rows, after, seats, masks, seen, _ = results
        assert np.array_equal(rows, batch.rows)
        assert np.array_equal(after.view(np.uint64)[:, 0], batch._rng)
        assert np.array_equal(seats, batch.to_act())
        assert np.array_equal(masks, batch.legal_mask())
        assert np.array_equal(seen.view(np.uint64), batch.observe())
        legal = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        actions = np.array(legal, np.int32)
        actions[rng.integers(games)] = -1  # ignored
        results = results_for(spec, games)
        run(step, [after, *table, rows, actions, *results])
        assert np.array_equal(results[5], batch.step(actions, check=False))


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU to try instead")
@pytest.mark.parametrize("preset", PRESETS)
def test_simulated_the_kernels_play_as_a_batch(preset: str) -> None:
    program = f"from tests.envs.test_xla_cuda import *\ncheck_kernels({preset!r}, 3, 15)"
    simulated = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **simulated}, check=True
    )
