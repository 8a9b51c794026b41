"""Compile kernels, once on each machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config

from hanamichi.batch.compile_notice import announce_compiling
from hanamichi.batch.kernel_dispatcher import KernelDispatcher

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {
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
    if getattr(config, "DISABLE_JIT", False):  # a simulated GPU runs kernels as plain Python
        return function
    options = {"nopython": True, **numba_options(_TARGET, inlined=inlined)}
    dispatcher = KernelDispatcher(function, targetoptions=options)
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


announce_compiling()
