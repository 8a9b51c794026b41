"""Avalanche of colours: five cards of a sixth colour in one box, ten wild cards in the other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hanamichi.hanabi import Rating, Suit
from hanamichi.hanabi.knowledge import from_clues
from tests.hanabi.table import deal, options

SIXTH: dict[str, Any] = {"preset": "xii-singes", "avalanche": "sixth"}
WILD: dict[str, Any] = {"preset": "grands-feux", "avalanche": "wild"}


# -- five cards, a sixth colour ----------------------------------------------------------------


def test_five_multicolour_cards_join_the_first_box_one_of_each_value() -> None:
    """000 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "...", **SIXTH)
    multicolour = [card.number for card in table.state.deck if card.suit is Suit.MULTICOLOUR]
    assert sorted(multicolour) == [1, 2, 3, 4, 5]
    assert len(table.state.deck) == 55


def test_multicolour_may_be_named_as_a_sixth_colour() -> None:
    """000 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "m1 r3 m4 b4 k5", **SIXTH)
    assert table.do("clue Bob multicolour")[0] == "Ann tells Bob multicolour: #5, #7"
    assert table.told("Bob")[:2] == ["multicolour", "!multicolour"]


def test_a_clue_of_another_colour_does_not_touch_the_sixth() -> None:
    """000 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "m1 r3 m4 b4 k5", **SIXTH)
    assert table.do("clue Bob red")[0] == "Ann tells Bob red: #6"


# -- ten wild cards ----------------------------------------------------------------------------


def test_ten_wild_cards_join_the_other_box() -> None:
    """001 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "...", **WILD)
    wild = [card.number for card in table.state.deck if card.suit is Suit.MULTICOLOUR]
    assert sorted(wild) == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert len(table.state.deck) == 60


@pytest.mark.parametrize("colour", ["white", "red", "blue", "yellow", "green"])
def test_every_colour_clue_touches_a_wild_card(colour: str) -> None:
    """001 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "m1 w3 r3 b3 m5", **WILD)
    (line, _) = table.do(f"clue Bob {colour}")
    touched = line.partition(": ")[2].split(", ")
    assert {"#5", "#9"} <= set(touched)


def test_a_wild_card_may_not_be_named() -> None:
    """001 Avalanche de couleurs; RULES What differs."""
    table = deal("...", "m1 ...", **WILD)
    assert "may not be named" in table.refuses("clue Bob multicolour")
    assert "Bob multicolour" not in table.legal("clue")


def test_a_value_clue_touches_wild_cards_by_their_value() -> None:
    """001 Avalanche de couleurs."""
    table = deal("...", "m1 w1 r3 b3 m5", **WILD)
    assert table.do("clue Bob 1")[0] == "Ann tells Bob 1: #5, #6"


def test_a_card_touched_by_two_colours_is_wild() -> None:
    """001 Avalanche de couleurs."""
    table = deal("...", "m1 w3 r3 b3 m5", **WILD)
    table.do("clue Bob red")
    table.do("clue Ann 1")
    table.do("clue Bob white")
    view = table.view("Bob")
    assert {card.suit for card in from_clues(view, view.hands[1][0])} == {Suit.MULTICOLOUR}
    assert {card.suit for card in from_clues(view, view.hands[1][1])} == {Suit.WHITE}


def test_a_card_that_one_colour_does_not_touch_is_not_wild() -> None:
    """001 Avalanche de couleurs."""
    table = deal("...", "m1 w3 r3 b3 m5", **WILD)
    table.do("clue Bob red")
    view = table.view("Bob")
    assert Suit.MULTICOLOUR not in {card.suit for card in from_clues(view, view.hands[1][1])}


def test_a_wild_card_does_not_replace_another_card() -> None:
    """001 Avalanche de couleurs."""
    table = deal("m3 ...", "...", fireworks="r2", **WILD)
    assert table.do("play m3")[0] == "Ann misplays m3: error 1"


# -- both --------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [SIXTH, WILD], ids=["sixth", "wild"])
def test_multicolour_is_a_sixth_firework_from_1_to_5(box: dict[str, Any]) -> None:
    """000 Avalanche de couleurs; 001 Avalanche de couleurs."""
    table = deal("m5 ...", "...", fireworks="m4", tokens=3, **box)
    assert table.do("play m5")[:3] == [
        "Ann plays m5",
        "the multicolour firework is complete",
        "a clue token comes back: 4",
    ]


@pytest.mark.parametrize(
    ("box", "others"),
    [(SIXTH, "r5 g5 y5 b5 k5"), (WILD, "w5 r5 b5 y5 g5")],
    ids=["sixth", "wild"],
)
def test_the_maximum_with_multicolour_is_30_and_divine(box: dict[str, Any], others: str) -> None:
    """000 Avalanche de couleurs; 001 Avalanche de couleurs; RULES What differs."""
    table = deal("m5 ...", "...", fireworks=f"{others} m4", **box)
    table.do("play m5")
    assert (table.outcome.score, table.outcome.maximum) == (30, 30)
    assert table.outcome.rating is Rating.DIVINE


@pytest.mark.parametrize("box", [SIXTH, WILD], ids=["sixth", "wild"])
def test_five_complete_fireworks_are_not_the_end_with_a_sixth(box: dict[str, Any]) -> None:
    """000 Avalanche de couleurs; 001 Avalanche de couleurs."""
    five = "r5 g5 y5 b5 k4" if box is SIXTH else "w5 r5 b5 y5 g4"
    last = "k5" if box is SIXTH else "g5"
    table = deal(f"{last} ...", "...", fireworks=five, **box)
    assert table.do(f"play {last}")[-1] == "Bob to act"


def test_a_score_of_22_with_six_fireworks() -> None:
    """001 Avalanche de couleurs; RULES Common to all three."""
    table = deal("...", "...", fireworks="w4 r3 b2 y5 g4 m4", deck="", turns_left=1, **WILD)
    table.do("clue Bob 1")
    assert (table.outcome.score, table.outcome.rating) == (22, Rating.EXTRAORDINARY)


def test_either_avalanche_may_join_any_colours() -> None:
    """RULES What differs."""
    wild_first_box = deal("...", "k1 m2 ...", preset="xii-singes", avalanche="wild")
    assert wild_first_box.do("clue Bob black")[0] == "Ann tells Bob black: #5, #6"
    sixth_other_box = options("cocktail", avalanche="sixth")
    table = deal("...", "...", preset="cocktail", avalanche="sixth")
    assert table.state.options == sixth_other_box
    assert Counter(card.suit for card in table.state.deck)[Suit.MULTICOLOUR] == 5
