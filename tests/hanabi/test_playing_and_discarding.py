"""Playing and discarding: what a card does to the fireworks, the tokens and the errors."""

from __future__ import annotations

import pytest

from hanamichi.hanabi import HANABI, Play
from tests.hanabi.table import deal


def test_one_action_a_turn_and_no_passing() -> None:
    """000 La partie; 001 La partie; 002 The game; RULES Common to all three."""
    table = deal("...", "...", tokens=4)
    offered = HANABI.legal_actions(table.state, 0)
    assert {type(action).__name__ for action in offered} == {
        "Play",
        "Discard",
        "ColourClue",
        "ValueClue",
    }
    table.do("play 1")
    assert HANABI.legal_actions(table.state, 0) == ()
    assert HANABI.to_act(table.state) == 1


# -- discarding --------------------------------------------------------------------------------


def test_discarding_returns_a_clue_token_and_then_a_card_is_drawn() -> None:
    """000 Défausser une carte; 001 Défausser une carte; 002 Discarding a card."""
    table = deal("r1 w3 b2 y4 g4", "...", deck="g1 ...", tokens=3)
    assert table.do("discard w3") == [
        "Ann discards w3",
        "a clue token comes back: 4",
        "Ann draws g1",
        "Bob to act",
    ]
    assert table.hand("Ann") == "r1 b2 y4 g4 g1"
    assert table.discards == "w3"


def test_no_discard_while_every_clue_token_is_there() -> None:
    """000 Défausser une carte; 001 Défausser une carte; 002 Discarding a card."""
    table = deal("r1 ...", "...", tokens=8)
    assert "All clue tokens" in table.refuses("discard r1")
    assert table.legal("discard") == []
    table.do("clue Bob 1")
    assert len(table.legal("discard")) == 5


def test_everyone_sees_the_discards_in_order() -> None:
    """000 Conseils; 001 Défausser une carte; 002 Advice; RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "w1 b1 ...", tokens=3)
    table.do("discard w3")
    table.do("discard b1")
    for name in ("Ann", "Bob", None):
        assert [str(card) for card in table.view(name).discards] == ["w3", "b1"]


# -- playing -----------------------------------------------------------------------------------


def test_a_1_begins_a_firework() -> None:
    """000 Jouer une carte; 001 Jouer une carte; 002 Playing a card."""
    table = deal("r1 w3 b2 y4 g4", "...", deck="g1 ...")
    assert table.do("play r1") == ["Ann plays r1", "Ann draws g1", "Bob to act"]
    assert table.fireworks == "r1"
    assert table.hand("Ann") == "w3 b2 y4 g4 g1"


def test_the_next_card_is_added_to_its_firework() -> None:
    """000 Jouer une carte; 001 Jouer une carte; 002 Playing a card."""
    table = deal("r3 ...", "...", fireworks="r2 w4")
    assert table.do("play r3")[0] == "Ann plays r3"
    assert table.fireworks == "w4 r3"
    assert table.discards == ""


@pytest.mark.parametrize("misfit", ["r1", "r2", "r4", "r5", "b2"])
def test_any_other_card_is_discarded_and_is_an_error(misfit: str) -> None:
    """000 Jouer une carte; 001 Jouer une carte; 002 Playing a card."""
    table = deal(f"{misfit} ...", "...", deck="g1 ...", fireworks="r2", tokens=3)
    assert table.do(f"play {misfit}") == [
        f"Ann misplays {misfit}: error 1",
        "Ann draws g1",
        "Bob to act",
    ]
    assert (table.fireworks, table.discards) == ("r2", misfit)
    assert table.state.clue_tokens == 3


def test_one_firework_of_each_colour_with_one_card_of_each_value() -> None:
    """000 Composition des feux d'artifice; 001 Composition des feux d'artifice; \
002 How the fireworks are made up."""
    table = deal("r1 r1 r1 ...", "...", "...", errors=10)
    assert table.do("play r1")[0] == "Ann plays r1"
    table.do("clue Ann 1")
    table.do("clue Ann 2")
    assert table.do("play r1")[0] == "Ann misplays r1: error 1"


def test_the_cards_of_a_firework_rise_from_1_to_5() -> None:
    """000 Composition des feux d'artifice; 001 Composition des feux d'artifice; \
002 How the fireworks are made up."""
    table = deal("r1 r3 r5 ...", "r2 r4 ...")
    for value in (1, 2, 3, 4, 5):
        assert table.do(f"play r{value}")[0].endswith(f"plays r{value}")
    assert table.fireworks == "r5"


def test_cards_keep_their_order_and_the_new_one_comes_last() -> None:
    """RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "...", deck="g1 ...")
    table.do("play b2")
    assert table.hand("Ann") == "r1 w3 y4 g4 g1"
    assert table.state.hands[0] == (0, 1, 3, 4, 10)


def test_a_card_must_be_in_ones_own_hand() -> None:
    """000 Jouer une carte; 001 Jouer une carte; 002 Playing a card."""
    table = deal("...", "...", tokens=3)
    theirs = table.state.hands[1][0]
    assert Play(theirs) not in HANABI.legal_actions(table.state, 0)


# -- completing a firework ---------------------------------------------------------------------


def test_completing_a_firework_gives_a_free_clue_token() -> None:
    """000 Composition des feux d'artifice; 001 Bonus pour un feu complet; \
002 Bonus for a complete firework."""
    table = deal("r5 ...", "...", deck="g1 ...", fireworks="r4", tokens=3)
    assert table.do("play r5") == [
        "Ann plays r5",
        "the red firework is complete",
        "a clue token comes back: 4",
        "Ann draws g1",
        "Bob to act",
    ]


def test_the_free_token_is_lost_when_all_are_there() -> None:
    """000 Composition des feux d'artifice; 001 Bonus pour un feu complet; \
002 Bonus for a complete firework."""
    table = deal("r5 ...", "...", fireworks="r4", tokens=8)
    assert "a clue token is lost: all are there" in table.do("play r5")
    assert table.state.clue_tokens == 8


# -- easier and harder -------------------------------------------------------------------------


def test_an_easier_game_has_ten_clue_tokens() -> None:
    """000 Augmenter la difficulté; RULES What differs."""
    table = deal("r1 ...", "...", preset="xii-singes", clue_tokens=10)
    assert table.state.clue_tokens == 10
    assert "All clue tokens" in table.refuses("discard r1")
    table = deal("r1 ...", "...", preset="xii-singes", clue_tokens=10, tokens=9)
    assert "a clue token comes back: 10" in table.do("discard r1")


def test_a_harder_game_is_lost_by_the_first_error() -> None:
    """000 Augmenter la difficulté; RULES What differs."""
    table = deal("r2 ...", "...", preset="xii-singes", errors=1)
    assert table.do("play r2") == ["Ann misplays r2: error 1", "the game ends (errors): 0 points"]
    assert table.outcome.result == "lost"
