"""Ratings of opponents."""

from __future__ import annotations

import math
import random

import pytest

from hanamichi.arena.ratings import Contest, rate


def contests(first: int, second: int, won: int, lost: int, drawn: int = 0) -> list[Contest]:
    points = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [Contest(first, second, each, deck) for deck, each in enumerate(points)]


def test_two_are_rated_by_their_share_of_points() -> None:
    one, other = rate(2, contests(0, 1, won=300, lost=100))
    assert one.mean == pytest.approx(-other.mean)
    share = 300.5 / 401  # with the drawn match that all are given
    assert one.mean - other.mean == pytest.approx(400 * math.log10(share / (1 - share)))
    # the error of a logit from 400 independent matches, half of it for each of the two
    logit_error = 1 / math.sqrt(400 * 0.75 * 0.25)
    assert one.stderr == pytest.approx(logit_error / 2 * 400 / math.log(10), rel=0.02)


def test_who_won_every_match_has_a_rating_too() -> None:
    best, middle, worst = rate(3, contests(0, 1, 20, 0) + contests(1, 2, 20, 0))
    assert best.mean > 300 > middle.mean > -300 > worst.mean
    assert best.mean + middle.mean + worst.mean == pytest.approx(0, abs=1e-6)


def test_strengths_are_found_again_and_lie_within_their_intervals() -> None:
    rng = random.Random(5)
    true = [150.0, 50.0, -20.0, -180.0]
    played = []
    for deck in range(400):
        for one in range(4):
            for other in range(one):
                chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
                played.append(Contest(one, other, float(rng.random() < chance), deck))
    for found, rating in zip(rate(4, played), true, strict=True):
        assert found.stderr is not None
        assert 5 < found.stderr < 15
        assert abs(found.mean - rating) < 4 * found.stderr


def test_matches_on_one_deck_are_no_independent_evidence() -> None:
    once = contests(0, 1, won=30, lost=20)
    (alone, _), (doubled, _) = rate(2, once), rate(2, once * 2)
    assert alone.stderr is not None
    assert doubled.stderr == pytest.approx(alone.stderr, rel=0.02)
    assert rate(2, contests(0, 1, 1, 0))[0].stderr is None, "one deck says nothing of its error"
