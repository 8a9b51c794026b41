"""Means, errors, intervals and paired differences, against numbers worked out elsewhere."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from hanamichi.arena.results import Pace, seconds_at, step_of
from hanamichi.arena.statistics import estimate, paired, share_error, wilson


def test_with_a_deck_for_each_game_it_is_the_usual_standard_error() -> None:
    values = [3.0, 5.0, 8.0, 8.0, 1.0]
    found = estimate(values, range(5))
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.stderr == pytest.approx(statistics.stdev(values) / math.sqrt(5))


def test_games_on_one_deck_count_as_one() -> None:
    # each deck played twice with opposite results: the mean is exactly known
    found = estimate([7.0, -7.0, 3.0, -3.0], [0, 0, 1, 1])
    assert found == (0.0, 0.0)
    # and with equal results there are only as many observations as decks
    doubled = estimate([7.0, 7.0, 3.0, 3.0, 5.0, 5.0], [0, 0, 1, 1, 2, 2])
    assert doubled.stderr == pytest.approx(statistics.stdev([7.0, 3.0, 5.0]) / math.sqrt(3))


def test_one_deck_leaves_the_error_unknown() -> None:
    assert estimate([4.0], [0]) == (4.0, None)
    assert estimate([4.0, 6.0], [0, 0]) == (5.0, None)


def test_the_standard_error_matches_simulated_spread() -> None:
    rng = random.Random(3)
    inside = 0
    for _ in range(400):
        luck = [rng.gauss(0, 5) for _ in range(40)]
        values = [luck[game // 2] + rng.gauss(0, 2) for game in range(80)]
        mean, stderr = estimate(values, [game // 2 for game in range(80)])
        assert stderr is not None
        inside += abs(mean) < 1.96 * stderr
    assert 0.91 < inside / 400 < 0.98


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [  # Wilson without continuity correction, as R's prop.test(correct=FALSE) gives it
        (8, 10, 0.4902, 0.9433),
        (0, 20, 0.0, 0.1611),
        (20, 20, 0.8389, 1.0),
        (50, 100, 0.4038, 0.5962),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval(hits: int, count: int, low: float, high: float) -> None:
    assert wilson(hits, count) == pytest.approx((low, high), abs=5e-5)


def test_the_error_of_a_share() -> None:
    assert share_error(0.2, 400) == pytest.approx(0.02)
    assert share_error(0.0, 400) == 0.0


def test_the_influence_of_a_deck_cancels_in_the_difference() -> None:
    rng = random.Random(5)
    luck = {game: rng.gauss(15, 6) for game in range(50)}
    other = {game: value - 1 for game, value in luck.items()}
    difference = paired(luck, other, {game: game for game in luck})
    assert difference.mean == pytest.approx(1.0)
    assert difference.stderr == pytest.approx(0.0, abs=1e-12)


def test_the_scale_of_durations_has_steps_of_four_percent() -> None:
    for nanoseconds in (1, 7, 1_000, 123_456, 10**9, 60 * 10**9):
        longest = seconds_at(step_of(nanoseconds)) * 1e9
        assert nanoseconds <= longest * (1 + 1e-9)
        assert longest <= nanoseconds * 2 ** (1 / 16) * (1 + 1e-9)


def test_paces_add_up() -> None:
    quick = Pace(18, 18_000, {step_of(1_000): 18})
    slow = Pace(2, 2_000_000, {step_of(1_000_000): 2})
    both = quick + slow
    assert both.moves == 20
    assert both.mean == pytest.approx(2_018_000 / 20 / 1e9)
    assert both.quantile(0.9) == pytest.approx(1e-6, rel=0.05)
    assert both.quantile(0.95) == pytest.approx(1e-3, rel=0.05)
    assert Pace().mean is None
    assert Pace().quantile(0.95) is None
