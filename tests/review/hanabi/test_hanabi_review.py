"""A review of Hanabi has its facts and its judgement side by side."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.review import Moment, ReviewError, review_match
from hanamichi.review.hanabi.hanabi_review import HANABI_REVIEW, costliest
from tests.hanabi.table import options
from tests.review.hanabi.test_facts import ANN_R1, facts_only, scripted


def test_facts_and_judgement_stand_side_by_side() -> None:
    # Ann tells Bob of his 1; Bob knows that it fits, and plays another card, which loses the game
    record = scripted(ANN_R1, "clue Bob 1, play 5", errors=1)
    shares: list[float] = []
    review = review_match(record, progress=shares.append)
    assert (review.game, review.plies, review.rounds) == ("hanabi", 2, ())
    assert shares == sorted(shares)
    assert shares[-1] == 1
    ann, bob = review.seats
    for seat, moves in ((ann, [0]), (bob, [1])):
        alone = facts_only(record, seat.seat)
        assert seat.facts == alone.facts
        assert seat.curves[1:] == alone.curves
        assert [moment.ply for moment in seat.moments] == moves
        assert [moment.action for moment in seat.moments] == [m.action for m in alone.moments]
        expected = seat.curves[0]
        assert (expected.name, expected.plies) == ("expected", (*moves, 2))
        assert expected.values[-1] == 0
        assert seat.accuracy is not None
    (blunder,) = bob.moments
    assert blunder.verdict == "blunder"
    assert blunder.alternatives[0].value > 5
    assert bob.costliest == (1,)
    assert {fact.reason.code for fact in bob.facts} == {
        "missed-play",
        "gamble-hopeless",
        "game-lost",
    }


def test_the_three_that_lost_most_are_named_the_worst_first() -> None:
    losses = [0.0, 0.4, 1.6, 0.3, 0.4, 0.0]
    moments = [Moment(ply=ply, action={}, loss=loss) for ply, loss in enumerate(losses)]
    assert costliest(moments) == (2, 1, 4)
    assert costliest(moments[:1]) == ()


@pytest.mark.parametrize(
    ("name", "value"), [("values", 4), ("hand_size", 6), ("alternating_clues", True)]
)
def test_rules_beyond_those_of_the_boxes_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ReviewError, match=f"has other {name}") as refused:
        HANABI_REVIEW.check(options(**{name: value}), 2)
    assert (refused.value.code, refused.value.where) == ("review/unsupported", name)
