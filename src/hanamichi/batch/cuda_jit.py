"""Compile GPU kernels, from the functions that also run on CPU cores."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

cuda: Any = importlib.import_module("numba.cuda")


def cuda_kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel that is launched over a grid of threads."""
    return cuda.jit(function)
