"""What a kernel is made of, as a digest: equal wherever the same code is installed.

A kernel's machine code follows from its own code, from the constants that it reads and from the
kernels that it calls. The digest covers these, through every call, and nothing else: no path, no
time, no comment. So checkouts, virtual environments and versions share what they have in common.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import llvmlite
import numba
import numpy as np

_VERSIONED = frozenset({"llvmlite", "numba", "numpy", *sys.stdlib_module_names})
"""Packages of which the name is enough: `tool_chain` has their versions."""


class Contents(NamedTuple):
    """What a kernel is made of."""

    digest: str
    instructions: int
    """Bytes of bytecode, with the kernels called: what compiling takes grows with it."""


class _Part(NamedTuple):
    """What one function is made of, without the functions it calls."""

    tokens: tuple[object, ...]
    calls: tuple[FunctionType, ...]


class NoContents(Exception):
    """A kernel reads something of which the contents cannot be told."""


def tool_chain() -> tuple[str, ...]:
    """The versions that a compiled kernel depends on, beside the processor."""
    return (
        sys.implementation.cache_tag or "",
        platform.python_version(),
        getattr(sys, "abiflags", ""),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
    )


def contents_of(function: FunctionType, options: object) -> Contents:
    """The contents of a kernel compiled with these options."""
    digest = hashlib.sha256(repr((tool_chain(), options)).encode())
    order = [function]
    places = {function: 0}
    instructions = 0
    for each in order:
        part = _part_of(each)
        for called in part.calls:
            if called not in places:
                places[called] = len(order)
                order.append(called)
        digest.update(repr((part.tokens, [places[called] for called in part.calls])).encode())
        instructions += len(each.__code__.co_code)
    return Contents(digest.hexdigest(), instructions)


_parts: WeakKeyDictionary[FunctionType, _Part] = WeakKeyDictionary()


def _part_of(function: FunctionType) -> _Part:
    part = _parts.get(function)
    if part is None:
        reader = _Reader(function)
        part = _parts[function] = _Part(tuple(reader.tokens()), tuple(reader.calls))
    return part


class _Reader:
    """Reads what one function is made of."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.calls: list[FunctionType] = []
        self.names = tuple(dict.fromkeys(_names(function.__code__)))

    def tokens(self) -> Iterator[object]:
        function = self.function
        yield function.__module__, function.__qualname__
        yield from self._code(function.__code__, function.__doc__)
        yield from self._each(function.__defaults__ or ())
        yield from self._each(cell.cell_contents for cell in function.__closure__ or ())
        for name in self.names:
            if name in function.__globals__:
                yield name
                yield from self._value(function.__globals__[name])

    def _code(self, code: CodeType, documentation: str | None = None) -> Iterator[object]:
        yield code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        yield code.co_argcount, code.co_kwonlyargcount, code.co_flags
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from self._code(constant)
            elif constant is None or constant != documentation:
                yield from self._value(constant)

    def _each(self, values: Iterable[object]) -> Iterator[object]:
        for value in values:
            yield from self._value(value)
        yield "end"

    def _value(self, value: Any) -> Iterator[object]:
        if value is None or value is ...:
            yield repr(value)
        elif isinstance(value, enum.Enum):
            yield type(value).__qualname__, value.name
            yield from self._value(value.value)
        elif isinstance(value, bool | int | float | complex | str | bytes | np.dtype):
            yield type(value).__name__, repr(value)
        elif isinstance(value, np.generic | np.ndarray):
            if value.dtype.hasobject:
                raise NoContents(type(value).__qualname__)
            yield str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()
        elif isinstance(value, tuple | list):
            yield type(value).__qualname__
            yield from self._each(value)
        elif isinstance(value, frozenset):
            yield "frozenset", sorted(map(repr, value))
        elif isinstance(value, slice | range):
            yield repr(value)
        elif hasattr(value, "py_func") and hasattr(value, "targetoptions"):
            yield "kernel", repr(sorted(value.targetoptions.items()))
            self.calls.append(value.py_func)
        elif isinstance(value, FunctionType) and _package(value) not in _VERSIONED:
            yield "function"
            self.calls.append(value)
        elif isinstance(value, type | ModuleType):
            yield from self._namespace(value)
        elif isinstance(value, np.ufunc | numba.types.Type):
            yield type(value).__qualname__, str(value)
        elif _package(value) in _VERSIONED and hasattr(value, "__qualname__"):
            yield value.__module__, value.__qualname__
        else:
            yield type(value).__qualname__, _source_digest(inspect.getmodule(value))

    def _namespace(self, space: type | ModuleType) -> Iterator[object]:
        """A class or module: its name, and what the function may read of it."""
        name = space.__name__
        yield type(space).__name__, name
        package = name if isinstance(space, ModuleType) else space.__module__
        if package.partition(".")[0] in _VERSIONED:
            return
        yield from map(str, getattr(space, "_fields", ()))
        for each in self.names:
            found = inspect.getattr_static(space, each, None)
            if found is not None:
                yield each
                yield from self._value(found)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _package(value: object) -> str:
    module = getattr(value, "__module__", None) or type(value).__module__
    return str(module).partition(".")[0]


@cache
def _source_digest(module: ModuleType | None) -> str:
    """A digest of a module's whole source: for what cannot be looked into, such as an intrinsic."""
    path = getattr(module, "__file__", None)
    if path is None or not path.endswith(".py"):
        raise NoContents(repr(module))
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
