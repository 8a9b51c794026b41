"""The layers of the network over one position at a time.

Most inputs are 0, and so are most values behind a rectifier: only the rows of the others are added,
which takes half the time of a matrix product. The result for a position is the same to the last
bit in whatever company it is computed, so a seat can tell what another would have chosen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Bits, Word
from hanamichi.batch.jit import routine

Floats = NDArray[np.float32]
Active = NDArray[np.int32]
"""The places of the values that are not 0."""
Past = NDArray[np.int8]


class Layer(NamedTuple):
    """An affine layer."""

    weight: Floats
    """A row for each input."""
    bias: Floats


Layers = tuple[Layer, ...]
Members = tuple[Layers, ...]
"""Networks of one shape, of whose preferences the mean counts."""


class Scratch(NamedTuple):
    """Room for the values between the layers."""

    inputs: Active
    active: Active
    shared: Floats
    """A row for each member."""
    first: Floats
    second: Floats
    third: Floats
    own: Floats
    """The preferences of one member."""
    preferences: Floats


def new_scratch(members: Members) -> Scratch:
    """Room for a network."""
    layers = members[0]
    widths = [len(layer.bias) for layer in layers]
    return Scratch(
        np.zeros(len(layers[0].weight) + 64, np.int32),
        np.zeros(max(widths) + 64, np.int32),
        np.zeros((len(members), widths[0]), np.float32),
        np.zeros(widths[0], np.float32),
        np.zeros(widths[1], np.float32),
        np.zeros(widths[2], np.float32),
        np.zeros(widths[-1], np.float32),
        np.zeros(widths[-1], np.float32),
    )


@routine
def find_active(seen: Bits, past: Past, actions: Word, active: Active) -> Word:
    """Write the places of the inputs that are 1; how many there are."""
    count = 0
    for word in range(seen.shape[0]):
        bits = seen[word]
        for bit in range(64):
            active[count] = word * 64 + bit
            count += 1 if bits >> np.uint64(bit) & np.uint64(1) else 0
    for ply in range(past.shape[0]):
        if past[ply] >= 0:
            active[count] = seen.shape[0] * 64 + ply * actions + past[ply]
            count += 1
    return count


@routine
def add_rows(active: Active, count: Word, weight: Floats, out: Floats) -> None:
    """Add the rows of the active inputs."""
    width = weight.shape[1]
    n = 0
    while n + 8 <= count:
        a, b, c, d = active[n], active[n + 1], active[n + 2], active[n + 3]
        e, f, g, h = active[n + 4], active[n + 5], active[n + 6], active[n + 7]
        for j in range(width):
            out[j] += ((weight[a, j] + weight[b, j]) + (weight[c, j] + weight[d, j])) + (
                (weight[e, j] + weight[f, j]) + (weight[g, j] + weight[h, j])
            )
        n += 8
    while n < count:
        a = active[n]
        for j in range(width):
            out[j] += weight[a, j]
        n += 1


@routine
def next_layer(
    values: Floats, width: Word, weight: Floats, bias: Floats, active: Active, out: Floats
) -> None:
    """The values after a rectifier and an affine layer."""
    count = 0
    for j in range(width):
        active[count] = j
        count += 1 if values[j] > 0 else 0
    width = bias.shape[0]
    for j in range(width):
        out[j] = bias[j]
    n = 0
    while n + 4 <= count:
        a, b, c, d = active[n], active[n + 1], active[n + 2], active[n + 3]
        va, vb, vc, vd = values[a], values[b], values[c], values[d]
        for j in range(width):
            out[j] += (va * weight[a, j] + vb * weight[b, j]) + (
                vc * weight[c, j] + vd * weight[d, j]
            )
        n += 4
    while n < count:
        a = active[n]
        va = values[a]
        for j in range(width):
            out[j] += va * weight[a, j]
        n += 1


@routine
def finish(layers: Layers, first: Floats, scratch: Scratch) -> None:
    """Write a member's preferences into `scratch.own`, from the values of its first layer."""
    active, second, third = scratch.active, scratch.second, scratch.third
    next_layer(first, first.shape[0], layers[1].weight, layers[1].bias, active, second)
    next_layer(second, second.shape[0], layers[2].weight, layers[2].bias, active, third)
    next_layer(third, third.shape[0], layers[3].weight, layers[3].bias, active, scratch.own)


@routine
def add_to_mean(member: Word, members: Word, scratch: Scratch) -> None:
    """Add a member's preferences to the mean, beginning with the first member's."""
    for action in range(scratch.own.shape[0]):
        before = scratch.preferences[action] if member else np.float32(0)
        scratch.preferences[action] = before + scratch.own[action] / np.float32(members)


@routine
def prefer(members: Members, seen: Bits, past: Past, scratch: Scratch) -> None:
    """Write the preferences of one position into `scratch.preferences`."""
    count = find_active(seen, past, members[0][3].bias.shape[0], scratch.inputs)
    for member in range(len(members)):
        layers = members[member]
        bias = layers[0].bias
        for j in range(bias.shape[0]):
            scratch.first[j] = bias[j]
        add_rows(scratch.inputs, count, layers[0].weight, scratch.first)
        finish(layers, scratch.first, scratch)
        add_to_mean(member, len(members), scratch)


@routine
def prefer_run(
    members: Members,
    seen: NDArray[np.uint64],
    past: NDArray[np.int8],
    scratch: Scratch,
    out: Floats,
) -> None:
    """Write the preferences of many positions."""
    for n in range(seen.shape[0]):
        prefer(members, seen[n], past[n], scratch)
        for action in range(out.shape[1]):
            out[n, action] = scratch.preferences[action]
