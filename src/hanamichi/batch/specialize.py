"""Kernels over many games, written once and compiled for each game.

Numba compiles a function together with the functions that its globals name, and keeps the result
on disk. It cannot do that for closures over compiled functions: every process would compile them
again. So the functions of a template module are copied with other globals: a copy calls a game's
own definitions instead of those of `kernel_interface`, and is cached like any other kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any


def specialize(
    template: ModuleType,
    definitions: Mapping[str, Any],
    module: str,
    compiler: Callable[[Any], Any],
) -> dict[str, Any]:
    """Compile a template's functions with these definitions, for the module of this name."""
    scope = {**vars(template), **definitions, "__name__": module}
    compiled = {}
    for name, function in vars(template).items():
        if isinstance(function, FunctionType) and function.__module__ == template.__name__:
            copy = FunctionType(function.__code__, scope, name)
            # Numba names the cache file after this: games must not share one.
            copy.__qualname__ = f"{module.replace('.', '_')}.{name}"
            compiled[name] = compiler(copy)
    scope.update(compiled)
    return compiled
