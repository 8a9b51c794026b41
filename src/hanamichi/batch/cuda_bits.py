"""Unpacking observations on a GPU: neighbouring threads write neighbouring 16 bytes.

Packed bits are read as words of 32 bits, `stride` of them to a game. One game more than there are
must be readable behind the last one; what it holds does not matter.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, Expanded, Word
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.cuda_store import store_pair
from hanamichi.batch.jit import kernel

BYTES, FLOATS = 16, 4
"""Bits that 16 bytes have room for, as numbers of one byte or of four."""
GAMES = 64
"""Games that one block of threads unpacks."""
THREADS = 256

_NIBBLE = np.uint32(0x00204081)
"""Multiplied by it, four bits lie seven further apart, each at the start of a byte."""
_BYTE_BITS = np.uint32(0x01010101)
_FLOAT_ONE = np.uint64(0x3F800000)


@kernel
def four_bytes(bits: Word) -> Word:
    """The lowest four bits as bytes 0 and 1."""
    return np.uint64(np.uint32(np.uint32(bits & np.uint32(15)) * _NIBBLE) & _BYTE_BITS)


@kernel
def eight_bytes(bits: Word) -> Word:
    """The lowest eight bits as bytes 0 and 1."""
    return four_bytes(bits) | four_bytes(np.uint32(bits >> np.uint32(4))) << np.uint64(32)


@kernel
def two_floats(bits: Word) -> Word:
    """The lowest two bits as 32-bit numbers 0.0 and 1.0."""
    low, high = np.uint64(bits & np.uint32(1)), np.uint64(bits >> np.uint32(1) & np.uint32(1))
    return low * _FLOAT_ONE | high * _FLOAT_ONE << np.uint64(32)


@kernel
def unpack(
    packed: Bits,
    stride: Word,
    games: Word,
    bits: Word,
    form: Word,
    out: Expanded,
    place: Word,
    thread: Word,
    threads: Word,
) -> None:
    """One thread's share of unpacking some games, without padding, from `place` of `out` on.

    `form` is BYTES or FLOATS. Counters are 32 bits wide: they are half of the work.
    """
    width = np.uint32(bits)
    game = form * thread // bits
    row = np.uint32(game * stride)
    bit = np.uint32(form * thread - game * bits)
    leap = form * threads
    row_leap = np.uint32(leap // bits * stride)
    bit_leap = np.uint32(leap % bits)
    for store in range(thread, (games * bits + form - 1) // form, threads):
        at = np.uint32(row + (bit >> np.uint32(5)))
        low, high = packed[at], packed[np.uint32(at + np.uint32(1))]
        both = np.uint64(low) | np.uint64(high) << np.uint64(32)
        word = np.uint32(both >> np.uint64(bit & np.uint32(31)))
        left = np.uint32(width - bit)
        if left < form:  # the next game begins within these
            own = np.uint32(word & np.uint32(np.uint32(np.uint32(1) << left) - np.uint32(1)))
            word = np.uint32(own | np.uint32(packed[np.uint32(row + stride)] << left))
        if form == BYTES:
            second = eight_bytes(np.uint32(word >> np.uint32(8)))
            store_pair(out, place + store, eight_bytes(word), second)
        else:
            second = two_floats(np.uint32(word >> np.uint32(2)))
            store_pair(out, place + store, two_floats(word), second)
        row = np.uint32(row + row_leap)
        bit = np.uint32(bit + bit_leap)
        if bit >= width:
            bit = np.uint32(bit - width)
            row = np.uint32(row + stride)


@kernel
def copy_words(
    staged: Bits,
    stride: Word,
    games: Word,
    words: Word,
    out: Bits,
    place: Word,
    thread: Word,
    threads: Word,
) -> None:
    """One thread's share of copying some games' packed words, from `place` of `out` on."""
    for at in range(thread, games * words, threads):
        game = np.int64(np.uint32(at) // np.uint32(words))
        out[place + at] = staged[at + game * (stride - words)]


@cuda_kernel
def unpack_bytes(games: Word, bits: Word, stride: Word, packed: Bits, out: Expanded) -> None:
    """Packed bits as bytes 0 and 1, games without padding."""
    first = np.int64(cuda.blockIdx.x) * GAMES
    count = min(np.int64(GAMES), games - first)
    own, place = packed[first * stride :], first * bits // BYTES
    unpack(own, stride, count, bits, BYTES, out, place, cuda.threadIdx.x, cuda.blockDim.x)


@cuda_kernel
def unpack_floats(games: Word, bits: Word, stride: Word, packed: Bits, out: Expanded) -> None:
    """Packed bits as 32-bit numbers 0.0 and 1.0, games without padding."""
    first = np.int64(cuda.blockIdx.x) * GAMES
    count = min(np.int64(GAMES), games - first)
    own, place = packed[first * stride :], first * bits // FLOATS
    unpack(own, stride, count, bits, FLOATS, out, place, cuda.threadIdx.x, cuda.blockDim.x)
