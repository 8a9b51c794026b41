"""Unpacking observations on a GPU: neighbouring threads write neighbouring words."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanamichi.batch.arrays import Bits, Expanded, Word
from hanamichi.batch.cuda_jit import cuda, cuda_kernel
from hanamichi.batch.jit import kernel

_ONE = np.uint64(1)


@cuda_kernel
def unpack_bytes(games: Word, bits: Word, packed: Bits, table: Bits, out: Expanded) -> None:
    """Packed bits as bytes 0 and 1, eight to a thread, games without padding."""
    place = np.int64(cuda.grid(1))
    if place < out.shape[0]:
        game = game_of(8 * place, bits, games * bits)
        bit = 8 * place - game * bits
        if bit + 8 <= bits:
            shift = np.uint64(bit & 63)
            byte = packed[game, bit >> 6] >> shift
            if shift > np.uint64(56):
                byte |= packed[game, (bit >> 6) + 1] << (np.uint64(64) - shift)
            out[place] = table[byte & np.uint64(255)]
        else:
            out[place] = across_games(packed, game, bit, games, bits)


@kernel
def game_of(place: Word, bits: Word, count: Word) -> Word:
    """The game of an index into all games' bits; a 32-bit division is faster."""
    if count < 1 << 32:
        return np.int64(np.uint32(place) // np.uint32(bits))
    return place // bits


@kernel
def across_games(packed: Bits, game: Word, bit: Word, games: Word, bits: Word) -> Word:
    """Eight bytes that continue into the next game."""
    word = np.uint64(0)
    for part in range(8):
        if game < games:
            value = (packed[game, bit >> 6] >> np.uint64(bit & 63)) & _ONE
            word |= value << np.uint64(8 * part)
        bit += 1
        if bit == bits:
            bit = 0
            game += 1
    return word


@cuda_kernel
def unpack_floats(games: Word, bits: Word, packed: Bits, out: Any) -> None:
    """Packed bits as numbers 0.0 and 1.0, one to a thread, games without padding."""
    place = np.int64(cuda.grid(1))
    if place < games * bits:
        game = game_of(place, bits, games * bits)
        bit = place - game * bits
        out[place] = (packed[game, bit >> 6] >> np.uint64(bit & 63)) & _ONE
