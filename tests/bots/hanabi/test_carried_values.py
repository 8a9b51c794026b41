"""The first layer carried from position to position has the values that it has computed anew."""

from __future__ import annotations

import numpy as np

from hanamichi.batch import make_batch
from hanamichi.bots.hanabi.network.carried_values import carry, copy_carried, new_carried
from hanamichi.bots.hanabi.network.policy_network import ACTIONS, two_players
from hanamichi.bots.hanabi.network.sparse_layers import add_rows, find_active
from hanamichi.bots.hanabi.search.pair.network_rollouts import network_scores, rollout_scores


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


def test_rollouts_play_as_the_network_with_its_colours_as_they_are() -> None:
    network = two_players()
    plain = network._replace(members=network.members[:1])
    memory = network.card_memory
    batch = make_batch("hanabi/online", games=40, seed=5, card_memory=memory)
    past = np.full((batch.games, network.past + 1), -1, np.int8)
    vector = np.array(batch.spec.vector)
    exact = network_scores(plain, batch.rows.copy(), vector, past)
    rolled = rollout_scores(network, batch.rows.copy(), vector, past)
    assert (rolled == exact).mean() > 0.9  # rounding may decide between equals


def unpacked(
    words: np.ndarray[tuple[int], np.dtype[np.uint64]],
) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.unpackbits(words.view(np.uint8), bitorder="little")
