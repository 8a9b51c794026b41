"""How kernels are compiled: once per machine and per version of their source."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])


def _source_hash() -> str:
    """A name for the kernels as they stand.

    Numba's cache does not notice when a constant changes in another module; a folder named after
    everything that can change does.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hanamichi" / "kernels" / _source_hash()


if not os.environ.get("NUMBA_CACHE_DIR"):
    setattr(config, "CACHE_DIR", str(cache_folder()))  # noqa: B010  # Numba sets it by name too

# Rows are given and nothing is allocated: no reference counts to keep, everything inlined.
_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "_nrt": False,
    "forceinline": True,
    "error_model": "numpy",
    "boundscheck": False,
}


def kernel(function: F) -> F:
    """A scalar function, callable from CPU and CUDA code alike."""
    return cast(F, numba.njit(**_OPTIONS)(function))
