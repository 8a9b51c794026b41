"""A store of 16 bytes at once, which Numba has no spelling for.

In Numba's simulator, which runs kernels as plain Python, it is two assignments.
"""

from __future__ import annotations

import importlib
from typing import Any

from numba import config, types

from hanamichi.batch.arrays import Expanded, Word

_STORE = "st.global.cs.v2.u64 [$0], {$1, $2};"
"""`cs`: it will not be read soon, so it must not push out of the cache what is."""


def _simulated(out: Expanded, place: Word, low: Word, high: Word) -> None:
    out[2 * place] = low
    out[2 * place + 1] = high


def _compiled(_typing: Any, out: Any, _place: Any, _low: Any, _high: Any) -> Any:
    """Numba's signature of the store, and the code it generates."""
    ir: Any = importlib.import_module("llvmlite.ir")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, low, high = arguments
        word = ir.IntType(64)
        begin = context.make_array(signature.args[0])(context, builder, array).data
        address = builder.add(
            builder.ptrtoint(begin, word), builder.mul(place, ir.Constant(word, 16))
        )
        function = ir.FunctionType(ir.VoidType(), [word, word, word])
        store = ir.InlineAsm(function, _STORE, "l,l,l,~{memory}", side_effect=True)
        builder.call(store, [address, low, high])
        return context.get_dummy_value()

    return types.void(out, types.int64, types.uint64, types.uint64), generate


def _store_pair() -> Any:
    if getattr(config, "ENABLE_CUDASIM", False):
        return _simulated
    return importlib.import_module("numba.cuda.extending").intrinsic(_compiled)


store_pair: Any = _store_pair()
"""`store_pair(out, place, low, high)` writes words 2 * place and 2 * place + 1 of an array of
64-bit words that begins at a multiple of 16 bytes."""
