"""The score and the rating of a finished game."""

from __future__ import annotations

import pytest

from hanamichi.hanabi import Rating
from hanamichi.hanabi.scoring import rating_of
from tests.hanabi.table import Table, deal

BANDS_OF_25 = {
    Rating.HORRIBLE: range(6),
    Rating.MEDIOCRE: range(6, 11),
    Rating.HONOURABLE: range(11, 16),
    Rating.EXCELLENT: range(16, 21),
    Rating.EXTRAORDINARY: range(21, 25),
    Rating.LEGENDARY: range(25, 26),
}
BANDS_OF_30 = BANDS_OF_25 | {Rating.LEGENDARY: range(25, 30), Rating.DIVINE: range(30, 31)}


def after_the_last_turn(fireworks: str) -> Table:
    """A table whose last turn is a clue, so that the fireworks stand as written."""
    table = deal("...", "...", fireworks=fireworks, deck="", turns_left=1)
    table.do("clue Bob 1")
    return table


def test_the_score_is_the_sum_of_the_highest_cards() -> None:
    """000 Score; 001 Score; 002 Score; RULES Common to all three."""
    assert after_the_last_turn("w3 r4 b4 y5 g2").outcome.score == 18
    assert after_the_last_turn("w4 r3 b2 y5 g4").outcome.score == 18


def test_after_a_loss_the_score_is_0_and_the_points_are_kept() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal("r1 ...", "...", fireworks="w3 r4 b4 y5 g2", errors_made=2)
    table.do("play r1")
    outcome = table.outcome
    assert (outcome.score, outcome.scores, outcome.points) == (0, (0, 0), 18)
    assert (outcome.result, outcome.maximum) == ("lost", 25)
    assert outcome.rating is Rating.HORRIBLE


@pytest.mark.parametrize(("rating", "scores"), BANDS_OF_25.items())
def test_the_ratings_up_to_25(rating: Rating, scores: range) -> None:
    """000 Score; 001 Score; 002 Score; RULES Common to all three."""
    assert {rating_of(score, 25) for score in scores} == {rating}


@pytest.mark.parametrize(("rating", "scores"), BANDS_OF_30.items())
def test_the_ratings_up_to_30(rating: Rating, scores: range) -> None:
    """000 Avalanche de couleurs; 001 Avalanche de couleurs; RULES Common to all three."""
    assert {rating_of(score, 30) for score in scores} == {rating}


@pytest.mark.parametrize("maximum", [10, 15, 20])
def test_a_perfect_game_is_legendary_with_fewer_colours_too(maximum: int) -> None:
    """RULES Common to all three."""
    assert rating_of(maximum, maximum) is Rating.LEGENDARY
    assert rating_of(maximum - 1, maximum) is not Rating.LEGENDARY


def test_only_a_perfect_game_is_divine_with_seven_scoring_fireworks() -> None:
    """RULES Common to all three."""
    assert rating_of(30, 35) is rating_of(34, 35) is Rating.LEGENDARY
    assert rating_of(35, 35) is Rating.DIVINE


def test_a_score_below_zero_is_as_bad_as_it_gets() -> None:
    """000 Score; 001 Score; 002 Score."""
    assert rating_of(-5, 25) is Rating.HORRIBLE


def test_the_outcome_names_its_rating() -> None:
    """000 Score; 001 Score; 002 Score."""
    assert after_the_last_turn("w3 r4 b4 y5 g2").outcome.rating is Rating.EXCELLENT
    assert after_the_last_turn("").outcome.rating is Rating.HORRIBLE


def test_a_perfect_show_is_legendary() -> None:
    """000 Score; 001 Score; 002 Score."""
    table = deal("g5 ...", "...", fireworks="w5 r5 b5 y5 g4")
    table.do("play g5")
    assert (table.outcome.score, table.outcome.rating) == (25, Rating.LEGENDARY)
