"""The trained network: from what a seat sees to how much it likes each action."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_NEVER = np.float32(-1e9)


class Layer(NamedTuple):
    """What a layer does to its inputs: a product and a sum."""

    weight: Floats
    bias: Floats


class Network(NamedTuple):
    """Four layers, every seat's the same."""

    layers: tuple[Layer, ...]
    past: int
    """Actions before the last one that it is told: the observation tells the last."""

    @property
    def actions(self) -> int:
        """How many actions it knows."""
        return len(self.layers[-1].bias)

    def likes(self, seen: NDArray[np.uint64], past: NDArray[np.int8]) -> Floats:
        """How much it likes each action.

        `seen`: packed observations, a row for each game. `past`: the ids of the actions before
        the last one, the latest first, -1 where there was none.
        """
        bits = np.unpackbits(seen.view(np.uint8), axis=1, bitorder="little")
        told = past[:, :, None] == np.arange(self.actions, dtype=np.int8)
        values = np.concatenate(
            (bits.astype(np.float32), told.reshape(len(past), -1).astype(np.float32)), axis=1
        )
        for layer in self.layers[:-1]:
            values = values @ layer.weight
            values += layer.bias
            np.maximum(values, 0, out=values)
        last = self.layers[-1]
        found: Floats = values @ last.weight + last.bias
        return found

    def choices(
        self, seen: NDArray[np.uint64], past: NDArray[np.int8], legal: NDArray[np.bool_]
    ) -> NDArray[np.int32]:
        """The legal action it likes best, for each game."""
        liked = np.where(legal, self.likes(seen, past), _NEVER)
        best: NDArray[np.int32] = np.argmax(liked, axis=1).astype(np.int32)
        return best


@cache
def two_players() -> Network:
    """The network for two, as it was trained."""
    file = resources.files(__package__).joinpath("two_players.npz")
    with file.open("rb") as opened, np.load(opened) as kept:
        layers = tuple(
            Layer(
                np.ascontiguousarray(kept[f"{name}.weight"].astype(np.float32).T),
                kept[f"{name}.bias"].astype(np.float32),
            )
            for name in ("first", "second", "third", "last")
        )
        return Network(layers, int(kept["past"]))
