"""The first layer over the positions of a game, carried from a seat's position to its next.

Two positions of a seat differ in few inputs, so what these add is added or taken away. That takes a
third of the time. Rounding depends on the way to a position, so this is for rollouts, where no
other seat has to arrive at the same result.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Word
from hanamichi.batch.bits import lowest
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.sparse_layers import Active, Floats, Layer, Layers, Past

_ONE = np.uint64(1)


class Carried(NamedTuple):
    """The last position of each seat; a row for each."""

    seen: NDArray[np.uint64]
    past: NDArray[np.int8]
    values: Floats
    """Of the first layer, before the rectifier."""
    added: Active
    removed: Active
    """Room for the inputs that change."""


def new_carried(layers: Layers, words: int, past: int, seats: int = 2) -> Carried:
    """Positions in which no input is 1."""
    weight, bias = layers[0]
    return Carried(
        np.zeros((seats, words), np.uint64),
        np.full((seats, past), -1, np.int8),
        np.tile(bias, (seats, 1)),
        np.zeros(len(weight) + 64, np.int32),
        np.zeros(len(weight) + 64, np.int32),
    )


@routine
def copy_carried(source: Carried, target: Carried) -> None:
    """Go on from the positions of another."""
    for seat in range(source.seen.shape[0]):
        for word in range(source.seen.shape[1]):
            target.seen[seat, word] = source.seen[seat, word]
        for ply in range(source.past.shape[1]):
            target.past[seat, ply] = source.past[seat, ply]
        for j in range(source.values.shape[1]):
            target.values[seat, j] = source.values[seat, j]


@routine
def carry(
    layer: Layer, actions: Word, seat: Word, seen: NDArray[np.uint64], past: Past, carried: Carried
) -> None:
    """Bring the values of a seat to its position now."""
    before, values = carried.seen[seat], carried.values[seat]
    added, removed = carried.added, carried.removed
    more = less = 0
    for word in range(seen.shape[0]):
        bits = seen[word] & ~before[word]
        while bits:
            added[more] = word * 64 + lowest(bits)
            more += 1
            bits &= bits - _ONE
        bits = before[word] & ~seen[word]
        while bits:
            removed[less] = word * 64 + lowest(bits)
            less += 1
            bits &= bits - _ONE
        before[word] = seen[word]
    at = seen.shape[0] * 64
    for ply in range(past.shape[0]):
        old, new = np.int64(carried.past[seat, ply]), np.int64(past[ply])
        if old != new:
            if new >= 0:
                added[more] = at + ply * actions + new
                more += 1
            if old >= 0:
                removed[less] = at + ply * actions + old
                less += 1
            carried.past[seat, ply] = past[ply]
    exchange_rows(added, more, removed, less, layer.weight, values)


@routine
def exchange_rows(
    added: Active, more: Word, removed: Active, less: Word, weight: Floats, out: Floats
) -> None:
    """Add some rows and take others away."""
    width = weight.shape[1]
    n = 0
    while n + 4 <= more and n + 4 <= less:
        a, b, c, d = added[n], added[n + 1], added[n + 2], added[n + 3]
        e, f, g, h = removed[n], removed[n + 1], removed[n + 2], removed[n + 3]
        for j in range(width):
            out[j] += ((weight[a, j] + weight[b, j]) + (weight[c, j] + weight[d, j])) - (
                (weight[e, j] + weight[f, j]) + (weight[g, j] + weight[h, j])
            )
        n += 4
    start = n
    while n + 2 <= more:
        a, b = added[n], added[n + 1]
        for j in range(width):
            out[j] += weight[a, j] + weight[b, j]
        n += 2
    if n < more:
        for j in range(width):
            out[j] += weight[added[n], j]
    n = start
    while n + 2 <= less:
        a, b = removed[n], removed[n + 1]
        for j in range(width):
            out[j] -= weight[a, j] + weight[b, j]
        n += 2
    if n < less:
        for j in range(width):
            out[j] -= weight[removed[n], j]
