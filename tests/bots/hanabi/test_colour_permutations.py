"""The game with its colours exchanged, and the network that looks at it as well."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import make_batch
from hanamichi.bots.hanabi.network.colour_permutations import (
    ACTIONS,
    HAND,
    ROTATIONS,
    SUITS,
    colour_permutations,
)
from hanamichi.bots.hanabi.network.policy_network import averaged_over, two_players


@pytest.mark.parametrize("card_memory", [False, True])
def test_exchanged_colours_are_what_a_game_with_other_colours_shows(*, card_memory: bool) -> None:
    """A deck, and the same deck with its colours exchanged, played alike."""
    settings: dict[str, Any] = {
        "options": {"first_seat": 0},
        "card_memory": card_memory,
        "past_actions": 4,
        "games": 1,
        "threads": 1,
    }
    names, _ = make_batch("hanabi/online", **settings).spec.whole_deck()
    rng = np.random.default_rng(2)
    letters = list(dict.fromkeys(name[0] for name in names))
    orders = list(itertools.permutations(range(SUITS)))
    for number in rng.integers(1, len(orders), 6):
        order = orders[number]
        deck = [names[n] for n in rng.permutation(len(names))]
        other = [letters[order[letters.index(card[0])]] + card[1:] for card in deck]
        one, two = (make_batch("hanabi/online", deck=each, **settings) for each in (deck, other))
        words = one.observe().shape[1]
        found = colour_permutations(words, 3, card_memory=card_memory)
        assert found.inputs[0].tolist() == list(range(64 * words + 3 * ACTIONS))
        while not one.done.all():
            legal = one.legal_mask()[0]
            assert np.array_equal(two.legal_mask()[0], legal[found.came[number]])
            for seat in (0, 1):
                bits = [unpacked(batch.observe(seat)[0]) for batch in (one, two)]
                assert np.array_equal(bits[1], bits[0][found.seen[number]])
                inputs = [
                    np.concatenate((seen, coded(batch.past_actions()[0, 1:])))
                    for seen, batch in zip(bits, (one, two), strict=True)
                ]
                assert np.array_equal(inputs[1], inputs[0][found.inputs[number]])
            weights = np.where(np.arange(ACTIONS) < 2 * HAND, 1, 4) * legal
            action = int(rng.choice(ACTIONS, p=weights / weights.sum()))
            one.step([action])
            two.step([int(found.becomes[number, action])])
        assert two.done.all()


def unpacked(words: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.unpackbits(words.view(np.uint8), bitorder="little")


def coded(past: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """One-hot, as the policy reads past actions."""
    found: np.ndarray[Any, Any] = (past[:, None] == np.arange(ACTIONS)).ravel().astype(np.uint8)
    return found


def test_the_network_prefers_the_same_whichever_colour_is_first() -> None:
    """With the mean over all rotations: exchanged colours exchange its preferences."""
    network = two_players()
    network = averaged_over(network._replace(members=network.members[:1]), ROTATIONS)
    chance = np.random.default_rng(3)
    bits = chance.random((4, 64 * network.words)) < 0.2
    earlier = chance.integers(-1, ACTIONS, (4, network.past)).astype(np.int8)
    found = colour_permutations(
        network.words, network.past, ROTATIONS, card_memory=network.card_memory
    )
    expected = network.preferences(packed(bits), earlier)
    for seen, becomes in zip(found.seen, found.becomes, strict=True):
        changed = np.where(earlier < 0, earlier, becomes[earlier]).astype(np.int8)
        preferred = network.preferences(packed(bits[:, seen]), changed)[:, becomes]
        assert np.allclose(preferred, expected, rtol=0, atol=1e-3)


def packed(bits: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(np.packbits(bits, axis=1, bitorder="little")).view(np.uint64)
