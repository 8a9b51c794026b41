"""Actions compared in the same worlds: what is dropped, what is kept, and how certain it is."""

from __future__ import annotations

import numpy as np
import pytest

from hanamichi.review.koikoi.comparison import Comparison

WORLDS, BATCH = 4096, 128
MEANS = np.array([0.50, 0.49, 0.30])


def compared(seed: int, kept: int | None = None, per_hand: int = 1) -> Comparison:
    """Three actions in worlds of which several have the same hand, which decides the result."""
    rng = np.random.default_rng(seed)
    hands = np.repeat(np.arange(WORLDS // per_hand), per_hand).astype(np.int32)
    noise = rng.normal(0, 0.1, (WORLDS // per_hand, 3))[hands]
    comparison = Comparison(3, hands, kept)
    for first in range(0, WORLDS, BATCH):
        values = (MEANS + noise[first : first + BATCH])[:, comparison.remaining]
        comparison.add(values, np.rint(100 * values).astype(np.int32))
        comparison.drop_worse()
    return comparison


def test_an_action_far_behind_is_dropped_and_keeps_its_difference() -> None:
    comparison = compared(1)
    assert comparison.remaining.tolist() in ([0, 1], [0])
    chances, points, errors = comparison.results()
    assert chances == pytest.approx(MEANS, abs=0.03)
    assert points == pytest.approx(100 * MEANS, abs=3)
    assert errors[0] == 0
    assert errors[2] > 2 * errors[1] > 0


def test_the_chosen_action_is_never_dropped() -> None:
    comparison = compared(1, kept=2)
    assert 2 in comparison.remaining
    assert comparison.results().errors[2] < 0.0045


@pytest.mark.parametrize("per_hand", [1, 16])
def test_differences_lie_within_their_errors(per_hand: int) -> None:
    """Also where few hands are behind many worlds."""
    deviations = []
    for seed in range(60):
        chances, _, errors = compared(seed, kept=1, per_hand=per_hand).results()
        if errors[1] > 0:
            deviations.append((chances[0] - chances[1] - 0.01) / errors[1])
    assert 0.7 < np.std(deviations) < 1.4


def test_a_decided_match_is_settled_early() -> None:
    comparison = Comparison(2, np.arange(WORLDS, dtype=np.int32))
    comparison.add(np.ones((1000, 2)), np.ones((1000, 2), np.int32))
    assert not comparison.settled
    comparison.add(np.ones((100, 2)), np.ones((100, 2), np.int32))
    assert comparison.settled
