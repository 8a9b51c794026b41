"""Black powder: a colourless firework that goes from 5 down to 1 and only ever costs points."""

from __future__ import annotations

from typing import Any

from hanamichi.hanabi import HANABI, Rating, Suit
from hanamichi.hanabi.knowledge import from_clues
from tests.hanabi.table import Table, deal


def powder(*hands: str, **words: Any) -> Table:
    return deal(*hands, black_powder=True, **words)


def test_ten_black_cards_join_the_deck_with_three_5s_and_one_1() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("...", "...")
    black = [card.number for card in table.state.deck if card.suit is Suit.POWDER]
    assert sorted(black, reverse=True) == [5, 5, 5, 4, 4, 3, 3, 2, 2, 1]
    assert len(table.state.deck) == 60


def test_the_black_firework_begins_with_a_5() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("p5 p1 ...", "...")
    assert table.do("play p5")[0] == "Ann plays p5"
    table.do("clue Ann 1")
    assert table.do("play p1")[0] == "Ann misplays p1: error 1"


def test_the_black_firework_goes_down_to_1() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("p5 p3 p1 ...", "p4 p2 ...")
    for value in (5, 4, 3, 2, 1):
        assert table.do(f"play p{value}")[0].endswith(f"plays p{value}")
    assert table.fireworks == "p1"


def test_the_black_1_completes_the_firework_and_gives_the_free_token() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("p1 ...", "...", fireworks="p2", tokens=3)
    assert table.do("play p1")[:3] == [
        "Ann plays p1",
        "the powder firework is complete",
        "a clue token comes back: 4",
    ]


def test_a_black_5_completes_nothing() -> None:
    """001 Poudre noire."""
    table = powder("p5 ...", "...", tokens=3)
    assert "a clue token comes back: 4" not in table.do("play p5")


def test_no_colour_clue_ever_touches_a_black_card() -> None:
    """001 Poudre noire; RULES Black powder."""
    for colour in ("white", "red", "blue", "yellow", "green"):
        table = powder("...", "p1 p2 p3 p4 p5")
        assert table.do(f"clue Bob {colour}")[0] == f"Ann tells Bob {colour}: no card"


def test_black_is_never_named_not_even_to_say_there_is_none() -> None:
    """001 Poudre noire; RULES Black powder."""
    for hand in ("p1 ...", "r1 r2 r3 r4 r5"):
        table = powder("...", hand)
        assert "may not be named" in table.refuses("clue Bob powder")
        assert "may not be named" in table.refuses("clue Bob black")


def test_a_value_clue_touches_black_cards() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("...", "p1 r1 b2 y3 p4")
    assert table.do("clue Bob 1")[0] == "Ann tells Bob 1: #5, #6"


def test_a_card_that_no_colour_touches_is_black() -> None:
    """001 Poudre noire."""
    table = powder("...", "p1 r1 b2 y3 p4", clue_tokens=20)
    for colour in ("white", "red", "blue", "yellow", "green"):
        table.do(f"clue Bob {colour}")
        table.do("clue Ann 1")
    view = table.view("Bob")
    assert {card.suit for card in from_clues(view, view.hands[1][0])} == {Suit.POWDER}


def test_wild_cards_and_black_cards_stay_apart_under_a_colour_clue() -> None:
    """001 Combiner les extensions; RULES Black powder."""
    table = powder("...", "p1 m1 r2 y3 p4", avalanche="wild")
    assert table.do("clue Bob red")[0] == "Ann tells Bob red: #6, #7"


def test_each_missing_black_card_costs_a_point() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("...", "...", fireworks="w4 r3 b2 y5 g4 p3", deck="", turns_left=1)
    table.do("clue Bob 1")
    assert (table.outcome.score, table.outcome.black_powder) == (16, True)


def test_the_score_may_fall_below_zero() -> None:
    """RULES Black powder."""
    table = powder("...", "...", fireworks="w1", deck="", turns_left=1)
    assert table.do("clue Bob 1")[-1] == "the game ends (last-round): -4 points"
    assert (table.outcome.score, table.outcome.scores) == (-4, (-4, -4))
    assert table.outcome.rating is Rating.HORRIBLE


def test_the_maximum_stays_that_of_the_other_fireworks() -> None:
    """001 Poudre noire; RULES Black powder."""
    table = powder("p1 ...", "...", fireworks="w5 r5 b5 y5 g5 p2")
    table.do("play p1")
    assert (table.outcome.score, table.outcome.maximum) == (25, 25)
    assert (table.outcome.result, table.outcome.rating) == ("won", Rating.LEGENDARY)


def test_five_coloured_fireworks_do_not_end_the_game_without_the_black_one() -> None:
    """001 Poudre noire."""
    table = powder("g5 ...", "...", fireworks="w5 r5 b5 y5 g4 p2")
    assert table.do("play g5")[-1] == "Bob to act"


def test_a_lost_game_scores_0_and_remembers_points_below_zero() -> None:
    """RULES Common to all three."""
    table = powder("r2 ...", "...", errors_made=2)
    table.do("play r2")
    assert (table.outcome.score, table.outcome.points) == (0, -5)


def test_without_the_extension_nothing_is_announced() -> None:
    """001 Poudre noire."""
    table = deal("...", "...", deck="", turns_left=1)
    table.do("clue Bob 1")
    assert not table.outcome.black_powder


def test_black_powder_and_an_ordinary_black_may_share_a_table() -> None:
    """RULES What differs."""
    table = powder("k1 p5 ...", "k2 p1 ...", preset="xii-singes")
    assert table.do("clue Bob black")[0] == "Ann tells Bob black: #5"
    assert len(HANABI.view(table.state, None).fireworks) == 6


def test_all_three_extensions_have_a_maximum_of_30() -> None:
    """001 Combiner les extensions; RULES What differs."""
    table = powder(
        "p1 ...", "...", fireworks="w5 r5 b5 y5 g5 m5 p2", avalanche="wild", flamboyants=True
    )
    table.do("play p1")
    assert (table.outcome.score, table.outcome.maximum) == (30, 30)
    assert table.outcome.rating is Rating.DIVINE
