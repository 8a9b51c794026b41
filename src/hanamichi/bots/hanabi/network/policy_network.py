"""The trained network: from what a seat observes to a preference for each action."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch import make_table
from hanamichi.bots.hanabi.network.colour_permutations import (
    ALL_ORDERS,
    SUITS,
    Order,
    colour_permutations,
)
from hanamichi.bots.hanabi.network.sparse_layers import (
    Floats,
    Layer,
    Layers,
    Members,
    new_scratch,
    prefer_run,
)

ACTIONS = 20
"""Actions of two players."""
_ILLEGAL = np.float32(-1e9)


class Network(NamedTuple):
    """Four layers, the same for both seats.

    What it prefers depends a little on which colour is which, as chance had it in training. So it
    looks at the game with its colours exchanged, too, and the mean of its preferences counts.
    """

    members: Members
    """The layers for each order of the colours."""
    past: int
    """How many actions before the last one are inputs; the observation has the last one."""
    card_memory: bool
    """Whether it observes what happened to each card."""

    @property
    def actions(self) -> int:
        """How many actions it knows."""
        return len(self.members[0][-1].bias)

    @property
    def words(self) -> int:
        """The words of a packed observation."""
        return observed_words(card_memory=self.card_memory)

    def preferences(self, seen: NDArray[np.uint64], past: NDArray[np.int8]) -> Floats:
        """The preference (logit) for each action.

        `seen`: packed observations, a row for each game. `past`: the ids of the actions before
        the last one, the latest first, -1 where there was none.
        """
        if (seen.shape[1], past.shape[1]) != (self.words, self.past):
            raise ValueError(
                f"{self.words} words and {self.past} actions are read, "
                f"not {seen.shape[1]} and {past.shape[1]}"
            )
        found = np.zeros((len(seen), self.actions), np.float32)
        past = np.ascontiguousarray(past)
        prefer_run(self.members, seen, past, new_scratch(self.members), found)
        return found

    def choices(
        self, seen: NDArray[np.uint64], past: NDArray[np.int8], legal: NDArray[np.bool_]
    ) -> NDArray[np.int32]:
        """The preferred legal action for each game."""
        preferred = np.where(legal, self.preferences(seen, past), _ILLEGAL)
        best: NDArray[np.int32] = np.argmax(preferred, axis=1).astype(np.int32)
        return best


class WeightsError(Exception):
    """The file of weights is missing, damaged or of another version."""


@cache
def observed_words(*, card_memory: bool) -> int:
    """The words of a packed observation of two players."""
    return -(-make_table("hanabi/online", 2, card_memory=card_memory).observation_bits // 64)


@cache
def two_players() -> Network:
    """The trained network for two players."""
    return read_network(resources.files(__package__).joinpath("two_players.npz"))


def read_network(file: Traversable) -> Network:
    """The network in a file, or a `WeightsError`."""
    try:
        with file.open("rb") as opened, np.load(opened) as arrays:
            layers = tuple(
                Layer(
                    np.ascontiguousarray(arrays[f"{name}.weight"].astype(np.float32).T),
                    arrays[f"{name}.bias"].astype(np.float32),
                )
                for name in ("first", "second", "third", "last")
            )
            memory = bool(arrays["card_memory"]) if "card_memory" in arrays else False
            orders = arrays["orders"].reshape(-1, SUITS) if "orders" in arrays else ALL_ORDERS[:1]
            past = int(arrays["past"])
    except (OSError, EOFError, KeyError, ValueError, TypeError, zlib.error, BadZipFile) as error:
        raise WeightsError(f"The weights in {file.name} cannot be read: {error}") from error
    network = Network((layers,), past, memory)
    chosen = [tuple(map(int, order)) for order in orders]
    if not chosen or not set(chosen) <= set(ALL_ORDERS) or not _fits_the_table(network):
        raise WeightsError(f"The weights in {file.name} are of another version")
    return averaged_over(network, chosen)


def averaged_over(network: Network, orders: Sequence[Order]) -> Network:
    """The network when it looks at the game with its colours in each of these orders."""
    words, past, memory = network.words, network.past, network.card_memory
    found = colour_permutations(words, past, orders, card_memory=memory)
    first, *between, last = network.members[0]
    members: list[Layers] = []
    for inputs, becomes in zip(found.inputs, found.becomes, strict=True):
        seen = np.empty_like(first.weight)
        seen[inputs] = first.weight
        preferred = Layer(np.ascontiguousarray(last.weight[:, becomes]), last.bias[becomes])
        members.append((Layer(seen, first.bias), *between, preferred))
    return network._replace(members=tuple(members))


def _fits_the_table(network: Network) -> bool:
    """Whether the layers fit each other, and the inputs and actions of two players."""
    sizes = [network.words * 64 + network.past * ACTIONS]
    for weight, bias in network.members[0]:
        if weight.shape != (sizes[-1], len(bias)) or not np.isfinite(weight).all():
            return False
        sizes.append(len(bias))
    return sizes[-1] == ACTIONS
