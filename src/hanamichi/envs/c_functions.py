"""C functions that compiled code calls by their address, which is known only when it runs."""

from __future__ import annotations

import importlib
from typing import Any

from numba.extending import intrinsic

cgutils: Any = importlib.import_module("numba.core.cgutils")
ir: Any = importlib.import_module("llvmlite.ir")
types: Any = importlib.import_module("numba.types")
WORD, HALF = ir.IntType(64), ir.IntType(32)
LAUNCH = ir.FunctionType(HALF, [WORD, *[HALF] * 7, WORD, WORD, WORD])
"""`cuLaunchKernel`: kernel, three sizes of grid and of block, shared bytes, stream, parameters."""


def _ask(_typing: Any, address: Any, words: Any) -> Any:
    """Numba's signature of a question, and the code it generates."""
    count = len(words)
    struct_type = types.UniTuple(types.int64, count)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function, struct = arguments
        place = cgutils.alloca_once_value(builder, struct)
        function = builder.inttoptr(function, ir.FunctionType(WORD, [WORD]).as_pointer())
        returned = builder.call(function, [builder.ptrtoint(place, WORD)])
        last = builder.load(cgutils.gep_inbounds(builder, place, 0, count - 1))
        return context.make_tuple(builder, signature.return_type, [returned, last])

    return types.UniTuple(types.int64, 2)(address, struct_type), generate


ask: Any = intrinsic(_ask)
"""`ask(address, words)` calls a function of one parameter, a pointer to a struct of these 64-bit
words; it gives what the function returned, and the last word of the struct afterwards."""


def _launch(
    _typing: Any,
    _address: Any,
    _kernel: Any,
    _blocks: Any,
    _threads: Any,
    _stream: Any,
    values: Any,
) -> Any:
    """Numba's signature of a launch, and the code it generates."""
    count = len(values)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address, kernel, blocks, threads, stream, values = arguments
        kept = cgutils.alloca_once_value(builder, values)
        places = cgutils.alloca_once(builder, ir.ArrayType(WORD, count))
        for index in range(count):
            place = builder.ptrtoint(cgutils.gep_inbounds(builder, kept, 0, index), WORD)
            builder.store(place, cgutils.gep_inbounds(builder, places, 0, index))
        one, none = HALF(1), HALF(0)
        grid = [builder.trunc(blocks, HALF), one, one]
        block = [builder.trunc(threads, HALF), one, one]
        parameters = builder.ptrtoint(places, WORD)
        function = builder.inttoptr(address, LAUNCH.as_pointer())
        given = [kernel, *grid, *block, none, stream, parameters, WORD(0)]
        return builder.sext(builder.call(function, given), WORD)

    word = types.int64
    return word(word, word, word, word, word, types.UniTuple(word, count)), generate


launch: Any = intrinsic(_launch)
"""`launch(address, kernel, blocks, threads, stream, values)` calls `cuLaunchKernel`, which is at
the address, with 64-bit values as the kernel's parameters; it gives CUDA's error, 0 for none."""
