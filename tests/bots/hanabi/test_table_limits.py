"""Bots and reviews that need usual fireworks and hands say so; simpler bots play every table."""

from __future__ import annotations

import pytest

from hanamichi.bots.spec import UnfitBot, read_bot, usual_bot
from hanamichi.hanabi import HanabiOptions
from hanamichi.review import ReviewError
from hanamichi.review.hanabi.hanabi_review import HanabiReview

UNFIT = [(HanabiOptions(values=4), "values"), (HanabiOptions(hand_size=6), "hand_size")]


@pytest.mark.parametrize(("options", "where"), UNFIT)
def test_tables_of_other_sizes_are_for_simpler_bots(options: HanabiOptions, where: str) -> None:
    for bot in ("expert", "search"):
        with pytest.raises(UnfitBot) as refused:
            read_bot("hanabi", bot).check(options, 2)
        assert refused.value.where == where
    assert usual_bot("hanabi", options, 2).id == "companion"
    with pytest.raises(ReviewError, match=where):
        HanabiReview().check(options, 2)


def test_fewer_cards_in_hand_are_for_every_bot() -> None:
    options = HanabiOptions(hand_size=2, clue_tokens=3, errors=1, keep_points=True)
    for bot in ("novice", "casual", "companion", "expert", "search"):
        read_bot("hanabi", bot).check(options, 2)
