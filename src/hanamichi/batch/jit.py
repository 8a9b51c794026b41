"""Compile kernels, and keep them on disk for each version of their source."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

_BATCH = Path(__file__).parent
_PACKAGE = _BATCH.parent
_USER_CACHE = os.environ.get("NUMBA_CACHE_DIR")


def _sources(folder: Path) -> Iterator[Path]:
    """The files that the kernels of a subpackage are made of: its own, and those of `batch`.

    Of a subpackage that has more than kernels, only the folders that compile something count.
    """
    yield from sorted(_BATCH.rglob("*.py"))
    if folder != _BATCH:
        folders = {
            path.parent for path in folder.rglob("*.py") if b"batch.jit" in path.read_bytes()
        }
        for each in sorted(folders):
            yield from sorted(each.glob("*.py"))


@cache
def cache_folder(folder: Path = _BATCH) -> Path:
    """Where the compiled kernels of a subpackage are kept, named after a hash of their source.

    Numba's own cache does not notice that a constant in another module has changed.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in _sources(folder):
        digest.update(source.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hanamichi" / "kernels" / digest.hexdigest()[:16]


def _subpackage_of(function: Callable[..., Any]) -> Path:
    """The folder of the subpackage that a function is in; `batch` for code of others."""
    path = Path(function.__code__.co_filename)
    return (
        _PACKAGE / path.relative_to(_PACKAGE).parts[0] if path.is_relative_to(_PACKAGE) else _BATCH
    )


_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "_nrt": False,  # kernels allocate nothing, so there are no reference counts to keep
    "error_model": "numpy",
    "boundscheck": False,
}


_DISPATCHERS: list[Any] = []


def _compiled(function: F, *, inlined: bool) -> F:
    if not _USER_CACHE:
        folder = str(cache_folder(_subpackage_of(function)))
        setattr(config, "CACHE_DIR", folder)  # noqa: B010  # mypy does not know the attribute
    dispatcher = numba.njit(**_OPTIONS, forceinline=inlined)(function)
    _DISPATCHERS.append(dispatcher)
    return cast(F, dispatcher)


def compiled_so_far() -> int:
    """How many kernels this process had to compile because they were not in the cache."""
    return sum(len(dispatcher.stats.cache_misses) for dispatcher in _DISPATCHERS)


def kernel(function: F) -> F:
    """Compile a scalar function for CPU and CUDA code, inlined wherever it is called."""
    return _compiled(function, inlined=True)


def routine(function: F) -> F:
    """Compile a kernel that is long or called in many places: called, not inlined."""
    return _compiled(function, inlined=False)
