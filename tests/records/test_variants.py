"""The variants of hanab.live, against what that site's own tables say of them."""

import pytest

from hanamichi.catalog import new_match
from hanamichi.hanabi import HANABI, Avalanche, HanabiOptions
from hanamichi.hanabi.actions import COLOUR_BITS
from hanamichi.hanabi.cards import CARDS
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import Colour
from hanamichi.records.hanab_live import VARIANTS
from hanamichi.records.hanab_live.variants import variant_of
from tests.records.games import refusal, table_of

# hanab.live's packages/game/src/json/variants.json and suits.json, in our own words.
SUITS = {
    "No Variant": "red yellow green blue purple",
    "6 Suits": "red yellow green blue purple teal",
    "4 Suits": "red yellow green blue",
    "3 Suits": "red green blue",
    "Black (6 Suits)": "red yellow green blue purple black",
    "Black (5 Suits)": "red yellow green blue black",
    "Rainbow (6 Suits)": "red yellow green blue purple rainbow",
    "Rainbow (5 Suits)": "red yellow green blue rainbow",
    "Rainbow (4 Suits)": "red green blue rainbow",
    "Rainbow (3 Suits)": "red blue rainbow",
    "White Reversed (6 Suits)": "red yellow green blue purple reversed-white",
    "White Reversed (5 Suits)": "red yellow green blue reversed-white",
    "White Reversed (4 Suits)": "red green blue reversed-white",
    "White Reversed (3 Suits)": "red blue reversed-white",
    "White Reversed & Rainbow (6 Suits)": "red yellow green blue reversed-white rainbow",
    "White Reversed & Rainbow (5 Suits)": "red green blue reversed-white rainbow",
    "White Reversed & Rainbow (4 Suits)": "red blue reversed-white rainbow",
}
COPIES = {"black": (1, 1, 1, 1, 1), "reversed-white": (1, 2, 2, 2, 3)}
ORDINARY_COPIES = (3, 2, 2, 2, 1)


# hanab.live's numbers, which links use.
IDS = {
    "No Variant": 0,
    "6 Suits": 1,
    "4 Suits": 15,
    "3 Suits": 18,
    "Black (6 Suits)": 2,
    "Black (5 Suits)": 21,
    "Rainbow (6 Suits)": 3,
    "Rainbow (5 Suits)": 16,
    "Rainbow (4 Suits)": 17,
    "Rainbow (3 Suits)": 19,
    "White Reversed (6 Suits)": 1356,
    "White Reversed (5 Suits)": 1357,
    "White Reversed (4 Suits)": 1358,
    "White Reversed (3 Suits)": 1359,
    "White Reversed & Rainbow (6 Suits)": 2127,
    "White Reversed & Rainbow (5 Suits)": 2128,
    "White Reversed & Rainbow (4 Suits)": 2129,
}


def test_variants_have_their_numbers() -> None:
    assert {name: variant.id for name, variant in VARIANTS.items()} == IDS


def test_these_variants_can_be_played_here() -> None:
    assert set(VARIANTS) == set(SUITS)


@pytest.mark.parametrize("name", SUITS)
def test_a_variant_has_the_suits_cards_and_clues_of_its_table(name: str) -> None:
    variant = VARIANTS[name]
    options = new_match("hanabi/online", 2, options=table_of(variant), seed=0).options
    layout = layout_of(options)
    theirs = SUITS[name].split()
    nameable = [suit for suit in theirs if suit not in ("rainbow", "reversed-white")]

    assert len(variant.suits) == len(theirs)
    assert set(variant.suits) == set(layout.suits)
    assert set(variant.clue_colours) == set(layout.nameable)
    assert len(variant.clue_colours) == len(nameable)
    for index, suit in enumerate(variant.suits):
        assert variant.name_of(suit) == theirs[index].replace("reversed-white", "reversed white")
        faces = [card for card in CARDS if card.suit is suit]
        copies = tuple(layout.copies[face.index] for face in faces)
        assert copies == COPIES.get(theirs[index], ORDINARY_COPIES)
        assert [face.number for face in faces] == [1, 2, 3, 4, 5]
        touched_by = [
            color
            for color, named in enumerate(variant.clue_colours)
            if layout.touches[faces[0].index] & COLOUR_BITS[named.index]
        ]
        match theirs[index]:
            case "rainbow":
                assert touched_by == list(range(len(nameable)))
            case "reversed-white":
                assert touched_by == []
                assert faces[4].step == 1
            case _:
                assert touched_by == [nameable.index(theirs[index])]


@pytest.mark.parametrize("name", SUITS)
def test_a_colour_that_may_be_named_has_one_index_as_suit_and_as_clue(name: str) -> None:
    variant = VARIANTS[name]
    assert variant.suits[: len(variant.clue_colours)] == variant.clue_colours


@pytest.mark.parametrize("name", SUITS)
def test_a_table_finds_its_variant(name: str) -> None:
    options = new_match("hanabi/online", 2, options=table_of(VARIANTS[name]), seed=0).options
    assert variant_of(options).name == name


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (HanabiOptions(colours=tuple(Colour)[:2]), "2 colours"),
        (HanabiOptions(colours=tuple(Colour), avalanche=Avalanche.WILD), "the wild avalanche"),
        (HanabiOptions(colours=tuple(Colour)[:3], avalanche=Avalanche.SIXTH), "3 colours"),
        (HanabiOptions(avalanche=Avalanche.SIXTH, black_powder=True), "sixth avalanche and black"),
        (HanabiOptions(avalanche=Avalanche.WILD, black_powder=True), "5 colours and the wild"),
        (HanabiOptions(colours=tuple(Colour), black_powder=True), "6 colours and black powder"),
    ],
)
def test_a_table_without_a_variant_is_refused_by_its_suits(
    options: HanabiOptions, words: str
) -> None:
    HANABI.check(options, 2)
    code, where, message = refusal(variant_of, options)
    assert (code, where) == ("record/unsupported", "options")
    assert words in message
