"""Typed moves and readable events."""

import pytest

from hanamichi.core import UnparsableMove
from hanamichi.koikoi import (
    KOIKOI,
    CallKoiKoi,
    Keep,
    KoiKoiAction,
    PlayCard,
    Stop,
    Swap,
    TakeCard,
    format_action,
    format_event,
    format_stop,
    parse_action,
)
from tests.koikoi.tables import ROBIN_RED, cards, deck, options_with, position, start


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play 3L", PlayCard(*cards("3L"))),
        ("play 11a takes 8L", PlayCard(*cards("11a 8L"))),
        ("take 8A", TakeCard(*cards("8A"))),
        ("stop", Stop()),
        ("koi", CallKoiKoi()),
        ("swap", Swap()),
        ("keep", Keep()),
    ],
)
def test_a_move_is_written_and_read_back(text: str, action: KoiKoiAction) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


def test_verbs_may_be_written_in_capitals() -> None:
    assert parse_action("PLAY 2A TAKES 2a") == PlayCard(*cards("2A 2a"))


@pytest.mark.parametrize("text", ["koikoi", "koi-koi", "KOI", "  koi  "])
def test_koi_koi_has_several_spellings(text: str) -> None:
    assert parse_action(text) == CallKoiKoi()


VIEW = KOIKOI.view(
    position(hands=("8L 5a 2A", "4a"), field="8a 8b 2a 2R 2b 5A", stock="6a").state, 0
)


def test_a_hand_card_may_be_named_by_its_place() -> None:
    assert parse_action("play 2", VIEW) == PlayCard(*cards("5a"))
    assert parse_action("play 1 takes 8b", VIEW) == PlayCard(*cards("8L 8b"))


def test_an_implied_capture_may_be_written() -> None:
    assert parse_action("play 5a takes 5A", VIEW) == PlayCard(*cards("5a"))
    assert parse_action("play 2A takes 2R", VIEW) == PlayCard(*cards("2A"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Write one of: play 3 "),
        ("plya 3L", "Write one of: play 3 "),
        ("play", "Write one of: play 3 "),
        ("play 3L 3a", "Write one of: play 3 "),
        ("take", "Write one of: play 3 "),
        ("stop now", "Write one of: play 3 "),
        ("play 13X", "no card '13X'"),
        ("take 2", "no card '2'"),
        ("play 0", "You hold 3 cards"),
        ("play 4", "You hold 3 cards"),
        ("play 99999999999999999999", "You hold 3 cards"),
        ("x" * 1000, "…' is no move"),
    ],
)
def test_invalid_commands_are_answered_with_help(text: str, why: str) -> None:
    with pytest.raises(UnparsableMove, match=why) as caught:
        parse_action(text, VIEW)
    assert caught.value.code == "move/unparsable"
    assert len(caught.value.message) < 200


def test_without_a_hand_there_are_no_places() -> None:
    with pytest.raises(UnparsableMove, match="name the card"):
        parse_action("play 2")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"type":"play-card"}',
        b'{"type":"play-card","card":"2L"}',
        b'{"type":"play-card","card":3}',
        b'{"type":"play-card","card":"3L","seat":1}',
        b'{"type":"fold"}',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_invalid_json_moves_are_unparsable(data: bytes) -> None:
    with pytest.raises(UnparsableMove):
        KOIKOI.parse_action(data)


def test_json_moves_are_read() -> None:
    text = '{"type":"play-card","card":"11a","capture":"8L"}'
    assert KOIKOI.parse_action(text) == PlayCard(*cards("11a 8L"))
    assert KOIKOI.parse_action({"type": "koi-koi"}) == CallKoiKoi()


def test_a_turn_as_text() -> None:
    table = position(
        hands=("8L 5a", "4a 4b"),
        field="8a 3b 3a",
        stock="3L",
        captures=("9A 9R", ""),
        calls=(0, 1),
    ).play("play 8L")
    assert table.story == [
        "Player 1 plays 8L and takes 8a",
        "Player 1 turns 3L, which can take 3a or 3b",
    ]
    assert table.play("take 3a", then=[deck(table.state.options)]).story[:3] == [
        "Player 1 takes 3a with 3L",
        "Player 1 has moon-viewing 5, flower-viewing 5: 10 in all",
        "Player 1 must stop with moon-viewing 5, flower-viewing 5 and scores "
        "10 × 2 (opponent's koi-koi) × 2 (seven or more) = 40. The score is 40 to 0",
    ]


def test_a_deal_as_text_with_hidden_cards_counted() -> None:
    options = options_with(ROBIN_RED)
    table = start(options, deck(options), dealer_draw="1L 1R 5a 2a")
    assert table.story[:3] == [
        "Player 1 and Player 2 draw 1L and 1R, again 5a and 2a: Player 2 deals first",
        "Round 1: Player 2 deals",
        "Player 1 is dealt 1R 2R 3R 4R face down",
    ]
    hidden = table.events[2].redacted()
    assert hidden is not None
    assert format_event(hidden, ("Ume", "Kiku")) == "Ume is dealt 4 cards face down"  # type: ignore[arg-type]


def test_a_stop_without_factors_is_only_its_points() -> None:
    table = position(hands=("8L 5a", "4a"), field="8a", stock="6a", captures=("9A", ""))
    value = KOIKOI.view(table.play("play 8L").state, None).stop
    assert value is not None
    assert format_stop(value) == "5"
