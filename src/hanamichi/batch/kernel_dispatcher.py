"""Numba's dispatcher for kernels: what only other kernels call gets no machine code of its own.

Numba optimises every function by itself, compiles it together with two wrappers, and then optimises
and compiles it again inside each of its callers. Most kernels are only ever parts of others. Here a
part stays as Numba has lowered it until a kernel that Python calls is made of it.
"""

from __future__ import annotations

from typing import Any

from numba.core import sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher

from hanamichi.batch.kernel_cache import KernelCache

# Numba has few types, and its own classes are Any to mypy.
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-any-return"

_UNDER_WAY: list[object] = []
"""The kernels being compiled, one for the other; guarded by Numba's compiler lock."""


class _NoAddresses:
    """The code generator of a part: there is no machine code in which to set an address."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def set_env(self, env_name: str, env: object) -> None:
        """Nothing to set."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class PartLibrary(JITCodeLibrary):
    """The code of a kernel that others are made of: linked, neither optimised nor compiled."""

    @property
    def codegen(self) -> Any:
        """The code generator, without its engine."""
        return _NoAddresses(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """No address: nobody calls a part."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Its callers are optimised as a whole, with what they are made of."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _KernelPipeline(Compiler):
    """The compiler, with a library of parts for what Python cannot call."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        if self.state.flags.no_cpython_wrapper:
            codegen = self.state.targetctx.codegen()
            self.state.library = PartLibrary(codegen, func.__qualname__)
        return super().compile_extra(func)


class _KernelCompiler(_FunctionCompiler):
    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cfunc_wrapper = True
        flags.no_cpython_wrapper = len(_UNDER_WAY) > 1
        return flags


class KernelDispatcher(CPUDispatcher):
    """A kernel, compiled for Python when Python calls it and as a part when kernels do."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:  # noqa: A002
        super().__init__(py_func, locals, targetoptions)
        self._compiler = _KernelCompiler(
            py_func, self.targetdescr, self.targetoptions, self.locals, _KernelPipeline
        )
        self._cache = _PartlessCache(self)

    def compile(self, sig: Any) -> Any:
        """Compile for a signature."""
        with global_compiler_lock:
            types, _ = sigutils.normalize_signature(sig)
            existing = self.overloads.get(tuple(types))
            if not _UNDER_WAY and existing is not None and _is_part(existing):
                del self.overloads[tuple(types)]
            _UNDER_WAY.append(self)
            try:
                return super().compile(sig)
            finally:
                _UNDER_WAY.pop()

    def add_overload(self, cres: Any) -> None:
        """Remember a compiled form; a part is not there for calls from Python."""
        if _is_part(cres):
            self.overloads[tuple(cres.signature.args)] = cres
        else:
            super().add_overload(cres)


class _PartlessCache(KernelCache):
    """A cache of what Python calls: parts are lowered again when another kernel needs them."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel."""
        if not _is_part(data):
            super().save_overload(sig, data)


def _is_part(compiled: Any) -> bool:
    return isinstance(compiled.library, PartLibrary)
