"""A little network that foretells how a round will end, asked in a fraction of a microsecond."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Word
from hanamichi.batch.bits import lowest
from hanamichi.batch.jit import kernel
from hanamichi.bots.koikoi.network.inputs import option_bits

HIDDEN = 256
WIDTH = 32
"""Of the second layer and of the last."""
EDGES = (1, 2, 3, 5, 7, 10, 14, 18, 23, 28, 36, 46, 60, 80, 110)
"""Results of a round are told apart by their points, from so many on, won or lost."""
DRAWN = len(EDGES)
"""The place of a drawn round; lost ones come before it, won ones after."""
RESULTS = WIDTH
"""One more than there are: a round number is quicker."""

Floats = NDArray[np.float32]

_ONE = np.uint64(1)
_ZERO = np.float32(0)


class Net(NamedTuple):
    """The weights, layer by layer; `first` stands for the options of a table."""

    first: Floats
    w1: Floats
    b2: Floats
    w2: Floats
    b3: Floats
    w3: Floats


class Weights(NamedTuple):
    """The weights as they are learnt and kept."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats

    def at(self, o: OptionVector) -> Net:
        """The network at a table with these options."""
        bits = option_bits(o)
        places = [place for place in range(64) if bits >> place & 1]
        first = self.b1 + self.w1[places].sum(axis=0)
        return Net(first.astype(np.float32), self.w1, self.b2, self.w2, self.b3, self.w3)


def result_of(points: int) -> int:
    """The place of a result among those told apart: the points won, or lost when negative."""
    size = sum(abs(points) >= edge for edge in EDGES)
    return DRAWN + size if points > 0 else DRAWN - size


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """The weights that come with the house."""
    with (files(__package__) / "network.npz").open("rb") as file, np.load(file) as kept:
        return Weights(*(kept[name].astype(np.float32) for name in Weights._fields))


@kernel
def show(acc: Floats, w1: Floats, word: Word, bits: Word) -> None:
    """Switch some inputs of a word on."""
    while bits:
        n = 64 * word + lowest(bits)
        bits &= bits - _ONE
        for k in range(HIDDEN):
            acc[k] += w1[n, k]


@kernel
def hide(acc: Floats, w1: Floats, word: Word, bits: Word) -> None:
    """Switch some inputs of a word off."""
    while bits:
        n = 64 * word + lowest(bits)
        bits &= bits - _ONE
        for k in range(HIDDEN):
            acc[k] -= w1[n, k]


@kernel
def forward(size: Word, a: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """One layer: what is below zero says nothing. Four inputs at a time, for the processor."""
    for j in range(WIDTH):
        out[j] = bias[j]
    for i in range(0, size, 4):
        p, q = max(a[i], _ZERO), max(a[i + 1], _ZERO)
        r, s = max(a[i + 2], _ZERO), max(a[i + 3], _ZERO)
        for j in range(WIDTH):
            first = p * weights[i, j] + q * weights[i + 1, j]
            out[j] += first + (r * weights[i + 2, j] + s * weights[i + 3, j])


@kernel
def foretell(net: Net, acc: Floats, middle: Floats, out: Floats, worth: Floats) -> Word:
    """What the round is worth on average, each result being worth so much."""
    forward(HIDDEN, acc, net.w2, net.b2, middle)
    forward(WIDTH, middle, net.w3, net.b3, out)
    # e to the x, near enough: (1 + x/256) to the 256th, without a branch.
    for n in range(RESULTS):
        x = max(np.float32(1) + out[n] * np.float32(1 / 256), _ZERO)
        x *= x
        x *= x
        x *= x
        x *= x
        x *= x
        x *= x
        x *= x
        out[n] = x * x
    whole, value = _ZERO, _ZERO
    for n in range(0, RESULTS, 4):
        whole += (out[n] + out[n + 1]) + (out[n + 2] + out[n + 3])
        value += (out[n] * worth[n] + out[n + 1] * worth[n + 1]) + (
            out[n + 2] * worth[n + 2] + out[n + 3] * worth[n + 3]
        )
    return value / whole
