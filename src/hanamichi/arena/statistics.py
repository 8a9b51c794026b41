"""Means with their errors, shares with their intervals, and differences on the same decks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

Z95 = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    stderr: float | None
    """None when there is only one deck."""


def estimate(values: Sequence[float], decks: Sequence[Hashable]) -> Estimate:
    """The mean of values, some of which share a deck.

    Games on one deck are not independent: the error is that of decks, not of games. When every
    game has its own deck this is the usual standard error.
    """
    count = len(values)
    mean = math.fsum(values) / count
    by_deck: dict[Hashable, float] = {}
    for value, deck in zip(values, decks, strict=True):
        by_deck[deck] = by_deck.get(deck, 0.0) + value - mean
    groups = len(by_deck)
    if groups < 2:
        return Estimate(mean, None)
    spread = math.fsum(sum_ * sum_ for sum_ in by_deck.values())
    return Estimate(mean, math.sqrt(spread * groups / (groups - 1)) / count)


def share_error(share: float, count: int) -> float:
    """The standard error of a share."""
    return math.sqrt(share * (1.0 - share) / count)


def wilson(hits: int, count: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share: sensible for few trials and for shares near 0 and 1."""
    if count == 0:
        return 0.0, 1.0
    share = hits / count
    scale = 1.0 + z * z / count
    centre = (share + z * z / (2 * count)) / scale
    half = z * math.sqrt(share * (1.0 - share) / count + z * z / (4 * count * count)) / scale
    return max(0.0, centre - half), min(1.0, centre + half)


def paired(
    one: Mapping[int, float], other: Mapping[int, float], decks: Mapping[int, Hashable]
) -> Estimate:
    """How much higher the first is on the same games; the influence of the decks cancels."""
    both = sorted(one.keys() & other.keys())
    return estimate([one[game] - other[game] for game in both], [decks[game] for game in both])
