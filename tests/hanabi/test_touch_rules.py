"""The rules of online variants: suits, values and clues that touch in ways of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hanamichi.core import OptionError
from hanamichi.hanabi import HANABI, Suit
from hanamichi.hanabi.knowledge import from_clues
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import PRESETS
from tests.hanabi.table import Table, deal, options
from tests.refusals import refusal_of

RED_BLUE: dict[str, Any] = {"preset": "online", "colours": ["red", "blue"]}


def table(*suits: str, hand: str = "...", **changes: Any) -> Table:
    """Red, blue and some special suits; Bob holds the hand."""
    return deal("...", hand, special_suits=list(suits), **(RED_BLUE | changes))


def touched(table: Table, what: str) -> str:
    """The cards of Bob's hand that a clue touches: `"i3 r1"`."""
    (line, *_) = table.do(f"clue Bob {what}")
    ids = [int(word.removeprefix("#")) for word in line.partition(": ")[2].split(", ")]
    return " ".join(str(table.state.deck[card]) for card in ids)


def could_be(table: Table, place: int) -> str:
    """What Bob's card could be by its clues alone."""
    view = table.view("Bob")
    return " ".join(sorted(map(str, from_clues(view, view.hands[1][place]))))


# -- special suits -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suit", "letter", "red", "three", "own"),
    [
        ("pink", "i", False, True, True),
        ("brown", "n", False, False, True),
        ("clear", "c", False, None, False),
        ("omni", "o", True, True, False),
        ("null", "u", False, False, False),
        ("muddy", "d", True, False, False),
        ("light", "l", False, True, False),
    ],
)
def test_a_special_suit_is_touched_as_its_name_says(
    suit: str, letter: str, *, red: bool, three: bool | None, own: bool
) -> None:
    """hanab.live, variants: the table of special suits. `None`: by its own number alone."""
    hand = f"{letter}2 {letter}3 r4 b4 b5"
    mine = f"{letter}2 {letter}3"
    assert touched(table(suit, hand=hand), "red") == (f"{mine} r4" if red else "r4")
    clued = table(suit, hand=f"{mine} r3 b4 b5")
    expected = {True: f"{mine} r3", False: "r3", None: f"{letter}3 r3"}[three]
    assert touched(clued, "3") == expected
    if own:
        assert touched(table(suit, hand=hand), suit) == mine
    else:
        assert "may not be named" in table(suit, hand=hand).refuses(f"clue Bob {suit}")


def test_the_number_of_a_prism_decides_its_colour() -> None:
    """hanab.live, Prism: by the colours from the left, and round again."""
    hand = "x1 x2 x3 x4 x5"
    assert touched(table("prism", hand=hand), "red") == "x1 x3 x5"
    assert touched(table("prism", hand=hand), "blue") == "x2 x4"
    assert touched(table("prism", hand=hand), "4") == "x4"
    with_pink = table("prism", "pink", hand=hand)
    assert touched(with_pink, "pink") == "x3"


def test_a_special_suit_has_ten_cards_and_a_firework_from_1_to_5() -> None:
    """hanab.live, variants: normal amount of cards per suit."""
    started = deal("i5 ...", "...", fireworks="i4", special_suits=["pink"], **RED_BLUE)
    assert Counter(card.suit for card in started.state.deck)[Suit.PINK] == 10
    assert layout_of(started.state.options).maximum == 15
    assert "the pink firework is complete" in started.do("play i5")


def test_a_suit_with_one_of_each_has_five_cards() -> None:
    """hanab.live, dark suits: one of each card."""
    dark = table("pink", one_of_each=["pink"])
    pink = sorted(card.number for card in dark.state.deck if card.suit is Suit.PINK)
    assert pink == [1, 2, 3, 4, 5]
    assert len(dark.state.deck) == 25


def test_a_colour_may_have_one_of_each() -> None:
    """hanab.live, Black beside Rainbow."""
    layout = layout_of(options("online", colours=["red", "black"], one_of_each=["black"]))
    assert [layout.copies[card.index] for card in set(layout.deck) if card.suit is Suit.BLACK] == [
        1
    ] * 5
    assert layout.nameable == (Suit.RED, Suit.BLACK)


# -- what a player concludes -------------------------------------------------------------------


def test_a_number_clue_leaves_every_pink_card_possible_and_no_brown_one() -> None:
    """hanab.live, Pink and Brown."""
    both = table("pink", "brown", hand="r3 i1 n3 b4 b5")
    both.do("clue Bob 3")
    assert could_be(both, 1) == "b3 i1 i2 i3 i4 i5 r3"
    assert could_be(both, 2) == " ".join(
        [
            *("b1", "b2", "b4", "b5"),
            *("n1", "n2", "n3", "n4", "n5"),
            *("r1", "r2", "r4", "r5"),
        ]
    )


def test_two_numbers_make_a_card_pink() -> None:
    """hanab.live, Pink."""
    clued = table("pink", hand="i1 r3 b4 r4 b5", tokens=8)
    clued.do("clue Bob 3")
    clued.do("clue Ann 1") if "Ann 1" in clued.legal("clue") else clued.do("clue Ann 2")
    clued.do("clue Bob 4")
    assert could_be(clued, 0) == "i1 i2 i3 i4 i5"


def test_a_blind_clue_says_nothing() -> None:
    """hanab.live, Color Blind: colour clues touch no suits, and are always allowed."""
    blind = table(hand="r1 r2 b3 b4 b5", colour_clues="blind")
    before = could_be(blind, 0)
    assert blind.do("clue Bob red")[0] == "Ann tells Bob red: no card"
    assert could_be(blind, 0) == before
    assert blind.do("clue Ann blue")[0] == "Bob tells Ann blue: no card"
    mixed = table(hand="r1 r2 b3 b4 b5", colour_clues="blind")
    assert "touches no card" in deal(
        "...", "r1 r2 b3 b4 r4", colour_clues="blind", **RED_BLUE
    ).refuses("clue Bob 5")
    assert mixed.do("clue Bob 5")[0] == "Ann tells Bob 5: #9"


# -- special numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odd", "red", "three", "named"),
    [
        ("rainbow", "r1 b1 r3", "r3 b3", True),
        ("pink", "r1 r3", "r1 b1 r3 b3", False),
        ("clear", "r3", "r3 b3", True),
        ("brown", "r1 r3", "r3 b3", False),
        ("omni", "r1 b1 r3", "r1 b1 r3 b3", False),
        ("null", "r3", "r3 b3", False),
        ("muddy", "r1 b1 r3", "r3 b3", False),
        ("light", "r3", "r1 b1 r3 b3", False),
    ],
)
def test_the_1s_are_touched_as_the_option_says(
    odd: str, red: str, three: str, *, named: bool
) -> None:
    """hanab.live, Suit-Ones; the number may be named only where it is touched by its own clue."""
    hand = "r1 b1 r3 b3 b5"
    assert touched(table(hand=hand, ones=odd), "red") == red
    assert touched(table(hand=hand, ones=odd), "3") == three
    if named:
        assert touched(table(hand=hand, ones=odd), "1") == "r1 b1"
    else:
        assert "may not be named" in table(hand=hand, ones=odd).refuses("clue Bob 1")


def test_deceptive_1s_are_touched_by_the_number_of_their_suit() -> None:
    """hanab.live, Deceptive-Ones: the first suit by 2, the second by 3."""
    hand = "r1 b1 r2 b3 b5"
    assert touched(table(hand=hand, ones="deceptive"), "2") == "r1 r2"
    assert touched(table(hand=hand, ones="deceptive"), "3") == "b1 b3"
    assert "may not be named" in table(hand=hand, ones="deceptive").refuses("clue Bob 1")


def test_deceptive_5s_begin_with_1() -> None:
    """hanab.live, Deceptive-Fives: the first suit by 1, the second by 2."""
    assert touched(table(hand="r5 b5 r1 b2 b3", fives="deceptive"), "1") == "r5 r1"


@pytest.mark.parametrize(
    ("suit", "card", "odd", "red", "three"),
    [
        ("pink", "i1", "rainbow", True, True),
        ("omni", "o1", "null", True, True),
        ("muddy", "d1", "pink", True, False),
        ("null", "u1", "omni", False, False),
        ("clear", "c1", "rainbow", False, False),
        ("clear", "c1", "pink", False, True),
        ("prism", "x1", "clear", False, False),
        ("brown", "n1", "deceptive", False, False),
    ],
)
def test_the_rule_of_a_suit_comes_before_that_of_a_number(
    suit: str, card: str, odd: str, *, red: bool, three: bool
) -> None:
    """hanab.live, Suit-Ones with another special suit; both rules add up where they can."""
    hand = f"{card} r3 b4 r4 b5"
    assert (card in touched(table(suit, hand=hand, ones=odd), "red")) is red
    assert (card in touched(table(suit, hand=hand, ones=odd), "3")) is three


# -- kinds of clue -----------------------------------------------------------------------------


def test_a_number_clue_may_reach_lower_or_higher_numbers() -> None:
    """hanab.live, Funnels and Chimneys."""
    hand = "r1 b2 r3 b4 r5"
    assert touched(table(hand=hand, value_clues="up-to"), "3") == "r1 b2 r3"
    assert touched(table(hand=hand, value_clues="from"), "3") == "r3 b4 r5"


def test_colours_may_stand_for_numbers() -> None:
    """hanab.live, Synesthesia: 1 and 4 are red too, 2 and 5 blue, 3 brown, except in brown."""
    hand = "b1 r2 b3 n1 b4"
    both = table("brown", hand=hand, colour_clues="by-value", value_clues="none")
    assert touched(both, "red") == "b1 r2 b4"
    both = table("brown", hand=hand, colour_clues="by-value", value_clues="none")
    assert touched(both, "brown") == "b3 n1"


@pytest.mark.parametrize(("option", "what"), [("colour_clues", "red"), ("value_clues", "3")])
def test_a_table_may_have_no_clues_of_a_kind(option: str, what: str) -> None:
    """hanab.live, Color Mute and Number Mute."""
    mute = table(hand="r1 r3 b3 b4 b5", **{option: "none"})
    assert "There are no" in mute.refuses(f"clue Bob {what}")
    assert mute.legal("clue") != []
    assert f"Bob {what}" not in mute.legal("clue")


def test_clues_alternate_after_the_first() -> None:
    """hanab.live, Alternating Clues: whoever gives them, and whatever comes between."""
    turns = deal("r1 b2 ...", "r1 r3 b3 b4 b5", alternating_clues=True, tokens=7, **RED_BLUE)
    turns.do("clue Bob red")
    assert "alternate" in turns.refuses("clue Ann red")
    assert {word.split()[1] for word in turns.legal("clue")} <= set("12345")
    turns.do("discard b5")
    turns.do("clue Bob 3")
    assert turns.view(None).last_clue == "value"
    assert "alternate" in turns.refuses("clue Ann 1")


def test_half_a_token_comes_back() -> None:
    """hanab.live, Clue Starved: a discard or a completed firework gives half a token."""
    half = deal("r1 b2 ...", "...", half_tokens=True, tokens=0, **RED_BLUE)
    assert "half a clue token comes back: 0½" in half.do("discard r1")
    assert half.refuses("clue Ann red") == "No clue token is left: discard or play a card"
    half.do("discard " + half.hand("Bob").split()[0])
    assert (half.state.clue_tokens, half.state.half_token) == (1, False)


def test_with_seven_tokens_and_a_half_one_may_discard() -> None:
    """hanab.live, Clue Starved: until all eight are back."""
    half = deal("r1 b2 ...", "...", half_tokens=True, tokens=7, **RED_BLUE)
    half.do("discard r1")
    half.do("discard " + half.hand("Bob").split()[0])
    assert half.state.clue_tokens == 8
    assert "All clue tokens" in half.refuses("discard b2")


def test_a_completed_firework_gives_half_a_token() -> None:
    """hanab.live, Clue Starved."""
    half = deal("r5 ...", "...", fireworks="r4", half_tokens=True, tokens=3, **RED_BLUE)
    assert "half a clue token comes back: 3½" in half.do("play r5")


# -- what does not fit together ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"special_suits": ["pink", "pink"]}, "special_suits"),
        ({"special_suits": ["pink", "brown", "omni", "null"]}, "special_suits"),
        ({"one_of_each": ["green", "green"]}, "one_of_each"),
        ({"one_of_each": ["pink"]}, "one_of_each"),
        ({"avalanche": "sixth", "one_of_each": ["multicolour"]}, "one_of_each"),
        ({"ones": "pink", "value_clues": "up-to"}, "ones"),
        ({"fives": "pink", "value_clues": "none"}, "fives"),
        ({"colour_clues": "none", "value_clues": "none"}, "value_clues"),
        ({"colour_clues": "none", "alternating_clues": True}, "alternating_clues"),
        ({"flamboyants": True, "alternating_clues": True}, "alternating_clues"),
        ({"flamboyants": True, "half_tokens": True}, "half_tokens"),
        ({"colours": ["red"]}, "colours"),
    ],
)
def test_options_that_do_not_fit_are_refused(changes: dict[str, Any], where: str) -> None:
    refused = refusal_of(OptionError, HANABI.check, options("online", **changes), 2)
    assert refused is not None
    assert (refused.code, refused.where) == ("options/inconsistent", where)


def test_no_box_has_rules_of_variants() -> None:
    plain = layout_of(PRESETS["hanabi/cocktail"].options)
    assert plain.values == (1, 2, 3, 4, 5)
    assert plain.may_be_empty == plain.every_clue
