"""Commands and event lines, read and written, with a helpful error for anything else."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.core import Event, UnparsableMove
from hanamichi.hanabi import (
    HANABI,
    Card,
    ColourClue,
    Discard,
    HanabiEvent,
    Play,
    PlayFromDeck,
    Rearrange,
    RecoverCard,
    ReturnCard,
    Suit,
    Tile,
    ValueClue,
)
from hanamichi.hanabi.notation import format_action, format_event, parse_command
from tests.hanabi.strategies import Played, games
from tests.hanabi.table import NAMES, deal
from tests.refusals import refusal_of

names_of_people = st.lists(st.text(max_size=8), min_size=5, max_size=5)


@given(games(), names_of_people)
def test_every_legal_action_is_written_and_read_back(game: Played, names: list[str]) -> None:
    people = names[: len(game.match.players)]
    for state in game.states[:-1:6]:
        view = HANABI.view(state, state.turn)
        for action in HANABI.legal_actions(state, state.turn):
            written = format_action(action, view, people)
            assert parse_command(written, view, people) == action


@given(games())
def test_every_gesture_is_written_and_read_back(game: Played) -> None:
    for step in game.steps:
        if isinstance(step.action, Rearrange) and step.action.cards:
            view = HANABI.view(step.before, step.seat)
            written = format_action(step.action, view, NAMES)
            assert parse_command(written, view, NAMES) == step.action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play 2", Play(1)),
        ("p 5", Play(4)),
        ("PLAY 1", Play(0)),
        ("discard 3", Discard(2)),
        ("d 3", Discard(2)),
        ("clue Bob red", ColourClue(1, Suit.RED)),
        ("clue bob RED", ColourClue(1, Suit.RED)),
        ("c b r", ColourClue(1, Suit.RED)),
        ("c 2 k", ColourClue(1, Suit.BLACK)),
        ("clue 3 4", ValueClue(2, 4)),
        ("  clue   Cat   1 ", ValueClue(2, 1)),
        ("deck", PlayFromDeck()),
        ("return r3", ReturnCard(Card.R3)),
        ("recover P5", RecoverCard(Card.P5)),
        ("arrange 5 4 3 2 1", Rearrange((4, 3, 2, 1, 0))),
    ],
)
def test_commands(text: str, action: object) -> None:
    table = deal("...", "...", "...")
    assert parse_command(text, table.view("Ann"), table.names) == action


COCKTAIL_HELP = "play 2 · discard 3 · clue NAME red · clue NAME 4 · arrange 3 1 2 4 5"


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        ("", COCKTAIL_HELP),
        ("pass", COCKTAIL_HELP),
        ("play", COCKTAIL_HELP),
        ("play 1 2", COCKTAIL_HELP),
        ("clue red", COCKTAIL_HELP),
        ("arrange", COCKTAIL_HELP),
        ("play 0", "1 to 5"),
        ("play 6", "1 to 5"),
        ("play -1", "1 to 5"),
        ("play r1", "1 to 5"),
        ("play ²", "1 to 5"),
        ("discard " + "9" * 5000, "1 to 5"),
        ("arrange 1 2 3 4 six", "1 to 5"),
        ("clue Zoe red", "Ann, Bob, Cat"),
        ("clue 9 red", "Ann, Bob, Cat"),
        ("clue " + "9" * 5000 + " red", "Ann, Bob, Cat"),
        ("clue Bob 6", "1 to 5"),
        ("clue Bob purple", "a colour: white, red, blue, yellow, green"),
        ("return r6", "r3"),
        ("recover red", "r3"),
    ],
)
def test_an_invalid_command_is_answered_with_help(text: str, help_: str) -> None:
    table = deal("...", "...", "...")
    with pytest.raises(UnparsableMove) as refusal:
        parse_command(text, table.view("Ann"), table.names)
    assert refusal.value.code == "move/unparsable"
    assert help_ in refusal.value.message


@given(st.text() | st.lists(st.sampled_from(["play", "clue", "Bob", "red", "1", "9", "r3"])))
def test_any_other_text_is_refused(typed: str | list[str]) -> None:
    table = deal("...", "...")
    text = typed if isinstance(typed, str) else " ".join(typed)
    refusal = refusal_of(UnparsableMove, parse_command, text, table.view("Ann"), table.names)
    assert refusal is None or refusal.message


def test_a_name_may_be_shortened_while_it_means_one_player() -> None:
    view = deal("...", "...", "...").view("Ann")
    names = ("Ann", "Anna", "Bob")
    assert parse_command("clue Ann 1", view, names) == ValueClue(0, 1)
    assert parse_command("clue anna 1", view, names) == ValueClue(1, 1)
    with pytest.raises(UnparsableMove, match="Name one of the players"):
        parse_command("clue An 1", view, names)


def test_names_may_have_spaces_and_colours_for_names() -> None:
    view = deal("...", "...", "...").view("Ann")
    names = ("Ann", "Red", "Player 3")
    assert parse_command("clue Red red", view, names) == ColourClue(1, Suit.RED)
    assert parse_command("clue Player 3 4", view, names) == ValueClue(2, 4)


@pytest.mark.parametrize("names", [("2", "1"), ("Ann", "ann"), ("", "x"), ("a  b", "a b")])
def test_a_name_that_would_mislead_is_written_as_a_number(names: tuple[str, str]) -> None:
    table = deal("...", "...", turn="Bob")
    view = table.view("Bob")
    written = format_action(ValueClue(0, 4), view, names)
    assert written == "clue 1 4"
    assert parse_command(written, view, names) == ValueClue(0, 4)


def test_a_spectator_has_no_cards_to_name() -> None:
    table = deal("...", "...")
    with pytest.raises(UnparsableMove, match="spectator"):
        parse_command("play 1", table.view(None), table.names)


def test_cards_are_counted_as_they_are_held() -> None:
    table = deal("r1 w3 b2 y4 g4", "...")
    table.do("arrange 5 4 3 2 1")
    assert parse_command("play 1", table.view("Ann"), table.names) == Play(4)


# -- lines -------------------------------------------------------------------------------------


@given(games())
def test_every_event_of_a_game_has_a_line_for_every_viewer(game: Played) -> None:
    for event in game.match.events:
        assert format_event(event, NAMES)
        assert format_event(event.redacted() or event, NAMES)


def test_every_kind_of_event_has_a_line() -> None:
    """By the list of kinds, so that a new one without a line is found."""
    told = {}
    for kind in get_args(HanabiEvent):
        sample = {
            "seat": 0,
            "target": 1,
            "cards": (0, 1),
            "faces": (Card.R1, Card.W2),
            "card": 3,
            "face": Card.R3,
            "touched": (5, 6),
            "value": 4,
            "errors": 2,
            "tokens": 5,
            "suit": Suit.RED,
            "tile": Tile.REPAIR,
            "turns": 3,
            "termination": "last-round",
            "score": 17,
        }
        event = kind(**{name: sample[name] for name in kind.__struct_fields__ if name in sample})
        told[kind.__name__] = format_event(event, NAMES)
    assert all(told.values())
    assert len(set(told.values())) == len(told)


def test_what_is_hidden_is_not_in_the_line() -> None:
    table = deal("w2 ...", "...", deck="g5 ...", tokens=3)
    table.do("discard w2")
    drawn = table.log("Ann")[2]
    assert format_event(drawn, NAMES) == "Ann draws a card"
    assert format_event(table.log("Bob")[2], NAMES) == "Ann draws g5"


def test_an_event_of_another_game_is_refused() -> None:
    class Thunder(Event, frozen=True):
        """No event of Hanabi."""

    with pytest.raises(TypeError, match="no event of Hanabi"):
        format_event(Thunder(), NAMES)
