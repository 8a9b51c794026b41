"""A small network that predicts how a round will end, in less than a microsecond."""

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
"""The lowest points of each class of results, won or lost."""
DRAWN = len(EDGES)
"""The class of a drawn round; lost ones come before it, won ones after."""
RESULTS = WIDTH
"""One more than there are, for vectorized loops."""

Floats = NDArray[np.float32]

_ONE = np.uint64(1)
_ZERO = np.float32(0)


class Net(NamedTuple):
    """The weights by layer; `first` includes the options of a table."""

    first: Floats
    w1: Floats
    b2: Floats
    w2: Floats
    b3: Floats
    w3: Floats


class Weights(NamedTuple):
    """The weights as trained and stored."""

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
    """The class of a result: the points won, or lost when negative."""
    size = sum(abs(points) >= edge for edge in EDGES)
    return DRAWN + size if points > 0 else DRAWN - size


@lru_cache(maxsize=1)
def trained_weights() -> Weights:
    """The weights of the package."""
    with (files(__package__) / "network.npz").open("rb") as file, np.load(file) as arrays:
        return Weights(*(arrays[name].astype(np.float32) for name in Weights._fields))


@kernel
def add_inputs(acc: Floats, w1: Floats, word: Word, bits: Word) -> None:
    """Switch inputs of a word on."""
    while bits:
        n = 64 * word + lowest(bits)
        bits &= bits - _ONE
        for k in range(HIDDEN):
            acc[k] += w1[n, k]


@kernel
def remove_inputs(acc: Floats, w1: Floats, word: Word, bits: Word) -> None:
    """Switch inputs of a word off."""
    while bits:
        n = 64 * word + lowest(bits)
        bits &= bits - _ONE
        for k in range(HIDDEN):
            acc[k] -= w1[n, k]


@kernel
def forward(size: Word, a: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """One layer after a ReLU, four inputs at a time for vectorization."""
    for j in range(WIDTH):
        out[j] = bias[j]
    for i in range(0, size, 4):
        p, q = max(a[i], _ZERO), max(a[i + 1], _ZERO)
        r, s = max(a[i + 2], _ZERO), max(a[i + 3], _ZERO)
        for j in range(WIDTH):
            first = p * weights[i, j] + q * weights[i + 1, j]
            out[j] += first + (r * weights[i + 2, j] + s * weights[i + 3, j])


@kernel
def expected_value(net: Net, acc: Floats, middle: Floats, out: Floats, worth: Floats) -> Word:
    """The expected worth of the round, given the worth of each result."""
    forward(HIDDEN, acc, net.w2, net.b2, middle)
    forward(WIDTH, middle, net.w3, net.b3, out)
    # exp(x), approximated as (1 + x/256)**256 without a branch
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
