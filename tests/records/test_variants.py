"""The variants of hanab.live, against what that site's own tables say of them."""

import pytest

from hanamichi.catalog import new_match
from hanamichi.hanabi import HANABI, Avalanche, HanabiOptions, Suit
from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS
from hanamichi.hanabi.cards import CARDS
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import Colour
from hanamichi.hanabi.touch import SpecialSuit, ValueClues
from hanamichi.records.hanab_live import VARIANTS, variants
from hanamichi.records.hanab_live.variants import suits_in, variant_of
from tests.records.games import refusal, table_of

# hanab.live's packages/game/src/json/variants.json and suits.json, in our own words.
BASIC = ("red", "yellow", "green", "blue", "purple", "teal")
SUITS = {
    "No Variant": "red yellow green blue purple",
    "6 Suits": "red yellow green blue purple teal",
    "3 Suits": "red green blue",
    "Black (5 Suits)": "red yellow green blue black",
    "Rainbow (3 Suits)": "red blue rainbow",
    "White Reversed (4 Suits)": "red green blue white-reversed",
    "White Reversed & Rainbow (6 Suits)": "red yellow green blue white-reversed rainbow",
    "Gray Reversed (6 Suits)": "red yellow green blue purple gray-reversed",
    "Pink (6 Suits)": "red yellow green blue purple pink",
    "White (5 Suits)": "red yellow green blue white",
    "Brown (4 Suits)": "red green blue brown",
    "Omni (3 Suits)": "red blue omni",
    "Null & Muddy Rainbow (6 Suits)": "red yellow green blue null muddy-rainbow",
    "Light Pink & Prism (3 Suits)": "red light-pink prism",
    "Black & Rainbow (5 Suits)": "red green blue black rainbow",
    "Black & Dark Prism (6 Suits)": "red yellow green blue black dark-prism",
    "Dark Rainbow & Gray (6 Suits)": "red yellow green blue dark-rainbow gray",
    "Pink & Dark Brown (5 Suits)": "red green blue pink dark-brown",
    "Dark Omni & Dark Null (6 Suits)": "red yellow green blue dark-omni dark-null",
    "Cocoa Rainbow & Gray Pink (6 Suits)": "red yellow green blue cocoa-rainbow gray-pink",
    "Dark Pink (5 Suits)": "red yellow green blue dark-pink",
    "Special Mix (5 Suits)": "black rainbow pink white brown",
    "Special Mix (6 Suits)": "black rainbow pink white brown null",
}
# By suit: whether colour clues touch it (its own, all, none, by its number), and which numbers do.
TOUCH = {
    "rainbow": ("all", "own"),
    "pink": ("own", "all"),
    "white": ("none", "own"),
    "brown": ("own", "none"),
    "omni": ("all", "all"),
    "null": ("none", "none"),
    "muddy-rainbow": ("all", "none"),
    "light-pink": ("none", "all"),
    "prism": ("prism", "own"),
    "white-reversed": ("none", "own"),
}
DARK = {
    "black": "red",
    "gray": "white",
    "cocoa-rainbow": "muddy-rainbow",
    "gray-pink": "light-pink",
    "gray-reversed": "white-reversed",
} | {f"dark-{name}": name for name in ("rainbow", "pink", "brown", "omni", "null", "prism")}


def test_there_are_this_many_with_numbers_of_their_own() -> None:
    """Every number of theirs is that of one variant."""
    assert len(VARIANTS) == 1757
    assert len({variant.id for variant in VARIANTS.values()}) == len(VARIANTS)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("No Variant", 0),
        ("Black (5 Suits)", 21),
        ("Rainbow & Pink (3 Suits)", 149),
        ("White Reversed (6 Suits)", 1356),
        ("White Reversed & Rainbow (4 Suits)", 2129),
        ("Pink-Fives & Rainbow (5 Suits)", 14),
        ("Rainbow-Ones & Dark Null (5 Suits)", 325),
        ("Null-Fives & Gray Pink (5 Suits)", 1010),
        ("Light-Pink-Fives & Dark Prism (5 Suits)", 1640),
        ("Muddy-Rainbow-Ones & Cocoa Rainbow (6 Suits)", 1059),
        ("Deceptive-Ones & Dark Prism (5 Suits)", 1730),
        ("Deceptive-Fives & Black (6 Suits)", 1735),
        ("Clue Starved & Light Pink (5 Suits)", 1219),
        ("Alternating Clues & Gray Pink (5 Suits)", 1463),
        ("Synesthesia & Rainbow (3 Suits)", 1792),
        ("Funnels & Dark Prism (5 Suits)", 1955),
        ("Chimneys & Pink (6 Suits)", 1966),
        ("Totally Blind (3 Suits)", 154),
        ("Number Mute (6 Suits)", 114),
        ("Special Mix (5 Suits)", 159),
    ],
)
def test_a_variant_has_its_number(name: str, number: int) -> None:
    assert VARIANTS[name].id == number


@pytest.mark.parametrize(
    "name",
    [
        "Ambiguous (6 Suits)",
        "Cow & Pig (5 Suits)",
        "Critical Fours (5 Suits)",
        "Dual-Color (5 Suits)",
        "Duck (5 Suits)",
        "Odds and Evens (5 Suits)",
        "Orange (5 Suits)",
        "Prism Reversed (5 Suits)",
        "Reversed (5 Suits)",
        "Sudoku (5 Suits)",
        "Throw It in a Hole (5 Suits)",
        "Up or Down (5 Suits)",
    ],
)
def test_a_variant_whose_rules_we_do_not_have_is_not_there(name: str) -> None:
    assert name not in VARIANTS


@pytest.mark.parametrize("name", SUITS)
def test_a_variant_has_the_suits_cards_and_clues_of_its_table(name: str) -> None:
    variant = VARIANTS[name]
    options = new_match("hanabi/online", 2, options=table_of(variant), seed=0).options
    layout = layout_of(options)
    theirs = SUITS[name].split()
    rules = [TOUCH.get(DARK.get(suit, suit), ("own", "own")) for suit in theirs]
    named = [suit for suit, (colours, _) in zip(theirs, rules, strict=True) if colours == "own"]

    assert [variant.name_of(suit).replace(" ", "-") for suit in variant.suits] == theirs
    assert set(variant.suits) == set(layout.suits)
    assert [variant.name_of(suit) for suit in variant.clue_colours] == [
        suit.replace("-", " ") for suit in named
    ]
    for index, suit in enumerate(variant.suits):
        faces = [card for card in CARDS if card.suit is suit]
        copies = [layout.copies[face.index] for face in faces]
        downwards = "reversed" in theirs[index]
        usual = [1, 2, 2, 2, 3] if downwards else [3, 2, 2, 2, 1]
        assert copies == ([1] * 5 if theirs[index] in DARK else usual)
        assert faces[4].step == (1 if downwards else 5)
        colours, values = rules[index]
        for face in faces:
            bits = layout.touches[face.index]
            found = [
                color
                for color, colour in enumerate(variant.clue_colours)
                if bits & COLOUR_BITS[colour.index]
            ]
            expected = {
                "all": list(range(len(named))),
                "none": [],
                "prism": [(face.number - 1) % len(named)],
                "own": [named.index(theirs[index])] if colours == "own" else [],
            }
            assert found == expected[colours], face
            numbers = [value for value in range(1, 6) if bits & VALUE_BITS[value - 1]]
            assert numbers == {"all": [1, 2, 3, 4, 5], "none": [], "own": [face.number]}[values]


def test_every_table_finds_its_variant_and_its_suits() -> None:
    for variant in VARIANTS.values():
        options = HanabiOptions(**variant.options)
        HANABI.check(options, 5)
        assert variant_of(options) is variant
        assert all(mine is theirs for mine, theirs in suits_in(options, variant).items())


def test_a_variant_is_found_without_the_layouts_of_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever looked at the first replay after a start waited for 1,758 of them."""
    monkeypatch.setattr(variants, "_BY_KEY", {})
    before = layout_of.cache_info().misses
    assert variant_of(HanabiOptions()) is VARIANTS["No Variant"]
    assert layout_of.cache_info().misses - before <= 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (HanabiOptions(colours=tuple(Colour)[:2]), "2 colours"),
        (HanabiOptions(colours=tuple(Colour), avalanche=Avalanche.WILD), "the wild avalanche"),
        (HanabiOptions(colours=tuple(Colour)[:3], avalanche=Avalanche.SIXTH), "3 colours"),
        (HanabiOptions(avalanche=Avalanche.SIXTH, black_powder=True), "sixth avalanche and black"),
        (HanabiOptions(avalanche=Avalanche.WILD, black_powder=True), "5 colours and the wild"),
        (HanabiOptions(colours=tuple(Colour), black_powder=True), "6 colours and black powder"),
        (HanabiOptions(special_suits=tuple(SpecialSuit)[:3]), "pink cards and brown cards"),
        (
            HanabiOptions(value_clues=ValueClues.FROM, half_tokens=True),
            "value_clues changed and half_tokens changed",
        ),
    ],
)
def test_a_table_without_a_variant_is_refused_by_its_suits(
    options: HanabiOptions, words: str
) -> None:
    HANABI.check(options, 2)
    code, where, message = refusal(variant_of, options)
    assert (code, where) == ("record/unsupported", "options")
    assert words in message


def test_a_prism_needs_its_colours_in_order() -> None:
    """Black stands where the colours do, but hanab.live has it after them."""
    table = HanabiOptions(
        colours=(Colour.BLACK, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE),
        one_of_each=(Suit.BLACK,),
        special_suits=(SpecialSuit.PRISM,),
    )
    variant = variant_of(table)
    assert variant.name == "Black & Prism (6 Suits)"
    code, where, message = refusal(suits_in, table, variant)
    assert (code, where) == ("record/unsupported", "options")
    assert "ordinary colours first" in message
