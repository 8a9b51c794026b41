"""Bit operations and random numbers that compile for CPU and CUDA."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, Expanded, Random, Word
from hanamichi.batch.jit import kernel

_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_ONE = np.uint64(1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)


@kernel
def popcount(word: Word) -> Word:
    """How many bits of a 64-bit word are set."""
    word = word - ((word >> np.uint64(1)) & _M1)
    word = (word & _M2) + ((word >> np.uint64(2)) & _M2)
    word = (word + (word >> np.uint64(4))) & _M4
    return np.int64((word * _H01) >> np.uint64(56))


@kernel
def lowest(word: Word) -> Word:
    """The index of the lowest bit set; 64 for none."""
    return popcount((word & (~word + _ONE)) - _ONE)


@kernel
def nth_bit(word: Word, n: Word) -> Word:
    """The index of the n-th bit set, counted from 0."""
    for _ in range(n):
        word &= word - _ONE
    return lowest(word)


@kernel
def next_random(rng: Random, game: int) -> Word:
    """The game's next 64 random bits (splitmix64: a counter, mixed)."""
    rng[game] += _GOLDEN
    word = rng[game]
    word = (word ^ (word >> np.uint64(30))) * _MIX1
    word = (word ^ (word >> np.uint64(27))) * _MIX2
    return word ^ (word >> np.uint64(31))


@kernel
def below(rng: Random, game: int, n: Word) -> Word:
    """A random number in 0..n-1, for small n."""
    return np.int64(((next_random(rng, game) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@kernel
def put(out: Bits, at: Word, bits: Word) -> None:
    """Set bits in a packed row from an index on; they may continue in the next word."""
    word = at >> 6
    shift = np.uint64(at & 63)
    out[word] |= bits << shift
    if shift and bits >> (np.uint64(64) - shift):
        out[word + 1] |= bits >> (np.uint64(64) - shift)


@kernel
def append(out: Bits, at: Word, held: Word, bits: Word, width: Word) -> tuple[Word, Word]:
    """Append fewer than 64 bits to a packed row; bits that do not fill a word yet are held back.

    Each word is written once, and branches depend on widths alone, so they are predicted well.
    The caller writes the last word.
    """
    shift = np.uint64(at & 63)
    held |= bits << shift
    end = at + width
    if at >> 6 != end >> 6:
        out[at >> 6] = held
        held = (bits >> _ONE) >> (np.uint64(63) - shift)
    return end, held


def expansion_table() -> Bits:
    """For each byte, its eight bits as eight bytes."""
    rows = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return rows.copy().view(np.uint64).ravel()


@kernel
def expand(packed: Bits, table: Bits, out: Expanded) -> None:
    """Packed bits as bytes of 0 and 1."""
    for n in range(packed.shape[0]):
        word = packed[n]
        for part in range(8):
            out[8 * n + part] = table[word >> np.uint64(8 * part) & np.uint64(255)]


@kernel
def expand_run(first: int, last: int, packed: Bits, table: Bits, out: Expanded) -> None:
    """Packed bits of many games as bytes."""
    for game in range(first, last):
        expand(packed[game], table, out[game])
