"""Setting up: what is in the box, who is dealt what, who begins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hanamichi.core import Chance, Seeded
from hanamichi.hanabi import HANABI, PRESETS, Avalanche, Card, HanabiState, Suit
from hanamichi.hanabi.events import HandDealt, TurnPassed
from tests.hanabi.table import Fixed, deal, options


def start(players: int, chance: Chance | None = None, **changes: Any) -> HanabiState:
    return HANABI.start(options(**changes), players, chance or Seeded(1)).state


def copies(state: HanabiState, suit: Suit) -> list[int]:
    """The values of a suit in the whole deck, in order."""
    return sorted(card.number for card in state.deck if card.suit is suit)


@pytest.mark.parametrize("preset", ["xii-singes", "cocktail", "grands-feux", "online"])
def test_there_are_fifty_cards_ten_of_each_of_five_colours(preset: str) -> None:
    """000 Matériel; 001 Matériel; 002 Material; RULES Common to all three."""
    state = start(2, preset=preset)
    assert len(state.deck) == 50
    assert set(Counter(card.suit for card in state.deck).values()) == {10}


@pytest.mark.parametrize("preset", ["xii-singes", "cocktail", "grands-feux"])
def test_each_colour_has_three_1s_two_2s_3s_and_4s_and_one_5(preset: str) -> None:
    """000 Matériel; 001 But du jeu; 002 Material; RULES Common to all three."""
    state = start(2, preset=preset)
    for colour in state.options.colours:
        assert copies(state, colour.suit) == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def test_the_first_box_has_black_as_an_ordinary_colour_and_no_white() -> None:
    """000 But du jeu; RULES What differs."""
    table = deal("k1 k3 ...", "k2 k4 r3 g3 b3", preset="xii-singes")
    assert copies(table.state, Suit.WHITE) == []
    assert table.legal("clue")[:5] == [
        "Bob red",
        "Bob blue",
        "Bob yellow",
        "Bob green",
        "Bob black",
    ]
    assert table.do("clue Bob black") == ["Ann tells Bob black: #5, #6", "Bob to act"]
    table.do("clue Ann black")
    for value in (1, 2, 3, 4):
        assert table.do(f"play k{value}")[0].endswith(f"plays k{value}")


@pytest.mark.parametrize("preset", ["cocktail", "grands-feux", "online"])
def test_the_other_boxes_have_white_red_blue_yellow_and_green(preset: str) -> None:
    """001 But du jeu; 002 Aim of the game; RULES What differs."""
    assert [colour.value for colour in PRESETS[f"hanabi/{preset}"].options.colours] == [
        "white",
        "red",
        "blue",
        "yellow",
        "green",
    ]


def test_online_tables_play_the_plain_box_without_empty_clues() -> None:
    """RULES Common to all three."""
    assert options("online") == options("cocktail", empty_clues=False)
    assert options("cocktail").empty_clues


@pytest.mark.parametrize("preset", ["xii-singes", "cocktail", "grands-feux", "online"])
def test_eight_clue_tokens_and_no_error_at_the_start(preset: str) -> None:
    """000 Mise en place; 001 Préparation du jeu; 002 Getting ready; RULES What differs."""
    state = start(2, preset=preset)
    assert (state.clue_tokens, state.options.clue_tokens) == (8, 8)
    assert (state.errors, state.options.errors) == (0, 3)
    assert sum(state.fireworks) == 0
    assert state.discards == ()


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_of_five_for_two_or_three_players_and_of_four_for_four_or_five(
    players: int, size: int
) -> None:
    """000 Mise en place; 001 Préparation du jeu; 002 Getting ready; RULES Common to all three."""
    state = start(players)
    assert [len(hand) for hand in state.hands] == [size] * players
    assert len(state.deck) - state.drawn == 50 - players * size


def test_players_see_every_hand_but_their_own() -> None:
    """000 Mise en place; 001 Préparation du jeu; 002 Getting ready; RULES Common to all three."""
    table = deal("r1 r2 r3 r4 r5", "w1 w2 w3 w4 w5", "b1 b2 b3 b4 b5")
    faces = [[held.face for held in hand] for hand in table.view("Bob").hands]
    assert faces[0] == [Card.R1, Card.R2, Card.R3, Card.R4, Card.R5]
    assert faces[1] == [None] * 5
    assert faces[2] == [Card.B1, Card.B2, Card.B3, Card.B4, Card.B5]


def test_dealing_shows_each_hand_to_everyone_but_its_holder() -> None:
    """000 Mise en place; 001 Préparation du jeu; 002 Getting ready; RULES Common to all three."""
    _, events = HANABI.start(options(first_seat=1), 2, Fixed(deck="r1 r2 r3 r4 r5 w1 w2 w3 w4 w5"))
    ann, bob, turn = events
    assert isinstance(ann, HandDealt)
    assert ann.faces == (Card.R1, Card.R2, Card.R3, Card.R4, Card.R5)
    assert ann.audience().includes(1)
    assert not ann.audience().includes(0)
    assert isinstance(bob, HandDealt)
    assert bob.redacted() == HandDealt(1, (5, 6, 7, 8, 9), None)
    assert turn == TurnPassed(1)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_table_may_choose_who_begins(seat: int) -> None:
    """000 La partie; 001 La partie; 002 The game; RULES Common to all three."""
    chance = Fixed()
    assert start(4, chance, first_seat=seat).turn == seat
    assert "first-seat" not in chance.asked


def test_chance_decides_who_begins_where_the_table_does_not() -> None:
    """000 La partie; 001 La partie; 002 The game; RULES Common to all three."""
    assert start(5, Fixed(first_seat="3")).turn == 3
    assert {start(3, Seeded(seed)).turn for seed in range(20)} == {0, 1, 2}


def test_turns_pass_clockwise() -> None:
    """000 La partie; 001 La partie; 002 The game."""
    table = deal("...", "...", "...", turn="Bob", tokens=8)
    turns = [table.do(f"clue {name} 1")[-1] for name in ("Ann", "Bob", "Cat", "Ann")]
    assert turns == ["Cat to act", "Ann to act", "Bob to act", "Cat to act"]


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_a_custom_table_takes_two_to_six_colours(number: int) -> None:
    """RULES What differs."""
    palette = ["white", "red", "blue", "yellow", "green", "black"][:number]
    state = start(2, colours=palette)
    assert len(state.deck) == 10 * number
    assert list(HANABI.view(state, 0).fireworks) == [Suit(name) for name in palette]


def test_all_three_extensions_at_once_make_seven_fireworks_and_seventy_cards() -> None:
    """001 Combiner les extensions; RULES What differs."""
    state = start(5, avalanche="wild", black_powder=True, flamboyants=True)
    assert len(state.deck) == 70
    assert len(HANABI.view(state, None).fireworks) == 7
    assert len(state.tiles) == 6


def test_each_box_offers_the_variants_its_booklet_describes() -> None:
    """000 Augmenter la difficulté; 001 Combiner les extensions; 002 Crowning piece."""
    assert PRESETS["hanabi/xii-singes"].offers == {
        "avalanche": Avalanche.SIXTH,
        "clue_tokens": 10,
        "errors": 1,
    }
    assert PRESETS["hanabi/cocktail"].offers == {"final_bouquet": True}
    assert PRESETS["hanabi/grands-feux"].offers == {
        "avalanche": Avalanche.WILD,
        "black_powder": True,
        "flamboyants": True,
        "final_bouquet": True,
    }
