"""The kernels for GPUs compile to PTX, for which NVIDIA's compiler is enough and no GPU is needed.

What they then compute is compared where there is a GPU, and in Numba's simulator (test_cuda.py).
"""

from __future__ import annotations

import importlib
import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from numba import types

NEWEST = (9, 0)
"""The compute capability of an H200."""
KERNELS = [
    ("hanabi.cuda_kernels", types.uint8),
    ("hanabi.cuda_memory_kernels", types.uint8),
    ("koikoi.cuda_kernels", types.uint64),
]
DIMENSIONS = {"rows": 2, "masks": 2, "gains": 2, "totals": 2, "past": 2}
CELLS = {
    "o": types.int32,
    "rng": types.uint64,
    "out": types.uint64,
    "masks": types.uint8,
    "where": types.uint8,
}
NUMBERS = {"games", "words", "bits", "steps", "detail"}
OUTPUTS = {"observe_run": 2, "observe_all_run": 3, "random_run": 1}


def parameter_type(kernel: str, name: str, row_type: Any) -> Any:
    """The type of what a batch gives a kernel; arrays of seats, actions and gains are `int32`."""
    if name in NUMBERS:
        return types.int64
    if name in ("rows", "template"):
        return types.Array(row_type, DIMENSIONS.get(name, 1), "C")
    dimensions = OUTPUTS[kernel] if name == "out" else DIMENSIONS.get(name, 1)
    return types.Array(CELLS.get(name, types.int32), dimensions, "C")


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Numba's compiler for GPUs, told that there is one."""
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here")
    dispatcher = importlib.import_module("numba.cuda.dispatcher")
    device = SimpleNamespace(compute_capability=NEWEST)
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
    return importlib.import_module("numba.cuda")


@pytest.mark.parametrize(("module", "row_type"), KERNELS)
def test_every_kernel_compiles(cuda: Any, module: str, row_type: Any) -> None:
    kernels = importlib.import_module(f"hanamichi.batch.{module}").CUDA_KERNELS
    for name, kernel in kernels._asdict().items():
        parameters = inspect.signature(kernel.py_func).parameters
        signature = types.void(*(parameter_type(name, each, row_type) for each in parameters))
        text, _ = cuda.compile_ptx(kernel.py_func, signature, cc=NEWEST)
        assert ".visible .entry" in text, name
