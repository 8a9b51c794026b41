"""Positions in which the right move is clear."""

from __future__ import annotations

import pytest
from msgspec import structs

from hanamichi.bots import Bot
from hanamichi.bots.koikoi import NoviceBot, RegularBot, SearchBot, SharpBot
from hanamichi.bots.koikoi.reasons import why_play
from hanamichi.koikoi import Card, Phase, PlayCard
from tests.bots.koikoi.koikoi_matches import answer, move
from tests.koikoi.tables import GAME, NINTENDO, Table, position


def deciding(scores: tuple[int, int], number: int) -> Table:
    """Seat 0 has five ribbons, worth a point, and may stop or call."""
    table = position(
        NINTENDO,
        hands=("1a 3a 8a 12a 9a", "2b 4b 6b 8b 10b"),
        field="1b 3b 9b",
        captures=("4R 5R 7R 11R 1R 4a 5a 7a 11a 2a", "10a 6a"),
        phase=Phase.DECIDE,
        asked=(1, 0),
        number=number,
    )
    return Table(structs.replace(table.state, scores=scores), ())


@pytest.mark.parametrize("bot", [SharpBot(), SearchBot(rollouts=400)])
def test_the_last_card_of_the_opponents_yaku_is_taken(bot: Bot) -> None:
    table = position(
        hands=("8b 12a 4a 2a", "1a 3a 5a 6a"),
        field="8L 4b",
        captures=("10a 10b", "9A 9a 7a 7b"),
    )
    assert move(bot, table) == "play 8b"


def test_the_reason_names_the_denied_yaku() -> None:
    table = position(
        hands=("8b 12a 4a 2a", "1a 3a 5a 6a"),
        field="8L 4b",
        captures=("10a 10b", "9A 9a 7a 7b"),
    )
    reason = answer(SharpBot(), table).reason
    assert reason is not None
    assert (reason.code, reason.facts["yaku"]) == ("take-deny", "yaku:moon-viewing")
    assert not reason.secret


def test_a_card_whose_month_is_gone_is_safe_to_lay() -> None:
    table = position(
        hands=("2b 5a 3L", "1a 3a 6a"),
        field="8a",
        captures=("2A 2R 10a 10b", "2a 7a 7b 7R"),
    )
    view = GAME.view(table.state, 0)
    assert why_play(view, PlayCard(Card.PLUM_PLAIN_B)).code == "lay-safe"
    assert why_play(view, PlayCard(Card.CHERRY_CURTAIN)).code == "lay-least"


@pytest.mark.parametrize("bot", [RegularBot(), SharpBot(), SearchBot(rollouts=400)])
def test_a_seat_ahead_in_the_last_round_stops(bot: Bot) -> None:
    assert move(bot, deciding(scores=(10, 9), number=12)) == "stop"


@pytest.mark.parametrize("bot", [SharpBot(), SearchBot(rollouts=400)])
def test_a_seat_far_behind_in_the_last_round_calls(bot: Bot) -> None:
    assert move(bot, deciding(scores=(0, 9), number=12)) == "koi"


def test_a_novice_takes_bright_cards_and_stops_with_few_cards() -> None:
    table = position(hands=("4a 8b", "1a 3a"), field="4b 8L")
    assert move(NoviceBot(), table) == "play 8b"
    assert move(NoviceBot(), deciding(scores=(0, 9), number=12)) == "koi"
    few = position(
        NINTENDO,
        hands=("1a 3a", "2b 4b"),
        field="1b 3b 9b",
        captures=("4R 5R 7R 11R 1R 4a 5a 7a 11a 2a", "10a 6a"),
        phase=Phase.DECIDE,
        asked=(1, 0),
    )
    assert move(NoviceBot(), few) == "stop"


def test_a_regular_takes_cards_for_its_own_yaku() -> None:
    table = position(
        hands=("8b 4a 2a", "1a 3a 5a"),
        field="8L 4A 12a",
        captures=("9A 9a", "10a 10b"),
    )
    choice = answer(RegularBot(), table)
    assert choice.reason is not None
    assert (choice.reason.code, choice.reason.facts["yaku"]) == ("take-yaku", "yaku:moon-viewing")
