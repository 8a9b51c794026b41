"""Scores and ratings of finished games."""

from __future__ import annotations

import enum
from typing import Literal

from hanamichi.core import Outcome
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.state import HanabiState, Termination


class Rating(enum.Enum):
    """The artificers' federation's verdict."""

    HORRIBLE = "horrible"
    MEDIOCRE = "mediocre"
    HONOURABLE = "honourable"
    EXCELLENT = "excellent"
    EXTRAORDINARY = "extraordinary"
    LEGENDARY = "legendary"
    DIVINE = "divine"


_BANDS = (
    (5, Rating.HORRIBLE),
    (10, Rating.MEDIOCRE),
    (15, Rating.HONOURABLE),
    (20, Rating.EXCELLENT),
    (24, Rating.EXTRAORDINARY),
)


class HanabiOutcome(Outcome, frozen=True, kw_only=True):
    """How a game of Hanabi ended."""

    result: Literal["won", "scored", "lost"]
    """Won: every firework complete. Lost: the score is 0 whatever was built."""
    score: int
    points: int
    """The sum of the fireworks, kept for information after a loss."""
    maximum: int
    rating: Rating | None
    """`None` at all-or-nothing tables."""
    black_powder: bool
    """The score is announced with the mention "black powder"."""


def rating_of(score: int, maximum: int) -> Rating:
    """The verdict on a score; with six scoring fireworks there is one above legendary."""
    for limit, rating in _BANDS:
        if score <= limit and score < maximum:
            return rating
    # 000 and 001, Avalanche de couleurs: 25-29 legendary, 30 divine
    return Rating.DIVINE if score == maximum and maximum > 25 else Rating.LEGENDARY


def points_of(options: HanabiOptions, fireworks: tuple[int, ...]) -> int:
    """The sum of the fireworks, minus one point for each card missing from the black powder."""
    points = sum(fireworks)
    if options.black_powder:  # 001, Poudre noire: it adds nothing, its gaps cost
        points -= 5
    return points


def result_of(options: HanabiOptions, termination: Termination) -> Literal["won", "scored", "lost"]:
    """What an ending means; the last error need not lose the points."""
    if termination == "errors" and options.keep_points:
        return "scored"
    return _RESULTS[termination]


def score_of(options: HanabiOptions, fireworks: tuple[int, ...], termination: Termination) -> int:
    """The score of fireworks when a game ended like this."""
    lost = result_of(options, termination) == "lost"
    return 0 if lost else points_of(options, fireworks)


def outcome_of(state: HanabiState) -> HanabiOutcome | None:
    """The outcome, or `None` while the game is in progress."""
    ended = state.ended
    if ended is None:
        return None
    options = state.options
    maximum = layout_of(options).maximum
    points = points_of(options, state.fireworks)
    result = result_of(options, ended)
    score = score_of(options, state.fireworks, ended)
    everyone = tuple(range(state.players))
    return HanabiOutcome(
        termination=ended,
        scores=(score,) * state.players,
        winners=everyone if result == "won" else (),
        result=result,
        score=score,
        points=points,
        maximum=maximum,
        rating=None if options.final_bouquet else rating_of(score, maximum),
        black_powder=options.black_powder,
    )


_RESULTS: dict[Termination, Literal["won", "scored", "lost"]] = {
    "fireworks-complete": "won",
    "last-round": "scored",
    "errors": "lost",
    "indispensable-lost": "lost",
    "no-action": "lost",
}
