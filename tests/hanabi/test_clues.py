"""Giving a clue: what it costs, what it may say, and what it tells."""

from __future__ import annotations

import pytest

from hanamichi.hanabi import ColourClue, Suit
from tests.hanabi.table import deal


def test_a_clue_costs_one_token() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 ...", tokens=5)
    table.do("clue Bob red")
    assert table.state.clue_tokens == 4


def test_no_clue_without_a_token() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 ...", tokens=0)
    assert "No clue token" in table.refuses("clue Bob red")
    assert table.legal("clue") == []
    assert len(table.legal("play")) == len(table.legal("discard")) == 5


def test_a_colour_clue_shows_every_card_of_the_colour() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 w3 r4 y4 g4")
    assert table.do("clue Bob red") == ["Ann tells Bob red: #5, #7", "Bob to act"]


def test_a_value_clue_shows_every_card_of_the_value() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 w3 r4 y4 g4")
    assert table.do("clue Bob 4") == ["Ann tells Bob 4: #7, #8, #9", "Bob to act"]


def test_a_clue_also_excludes_the_other_cards() -> None:
    """000 Donner une information; 001 Donner une information; RULES Common to all three."""
    table = deal("...", "r1 w3 r4 y4 g4")
    table.do("clue Bob red")
    assert table.told("Bob") == ["red", "!red", "red", "!red", "!red"]
    table.do("clue Ann 1")
    table.do("clue Bob 4")
    assert table.told("Bob") == ["red !4", "!red !4", "red 4", "4 !red", "4 !red"]


def test_a_card_drawn_later_has_no_clues() -> None:
    """RULES Common to all three."""
    table = deal("...", "r1 w3 r4 y4 g4", deck="b1 ...")
    table.do("clue Bob red")
    table.do("discard w3")
    assert table.hand("Bob") == "r1 r4 y4 g4 b1"
    assert table.told("Bob") == ["red", "red", "!red", "!red", ""]


def test_a_clue_names_one_colour_or_one_value_and_nothing_more() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 w3 b4 y4 g5", empty_clues=True)
    colours = ["white", "red", "blue", "yellow", "green"]
    assert table.legal("clue") == [f"Bob {what}" for what in [*colours, 1, 2, 3, 4, 5]]


def test_a_clue_goes_to_another_player_never_to_oneself() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("r1 ...", "...", "...", turn="Bob")
    assert "never to oneself" in table.refuses("clue Bob 1")
    targets = {what.split()[0] for what in table.legal("clue")}
    assert targets == {"Ann", "Cat"}


def test_a_clue_goes_to_a_seat_of_the_table() -> None:
    """RULES Common to all three."""
    table = deal("...", "...", "...")
    table.names = ("Ann", "Bob", "Cat", "Dan")
    assert table.refuses("clue Dan 1") == "There is no seat 3 at this table"


@pytest.mark.parametrize("suit", [Suit.BLACK, Suit.MULTICOLOUR, Suit.POWDER])
def test_a_colour_that_is_not_in_the_box_cannot_be_named(suit: Suit) -> None:
    """001 But du jeu; 002 Aim of the game."""
    table = deal("...", "...")
    assert table.refuses(f"clue Bob {suit.value}") == "This colour may not be named at this table"


def test_everyone_receives_a_clue() -> None:
    """000 Donner une information; 001 Donner une information; 002 Giving a piece of information."""
    table = deal("...", "r1 ...", "...")
    table.do("clue Bob red")
    assert table.log("Ann") == table.log("Bob") == table.log("Cat") == table.log(None)
    assert table.view("Cat").hands[1][0].colours == (Suit.RED,)


def test_giving_a_clue_draws_no_card() -> None:
    """000 La partie; 001 La partie; 002 The game."""
    table = deal("r1 r2 r3 r4 r5", "...")
    table.do("clue Bob 1")
    assert table.hand("Ann") == "r1 r2 r3 r4 r5"


@pytest.mark.parametrize("preset", ["xii-singes", "cocktail", "grands-feux"])
def test_a_clue_may_touch_no_card(preset: str) -> None:
    """001 Donner une information; RULES Common to all three."""
    table = deal("...", "r1 y1 r2 y2 b2", preset=preset)
    assert table.do("clue Bob green") == ["Ann tells Bob green: no card", "Bob to act"]
    assert table.told("Bob") == ["!green"] * 5
    assert table.state.clue_tokens == 7


def test_online_a_clue_must_touch_a_card() -> None:
    """RULES Common to all three."""
    table = deal("...", "r1 y1 r2 y2 b2", preset="online")
    assert "touches no card" in table.refuses("clue Bob green")
    assert table.legal("clue") == ["Bob red", "Bob blue", "Bob yellow", "Bob 1", "Bob 2"]


def test_the_same_clue_may_be_given_again() -> None:
    """RULES Common to all three."""
    table = deal("...", "r1 y1 r2 y2 b2")
    table.do("clue Bob red")
    told = table.told("Bob")
    table.do("clue Ann 1")
    table.do("clue Bob red")
    assert table.told("Bob") == told
    assert table.state.clues_given == 3


def test_the_legal_clues_name_the_next_player_first() -> None:
    """RULES Common to all three."""
    table = deal("...", "...", "...", turn="Cat")
    assert table.legal("clue")[0] == "Ann white"
    assert table.action("clue Ann white") == ColourClue(0, Suit.WHITE)
