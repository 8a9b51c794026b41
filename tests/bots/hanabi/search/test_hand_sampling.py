"""Hands are counted and sampled exactly."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from hanamichi.bots.hanabi.search.hand_sampling import (
    CARDS,
    WAYS_SHAPE,
    WEIGHTS_SHAPE,
    count_hands,
    deal_hand,
)

A, B, C = 1, 2, 4
ANY = A | B | C

Hand = tuple[int, ...]


def all_hands(copies: list[int], sets: list[int]) -> Counter[Hand]:
    """Brute force: deal the copies left in every order."""
    pool = [card for card, count in enumerate(copies) for _ in range(count)]
    dealt = (tuple(pool[n] for n in order) for order in permutations(range(len(pool)), len(sets)))
    return Counter(
        hand for hand in dealt if all(may >> card & 1 for card, may in zip(hand, sets, strict=True))
    )


class Belief:
    """The kernels with their arrays."""

    def __init__(self, copies: list[int], sets: list[int]) -> None:
        self.counts = np.zeros(CARDS, np.int64)
        self.counts[: len(copies)] = copies
        self.slot_weights = np.zeros(WEIGHTS_SHAPE)
        for slot, may in enumerate(sets):
            self.slot_weights[slot, :3] = [may >> card & 1 for card in range(3)]
        self.size, self.cards = len(sets), len(copies)
        self.ways = np.zeros(WAYS_SHAPE)
        self.rng = np.array([7], np.uint64)

    def count(self) -> float:
        return float(count_hands(self.counts, self.slot_weights, self.size, self.cards, self.ways))

    def deal(self) -> Hand:
        hand = np.zeros(self.size, np.uint8)
        deal_hand(self.counts, self.slot_weights, self.size, self.cards, self.ways, self.rng, hand)
        return tuple(hand.tolist())


POSITIONS = {
    "nothing known": ([2, 1, 1], [ANY, ANY]),
    "one card for two slots": ([1, 2], [A | B, A]),
    "copies used up within the hand": ([2, 1, 1], [A, A, ANY]),
    "three slots share three cards": ([1, 1, 1], [A | B, B | C, A | C]),
    "a slot alone with its card": ([3, 2, 1], [C, ANY, A | C]),
    "four slots": ([2, 2, 2], [A | B, ANY, B | C, ANY]),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_hands_are_counted_as_they_can_be_dealt(position: str) -> None:
    assert Belief(*POSITIONS[position]).count() == all_hands(*POSITIONS[position]).total()


def assert_dealt_as_weighed(belief: Belief, weights: dict[Hand, float]) -> None:
    total = sum(weights.values())
    assert belief.count() == pytest.approx(total)
    times = 400 * len(weights)
    dealt = Counter(belief.deal() for _ in range(times))
    assert set(dealt) == set(weights)
    for hand, weight in weights.items():
        expected = times * weight / total
        assert abs(dealt[hand] - expected) < 5 * expected**0.5


@pytest.mark.parametrize("position", POSITIONS)
def test_every_hand_is_sampled_as_often_as_it_can_be_dealt(position: str) -> None:
    hands = all_hands(*POSITIONS[position])
    assert_dealt_as_weighed(Belief(*POSITIONS[position]), dict(hands))


@pytest.mark.parametrize("position", POSITIONS)
def test_slot_weights_change_how_often_a_card_is_sampled(position: str) -> None:
    belief = Belief(*POSITIONS[position])
    for slot in range(belief.size):
        belief.slot_weights[slot, :3] *= [1 + slot, 0.5, 2]
    weights = {
        hand: ways * np.prod([belief.slot_weights[slot, card] for slot, card in enumerate(hand)])
        for hand, ways in all_hands(*POSITIONS[position]).items()
    }
    assert_dealt_as_weighed(belief, weights)


def test_an_impossible_hand_has_no_ways() -> None:
    assert Belief([1, 1], [A, A]).count() == 0
