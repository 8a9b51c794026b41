"""Compile GPU kernels, from the functions that also run on CPU cores."""

from __future__ import annotations

import importlib
from typing import Any

from hanamichi.batch.jit import F

cuda: Any = importlib.import_module("numba.cuda")


def cuda_kernel(function: F) -> F:
    """Compile a kernel that is launched over a grid of threads."""
    return cuda.jit(function)  # type: ignore[no-any-return]  # imported by name, and so untyped
