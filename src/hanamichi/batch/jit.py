"""How kernels are compiled: once per machine and per version of their source."""

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

_HERE = Path(__file__).parent
_CHOSEN = os.environ.get("NUMBA_CACHE_DIR")


def _sources(room: Path) -> Iterator[Path]:
    """Everything that kernels of a room are made of: the rules, and the room's own kernels.

    In a room that holds other things too, only the folders where something is compiled count.
    """
    yield from sorted(_HERE.rglob("*.py"))
    if room != _HERE:
        folders = {
            path.parent
            for path in room.rglob("*.py")
            if b"hanamichi.batch.jit" in path.read_bytes()
        }
        for folder in sorted(folders):
            yield from sorted(folder.glob("*.py"))


@cache
def cache_folder(room: Path = _HERE) -> Path:
    """Where the compiled kernels of a room are kept, named after their source as it stands.

    Numba's cache does not notice when a constant changes in another module; a folder named after
    everything that can change does.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in _sources(room):
        digest.update(source.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hanamichi" / "kernels" / digest.hexdigest()[:16]


def _room_of(function: Callable[..., Any]) -> Path:
    """The room of the house a function stands in; this one for a stranger's."""
    path = Path(function.__code__.co_filename)
    house = _HERE.parent
    return house / path.relative_to(house).parts[0] if path.is_relative_to(house) else _HERE


# Rows are given and nothing is allocated: no reference counts to keep.
_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "_nrt": False,
    "error_model": "numpy",
    "boundscheck": False,
}


_DISPATCHERS: list[Any] = []


def _compiled(function: F, *, inlined: bool) -> F:
    if not _CHOSEN:
        folder = str(cache_folder(_room_of(function)))
        setattr(config, "CACHE_DIR", folder)  # noqa: B010  # Numba sets it by name too
    dispatcher = numba.njit(**_OPTIONS, forceinline=inlined)(function)
    _DISPATCHERS.append(dispatcher)
    return cast(F, dispatcher)


def compiled_so_far() -> int:
    """How many kernels this program has not found in the cache."""
    return sum(len(dispatcher.stats.cache_misses) for dispatcher in _DISPATCHERS)


def kernel(function: F) -> F:
    """A scalar function, callable from CPU and CUDA code alike, inlined wherever it is called."""
    return _compiled(function, inlined=True)


def routine(function: F) -> F:
    """A kernel so long, or called from so many places, that it is compiled once and called."""
    return _compiled(function, inlined=False)
