"""The first layer carried from position to position has the values that it has computed anew."""

from __future__ import annotations

import numpy as np

from hanamichi.bots.hanabi.network.carried_values import carry, copy_carried, new_carried
from hanamichi.bots.hanabi.network.policy_network import ACTIONS, two_players
from hanamichi.bots.hanabi.network.sparse_layers import add_rows, find_active


def test_carried_values_are_those_computed_anew() -> None:
    network = two_players()
    layers = network.members[0]
    weight, bias = layers[0]
    chance = np.random.default_rng(1)
    carried, other = (new_carried(layers, network.words, network.past) for _ in range(2))
    active = np.zeros(len(weight) + 64, np.int32)
    for number in range(40):
        seat = number % 2
        kept = chance.random(64 * network.words) < 0.8
        bits = np.where(kept, unpacked(carried.seen[seat]), chance.random(len(kept)) < 0.2)
        seen = np.packbits(bits.astype(np.uint8), bitorder="little").view(np.uint64)
        past = chance.integers(-1, ACTIONS, network.past).astype(np.int8)
        carry(layers[0], ACTIONS, seat, seen, past, carried)
        expected = bias.copy()
        count = find_active(seen, past, ACTIONS, active)
        add_rows(active, count, weight, expected)
        assert np.allclose(carried.values[seat], expected, atol=1e-3)
    copy_carried(carried, other)
    assert np.array_equal(carried.values, other.values)
    assert np.array_equal(carried.seen, other.seen)
    assert np.array_equal(carried.past, other.past)


def unpacked(
    words: np.ndarray[tuple[int], np.dtype[np.uint64]],
) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.unpackbits(words.view(np.uint8), bitorder="little")
