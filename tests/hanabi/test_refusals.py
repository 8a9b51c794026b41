"""Refusals: a stable code, a message, and an unchanged state."""

from __future__ import annotations

import reprlib
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanamichi.core import (
    GameOver,
    IllegalMove,
    Match,
    NotYourTurn,
    OptionError,
    Seeded,
    UnparsableMove,
    build_options,
    parse_settings,
)
from hanamichi.core.errors import MoveError
from hanamichi.hanabi import (
    HANABI,
    PRESETS,
    Card,
    Colour,
    ColourClue,
    Discard,
    HanabiAction,
    HanabiOptions,
    Play,
    PlayFromDeck,
    Rearrange,
    RecoverCard,
    ReturnCard,
    Suit,
    ValueClue,
)
from tests.hanabi.table import deal, options
from tests.refusals import refusal_of

# -- moves that are none -----------------------------------------------------------------------

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.binary(max_size=5)
)
keys = st.sampled_from(["type", "card", "cards", "target", "colour", "value", "face"]) | st.text()
tags = st.sampled_from(
    ["play", "discard", "colour-clue", "value-clue", "rearrange", "recover-card"]
)
anything = st.recursive(
    scalars | tags,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)
nearly_moves = st.fixed_dictionaries(
    {"type": tags | scalars},
    optional={
        "card": anything,
        "cards": st.lists(anything, max_size=5) | anything,
        "target": st.integers() | anything,
        "colour": st.sampled_from([suit.value for suit in Suit]) | anything,
        "value": st.integers(-1, 7) | anything,
    },
)


def is_a_move(data: Any) -> bool:
    """Whether it parses as a move; any error but `UnparsableMove` fails the test."""
    refusal = refusal_of(UnparsableMove, HANABI.parse_action, data)
    if refusal is None:
        action = HANABI.parse_action(data)
        assert HANABI.parse_action(msgspec.json.encode(action)) == action
        return True
    assert refusal.code == "move/unparsable"
    assert refusal.message.startswith("This is no move of hanabi")
    return False


@given(anything | nearly_moves)
@example("\ud800")
@example({"type": "\ud800"})
@example({"type": "colour-clue", "target": 1, "colour": "\udcff"})
def test_any_plain_value_is_a_move_or_unparsable(data: Any) -> None:
    is_a_move(data)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes_are_a_move_or_unparsable(data: bytes | str) -> None:
    is_a_move(data)


@given(nearly_moves)
def test_any_json_is_a_move_or_unparsable(data: dict[str, Any]) -> None:
    try:
        written = msgspec.json.encode(data)
    except (TypeError, UnicodeEncodeError, msgspec.MsgspecError):
        return
    assert is_a_move(written) in {True, False}


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        "play",
        b"",
        b"{",
        b'{"type":"play"',
        b"\xff\xfe",
        b'{"type":"play","card":1}x',
        {},
        {"card": 1},
        {"type": "pass"},
        {"type": "koi-koi"},
        {"type": "Play", "card": 1},
        {"type": ["play"], "card": 1},
        {"type": "play"},
        {"type": "play", "card": None},
        {"type": "play", "card": "1"},
        {"type": "play", "card": 1.5},
        {"type": "play", "card": True},
        {"type": "play", "card": -1},
        {"type": "play", "card": 128},
        {"type": "play", "card": 10**400},
        {"type": "play", "card": float("nan")},
        {"type": "play", "card": 1, "extra": 1},
        {"type": "value-clue", "target": 1, "value": 0},
        {"type": "value-clue", "target": 1, "value": 6},
        {"type": "value-clue", "target": 5, "value": 1},
        {"type": "value-clue", "target": -1, "value": 1},
        {"type": "colour-clue", "target": 1, "colour": "purple"},
        {"type": "colour-clue", "target": 1, "colour": "r"},
        {"type": "return-card", "card": "r6"},
        {"type": "recover-card", "card": 3},
        {"type": "rearrange", "cards": "01234"},
        {"type": "rearrange", "cards": [0, 1, None]},
        '{"type":"play","card":' + "9" * 5000 + "}",
        "[" * 100_000,
        '{"type":"play","card":' + "[" * 100_000,
        {"type": "play", "card": nested(50_000)},
        {"type": "play", "card": 1, "deep": nested(50_000)},
        {1: 2},
        {("type",): "play"},
    ],
    ids=reprlib.repr,
)
def test_invalid_moves_are_unparsable(data: Any) -> None:
    assert not is_a_move(data)


def test_deep_nesting_in_an_unknown_field_is_refused() -> None:
    assert not is_a_move('{"type":"play","card":1,"x":' + "[" * 100_000 + "]" * 100_000 + "}")


# -- moves that the rules do not allow ---------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        Play(5),
        Play(127),
        Discard(0),
        ColourClue(0, Suit.RED),
        ColourClue(2, Suit.RED),
        ColourClue(-1, Suit.RED),
        ColourClue(1, Suit.BLACK),
        ColourClue(1, Suit.POWDER),
        ValueClue(0, 1),
        ValueClue(4, 1),
        ValueClue(1, 0),
        ValueClue(1, 6),
        PlayFromDeck(),
        ReturnCard(Card.R1),
        RecoverCard(Card.R1),
        Rearrange((0, 1, 2, 3)),
        Rearrange((5, 6, 7, 8, 9)),
    ],
    ids=str,
)
def test_an_illegal_move_is_refused_and_changes_nothing(action: HanabiAction) -> None:
    table = deal("...", "...", tokens=8)
    before = msgspec.json.encode(table.state)
    with pytest.raises(IllegalMove) as refusal:
        HANABI.apply(table.state, 0, action, Seeded(0))
    assert refusal.value.code == "move/illegal"
    assert refusal.value.message
    assert msgspec.json.encode(table.state) == before


@pytest.mark.parametrize("seat", [1, 2, -1, 3, 99])
@pytest.mark.parametrize("action", [Play(0), Discard(0), ValueClue(0, 1), PlayFromDeck()], ids=str)
def test_moving_out_of_turn_is_refused(seat: int, action: HanabiAction) -> None:
    table = deal("...", "...", "...", tokens=4)
    with pytest.raises(NotYourTurn) as refusal:
        HANABI.apply(table.state, seat, action, Seeded(0))
    assert refusal.value.code == "move/not-your-turn"
    assert "seat 0" in refusal.value.message


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_an_unknown_seat_can_make_no_gesture(seat: int) -> None:
    table = deal("...", "...", "...")
    with pytest.raises(NotYourTurn):
        HANABI.apply(table.state, seat, Rearrange(table.state.hands[-1]), Seeded(0))


def test_a_move_after_the_end_is_refused() -> None:
    table = deal("r2 ...", "...", errors=1)
    table.do("play r2")
    for seat in (0, 1, 7):
        for action in (Play(1), Rearrange(table.state.hands[0])):
            with pytest.raises(GameOver) as refusal:
                HANABI.apply(table.state, seat, action, Seeded(0))
            assert refusal.value.code == "move/game-over"


def test_a_match_is_unchanged_by_a_refused_move() -> None:
    match = Match(HANABI, options(first_seat=0), 2, Seeded(1))
    before = (match.state, list(match.events), match.record())
    attempts: list[tuple[Any, int | None]] = [
        (Play(99), None),
        (Discard(0), None),
        (Play(5), 1),
        ({"type": "play", "card": "x"}, None),
        ({}, 0),
        (Rearrange(()), 1),
    ]
    for action, seat in attempts:
        with pytest.raises(MoveError):
            match.play(action, seat)
        assert (match.state, match.events, match.record()) == before


# -- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "players", "code", "where"),
    [
        ({"errors": 0}, 2, "options/invalid", "errors"),
        ({"errors": 11}, 2, "options/invalid", "errors"),
        ({"errors": "three"}, 2, "options/invalid", "errors"),
        ({"errors": 10**400}, 2, "options/invalid", "errors"),
        ({"errors": True}, 2, "options/invalid", "errors"),
        ({"errors": None}, 2, "options/invalid", "errors"),
        ({"clue_tokens": 0}, 2, "options/invalid", "clue_tokens"),
        ({"clue_tokens": 21}, 2, "options/invalid", "clue_tokens"),
        ({"clue_tokens": 8.5}, 2, "options/invalid", "clue_tokens"),
        ({"black_powder": 1}, 2, "options/invalid", "black_powder"),
        ({"black_powder": "yes"}, 2, "options/invalid", "black_powder"),
        ({"avalanche": "snow"}, 2, "options/invalid", "avalanche"),
        ({"avalanche": ["wild"]}, 2, "options/invalid", "avalanche"),
        ({"avalanche": "\ud800"}, 2, "options/invalid", "avalanche"),
        ({"colours": "red"}, 2, "options/invalid", "colours"),
        ({"colours": ["red", "purple"]}, 2, "options/invalid", "colours"),
        ({"colours": ["red", "\ud800"]}, 2, "options/invalid", "colours"),
        ({"colours": ["red", ["green"]]}, 2, "options/invalid", "colours"),
        ({"colours": nested(10_000)}, 2, "options/invalid", "colours"),
        ({"first_seat": -1}, 2, "options/invalid", "first_seat"),
        ({"first_seat": 5}, 5, "options/invalid", "first_seat"),
        ({"ikebana": True}, 2, "options/unknown", "ikebana"),
        ({"Errors": 1}, 2, "options/unknown", "Errors"),
        ({"colours": []}, 2, "options/inconsistent", "colours"),
        ({"colours": ["red"]}, 2, "options/inconsistent", "colours"),
        ({"colours": ["red", "green", "red"]}, 2, "options/inconsistent", "colours"),
        ({"colours": ["red", "green"]}, 5, "options/inconsistent", "colours"),
        ({"first_seat": 2}, 2, "options/inconsistent", "first_seat"),
        ({"tile_on_any_completion": True}, 2, "options/inconsistent", "tile_on_any_completion"),
        ({}, 1, "options/players", "players"),
        ({}, 6, "options/players", "players"),
        ({}, 0, "options/players", "players"),
        ({}, -2, "options/players", "players"),
    ],
    ids=reprlib.repr,
)
def test_invalid_options_are_refused(
    changes: dict[str, Any], players: int, code: str, where: str
) -> None:
    with pytest.raises(OptionError) as refusal:
        HANABI.start(build_options(HanabiOptions(), changes), players, Seeded(0))
    assert (refusal.value.code, refusal.value.where) == (code, where)
    assert refusal.value.message


@pytest.mark.parametrize(
    ("rules", "where"),
    [
        (HanabiOptions(errors=0), "errors"),
        (HanabiOptions(clue_tokens=-1), "clue_tokens"),
        (HanabiOptions(first_seat=-1), "first_seat"),
    ],
)
def test_options_made_in_code_have_the_same_limits(rules: HanabiOptions, where: str) -> None:
    with pytest.raises(OptionError) as refusal:
        HANABI.start(rules, 2, Seeded(0))
    assert (refusal.value.code, refusal.value.where) == ("options/invalid", where)


@given(st.dictionaries(st.sampled_from([*HanabiOptions.__struct_fields__, "x"]), anything))
def test_any_options_are_accepted_or_refused(changes: dict[str, Any]) -> None:
    def sit_down() -> None:
        HANABI.start(build_options(HanabiOptions(), changes), 3, Seeded(0))

    refusal = refusal_of(OptionError, sit_down)
    if refusal is not None:
        assert refusal.code in {"options/unknown", "options/invalid", "options/inconsistent"}
        assert refusal.where in changes


def test_refusals_say_what_is_allowed() -> None:
    def message(**changes: Any) -> str:
        with pytest.raises(OptionError) as refusal:
            build_options(HanabiOptions(), changes)
        return refusal.value.message

    assert message(errors=0) == "errors is a whole number from 1 to 10"
    assert message(black_powder=3) == "black_powder is true or false"
    assert message(avalanche="snow") == "avalanche is one of: none, sixth, wild"
    assert "white, red, blue, yellow, green, black" in message(colours=["pink"])
    assert "clue_tokens" in message(tokens=3)


# -- options as words --------------------------------------------------------------------------


def read(*settings: str, preset: str = "grands-feux") -> HanabiOptions:
    box = PRESETS[f"hanabi/{preset}"]
    return build_options(box.options, parse_settings(HanabiOptions, settings, box.offers))


def test_options_are_read_from_settings() -> None:
    rules = read("errors=1", "black-powder=yes", "avalanche=WILD", "first_seat=2")
    assert rules == options(errors=1, black_powder=True, avalanche="wild", first_seat=2)
    assert read("colours=red, Green,blue").colours == (Colour.RED, Colour.GREEN, Colour.BLUE)
    assert read("first_seat=1", "first_seat=random").first_seat is None
    assert read(" empty_clues = off ").empty_clues is False


def test_a_box_that_offers_a_choice_switches_it_on() -> None:
    assert read("avalanche=on") == options(avalanche="wild")
    assert read("avalanche=on", preset="xii-singes") == options("xii-singes", avalanche="sixth")
    assert read("avalanche=off") == options()


@pytest.mark.parametrize(
    ("setting", "code", "where"),
    [
        ("errors", "options/invalid", "errors"),
        ("errors=", "options/invalid", "errors"),
        ("errors=many", "options/invalid", "errors"),
        ("errors=0", "options/invalid", "errors"),
        ("errors=" + "9" * 5000, "options/invalid", "errors"),
        ("errors=-3", "options/invalid", "errors"),
        ("black_powder=maybe", "options/invalid", "black_powder"),
        ("avalanche=on", "options/invalid", "avalanche"),
        ("avalanche=snow", "options/invalid", "avalanche"),
        ("avalanche=\udcff", "options/invalid", "avalanche"),
        ("colours=red,pink", "options/invalid", "colours"),
        ("first_seat=nobody", "options/invalid", "first_seat"),
        ("=3", "options/unknown", ""),
        ("speed=3", "options/unknown", "speed"),
    ],
    ids=reprlib.repr,
)
def test_invalid_settings_are_refused(setting: str, code: str, where: str) -> None:
    with pytest.raises(OptionError) as refusal:
        read(setting, preset="cocktail")
    assert (refusal.value.code, refusal.value.where) == (code, where)


@given(st.lists(st.text() | st.sampled_from(["errors=1", "colours=", "avalanche=on"]), max_size=3))
def test_any_settings_are_accepted_or_refused(settings: list[str]) -> None:
    refusal = refusal_of(OptionError, read, *settings)
    assert refusal is None or refusal.code.startswith("options/")
