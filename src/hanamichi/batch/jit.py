"""Compile kernels, and keep them on disk for each version of their source."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba import config

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
    caches = platformdirs.user_cache_path("hanamichi", appauthor=False)
    return caches / "kernels" / digest.hexdigest()[:16]


def _subpackage_of(function: Callable[..., Any]) -> Path:
    """The folder of the subpackage that a function is in; `batch` for code of others."""
    path = Path(function.__code__.co_filename)
    return (
        _PACKAGE / path.relative_to(_PACKAGE).parts[0] if path.is_relative_to(_PACKAGE) else _BATCH
    )


_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
}


def numba_options(target: object, *, inlined: bool) -> dict[str, Any]:
    """The options of a kernel for a class of Numba's target options.

    Two of them are not documented. They make kernels faster and change no result, so a Numba
    without them compiles the same kernels with the documented ones.
    """
    undocumented = {
        "_nrt": False,  # kernels allocate nothing, so there are no reference counts to keep
        "forceinline": inlined,
    }
    known = {name: value for name, value in undocumented.items() if hasattr(target, name)}
    return _OPTIONS | known


def _target() -> object:
    try:
        from numba.core.cpu import CPUTargetOptions
    except ImportError:
        return None
    return CPUTargetOptions


_TARGET = _target()
_DISPATCHERS: list[Any] = []


def _compiled(function: F, *, inlined: bool) -> F:
    if not _USER_CACHE:
        folder = str(cache_folder(_subpackage_of(function)))
        setattr(config, "CACHE_DIR", folder)  # noqa: B010  # mypy does not know the attribute
    dispatcher = numba.njit(**numba_options(_TARGET, inlined=inlined))(function)
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
