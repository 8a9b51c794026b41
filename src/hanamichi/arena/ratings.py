"""Ratings of opponents from their matches: Bradley and Terry's model, on the scale of Elo."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from hanamichi.arena.statistics import Estimate

POINTS_PER_UNIT = 400.0 / math.log(10.0)
"""Elo's scale: 400 points more are ten wins to one."""
_MAX_STEPS = 200
_LONGEST_STEP = 1.0
_TOLERANCE = 1e-10

Matrix = list[list[float]]


class Contest(NamedTuple):
    """One match of two opponents, by their numbers."""

    first: int
    second: int
    points: float
    """What the first one got: 1, 0, or one half for a draw."""
    deck: Hashable


class _Pair(NamedTuple):
    """All matches of the same two."""

    first: int
    second: int
    matches: float
    points: float


def rate(opponents: int, contests: Sequence[Contest]) -> list[Estimate]:
    """The likeliest rating of each, 0 on average, with its standard error.

    Every two that met are given one drawn match more, so that somebody who won every match has a
    rating too. Matches on one deck are not independent: errors are those of decks (the sandwich
    of Huber and White), not of matches.
    """
    pairs = _pairs(contests)
    strengths = _likeliest(opponents, pairs)
    spread = _pseudo_inverse(_curvature(strengths, pairs))
    by_deck: dict[Hashable, list[float]] = {}
    for each in contests:
        slope = each.points - _chance(strengths, each.first, each.second)
        slopes = by_deck.setdefault(each.deck, [0.0] * opponents)
        slopes[each.first] += slope
        slopes[each.second] -= slope
    decks = len(by_deck)
    found = []
    for number, strength in enumerate(strengths):
        stderr = None
        if decks > 1:
            moved = (_product(spread[number], slopes) for slopes in by_deck.values())
            variance = math.fsum(each * each for each in moved) * decks / (decks - 1)
            stderr = POINTS_PER_UNIT * math.sqrt(variance)
        found.append(Estimate(POINTS_PER_UNIT * strength, stderr))
    return found


def _pairs(contests: Sequence[Contest]) -> list[_Pair]:
    """Every two that met, with the drawn match that all are given."""
    sums: dict[tuple[int, int], tuple[int, float]] = {}
    for each in contests:
        matches, points = sums.get((each.first, each.second), (0, 0.0))
        sums[each.first, each.second] = matches + 1, points + each.points
    return [
        _Pair(first, second, matches + 1.0, points + 0.5)
        for (first, second), (matches, points) in sums.items()
    ]


def _chance(strengths: Sequence[float], first: int, second: int) -> float:
    """How likely the first one is to win."""
    return 1.0 / (1.0 + math.exp(strengths[second] - strengths[first]))


def _likeliest(opponents: int, pairs: Sequence[_Pair]) -> list[float]:
    """Newton's method; the likelihood has one maximum, since everybody also drew."""
    strengths = [0.0] * opponents
    for _ in range(_MAX_STEPS):
        slopes = [0.0] * opponents
        for each in pairs:
            slope = each.points - each.matches * _chance(strengths, each.first, each.second)
            slopes[each.first] += slope
            slopes[each.second] -= slope
        inverse = _pseudo_inverse(_curvature(strengths, pairs))
        steps = [_product(row, slopes) for row in inverse]
        longest = max(map(abs, steps))
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + scale * step for old, step in zip(strengths, steps, strict=True)]
        if longest < _TOLERANCE:
            break
    return strengths


def _curvature(strengths: Sequence[float], pairs: Sequence[_Pair]) -> Matrix:
    """The matrix of Fisher's information."""
    size = len(strengths)
    found = [[0.0] * size for _ in range(size)]
    for each in pairs:
        chance = _chance(strengths, each.first, each.second)
        weight = each.matches * chance * (1.0 - chance)
        found[each.first][each.first] += weight
        found[each.second][each.second] += weight
        found[each.first][each.second] -= weight
        found[each.second][each.first] -= weight
    return found


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def _pseudo_inverse(matrix: Matrix) -> Matrix:
    """The inverse on ratings that sum to 0: only their differences are known."""
    size = len(matrix)
    shift = 1.0 / size
    inverse = _inverse([[value + shift for value in row] for row in matrix])
    return [[value - shift for value in row] for row in inverse]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse by Gauss and Jordan's elimination, taking the largest pivot of each column."""
    size = len(matrix)
    rows = [
        [*row, *(1.0 if column == number else 0.0 for column in range(size))]
        for number, row in enumerate(matrix)
    ]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for other in range(size):
            if other != column and (factor := rows[other][column]):
                rows[other] = [
                    value - factor * above
                    for value, above in zip(rows[other], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
