"""Yaku: each by name, then all against a naive version (003, the yaku; 004, Combinaisons)."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamichi.koikoi import CARDS, KoiKoiOptions, yaku_made
from hanamichi.koikoi.cards import mask_of
from hanamichi.koikoi.yaku import total_of
from tests.koikoi.naive_yaku import naive_yaku
from tests.koikoi.strategies import custom_options
from tests.koikoi.tables import NINTENDO, ROBIN_RED, cards, options_with

TEN_PLAINS = "1a 1b 2a 2b 3a 3b 4a 4b 5a 5b"


def made(pile: str, options: KoiKoiOptions = NINTENDO) -> dict[str, int]:
    found = yaku_made(mask_of(cards(pile)), options)
    return {entry.yaku.value: entry.points for entry in found}


# Lights


@pytest.mark.parametrize(
    ("pile", "nintendo", "robin_red"),
    [
        ("1L 3L 8L 11L 12L", {"five-lights": 10}, {"five-lights": 10}),
        ("1L 3L 8L 12L", {"four-lights": 8}, {"four-lights": 8}),
        ("1L 3L 8L 11L", {"rainy-four": 7}, {"rainy-four": 7}),
        ("1L 3L 8L", {"three-lights": 5}, {"three-lights": 5}),
        ("1L 3L 11L", {}, {"three-lights": 5}),
        ("1L 3L", {}, {}),
    ],
)
def test_only_the_best_light_yaku_counts_and_nintendo_bars_the_rain_man_from_three(
    pile: str, nintendo: dict[str, int], robin_red: dict[str, int]
) -> None:
    """003, Gokou, Shikou, Ame-Shikou, Sankou; 004, ① to ③."""
    assert made(pile, NINTENDO) == nintendo
    assert made(pile, ROBIN_RED) == robin_red


# Viewing


def test_the_cup_views_the_moon_and_the_blossoms() -> None:
    """003, Tsukimi and Hanami; 004, ④ and ⑤."""
    assert made("8L 9A") == {"moon-viewing": 5}
    assert made("3L 9A") == {"flower-viewing": 5}
    assert made("3L 8L 9A") == {"moon-viewing": 5, "flower-viewing": 5}


def test_the_viewing_yaku_may_be_left_out() -> None:
    """004, ④."""
    assert made("3L 8L 9A", options_with(viewing_yaku=False)) == {}


# Animals


def test_boar_deer_and_butterflies_grow_with_every_animal() -> None:
    """003, Inoshikachou; 004, ⑥."""
    assert made("6A 7A 10A") == {"boar-deer-butterflies": 5}
    assert made("6A 7A 10A 2A") == {"boar-deer-butterflies": 6}


def test_five_animals_and_one_point_for_each_further() -> None:
    """003, Tane; 004, ⑨."""
    assert made("2A 4A 5A 8A") == {}
    assert made("2A 4A 5A 8A 9A") == {"animals": 1}
    assert made("2A 4A 5A 8A 9A 11A 7A") == {"animals": 3}


def test_animal_yaku_add_up_only_where_the_table_says_so() -> None:
    """003, Fin de manche; RULES, do they add up."""
    pile = "6A 7A 10A 2A 4A"
    assert made(pile, NINTENDO) == {"boar-deer-butterflies": 7}
    assert made(pile, ROBIN_RED) == {"boar-deer-butterflies": 7, "animals": 1}


# Ribbons


def test_three_poem_or_three_blue_ribbons_grow_with_every_ribbon() -> None:
    """003, Akatan and Aotan; 004, ⑦ and ⑧."""
    assert made("1R 2R 3R") == {"poem-ribbons": 5}
    assert made("6R 9R 10R 4R") == {"blue-ribbons": 6}
    assert made("4R 5R 7R") == {}


def test_five_ribbons_and_one_point_for_each_further() -> None:
    """003, Tan; 004, ⑩."""
    assert made("1R 2R 4R 5R") == {}
    assert made("1R 2R 4R 5R 6R") == {"ribbons": 1}
    assert made("1R 2R 4R 5R 6R 7R") == {"ribbons": 2}


@pytest.mark.parametrize(
    ("triad", "expected"),
    [
        ("none", {"poem-ribbons": 9, "blue-ribbons": 9, "ribbons": 3}),
        ("bonus", {"poem-ribbons": 9, "blue-ribbons": 9, "poem-and-blue": 3, "ribbons": 3}),
        ("together", {"poem-and-blue": 11, "ribbons": 3}),
    ],
)
def test_poem_and_blue_ribbons_together_where_all_yaku_add_up(
    triad: str, expected: dict[str, int]
) -> None:
    """003, La Triade; 004, ⑫."""
    pile = "1R 2R 3R 6R 9R 10R 4R"
    assert made(pile, options_with(ROBIN_RED, triad=triad)) == expected


@pytest.mark.parametrize(
    ("triad", "expected"),
    [
        ("none", {"poem-ribbons": 9}),
        ("bonus", {"poem-ribbons": 9, "poem-and-blue": 3}),
        ("together", {"poem-and-blue": 11}),
    ],
)
def test_poem_and_blue_ribbons_together_where_only_the_best_of_a_family_counts(
    triad: str, expected: dict[str, int]
) -> None:
    """003, La Triade; 004, ⑫."""
    assert made("1R 2R 3R 6R 9R 10R 4R", options_with(triad=triad)) == expected


# Plains


def test_ten_plains_and_one_point_for_each_further() -> None:
    """003, Kasu; 004, ⑪."""
    assert made("1a 1b 2a 2b 3a 3b 4a 4b 5a") == {}
    assert made(TEN_PLAINS) == {"plains": 1}
    assert made(TEN_PLAINS + " 11a 12a 12b") == {"plains": 4}


def test_nintendo_the_cup_is_an_animal_and_a_plain_card() -> None:
    """004, Carte spéciale; 003, Kasu (there it is no plain card)."""
    assert made(TEN_PLAINS + " 9A", NINTENDO) == {"plains": 2}
    assert made(TEN_PLAINS + " 9A", ROBIN_RED) == {"plains": 1}
    assert made(TEN_PLAINS + " 9A 2A 4A 5A 8A", NINTENDO) == {"plains": 2, "animals": 1}


CUP_ONCE = options_with(cup_counts_once=True)


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        (TEN_PLAINS + " 9A", {"plains": 2}),
        ("1a 1b 2a 2b 3a 3b 4a 4b 5a 9A", {"plains": 1}),
        ("9A 2A 4A 5A 8A", {"animals": 1}),
        (TEN_PLAINS + " 9A 2A 4A 5A 8A", {"plains": 1, "animals": 1}),
        (TEN_PLAINS + " 9A 2A 4A 5A 8A 11A", {"plains": 1, "animals": 2}),
        ("1a 1b 2a 2b 3a 3b 4a 4b 5a 9A 2A 4A 5A 8A", {"animals": 1}),
        ("9A 6A 7A 10A 8L", {"boar-deer-butterflies": 6, "moon-viewing": 5}),
    ],
)
def test_the_cup_is_an_animal_or_a_plain_card_whichever_brings_more(
    pile: str, expected: dict[str, int]
) -> None:
    """004, ④: "en tant que carte d'animal ou en tant que carte normale"; our reading."""
    assert made(pile, CUP_ONCE) == expected


def test_families_add_up() -> None:
    """003, Fin de manche; RULES, do they add up."""
    pile = "1L 3L 8L 9A 2A 4A 5A 8A 1R 2R 3R " + TEN_PLAINS
    assert total_of(yaku_made(mask_of(cards(pile)), NINTENDO)) == 5 + 5 + 5 + 1 + 5 + 2


# Against the naive definition

SPECIALS = cards("1L 3L 8L 11L 12L 9A 1R 2R 3R 6R 9R 10R 6A 7A 10A")
FILLER = [card for card in CARDS if card not in SPECIALS]


def agree(pile: list[str], options: KoiKoiOptions) -> bool:
    mask = mask_of(cards(" ".join(pile)))
    found = {entry.yaku.value: entry.points for entry in yaku_made(mask, options)}
    return found == naive_yaku(set(pile), options)


def test_all_subsets_of_the_special_cards_with_random_others() -> None:
    """Every way lights, cup, poem and blue ribbons, boar, deer and butterflies can fall."""
    rng = random.Random(2)
    for chosen in itertools.product((False, True), repeat=len(SPECIALS)):
        pile = list(itertools.compress(SPECIALS, chosen))
        pile += rng.sample(FILLER, rng.randrange(len(FILLER) + 1))
        mask, names = mask_of(pile), {card.value for card in pile}
        for options in (NINTENDO, ROBIN_RED, CUP_ONCE):
            found = {entry.yaku.value: entry.points for entry in yaku_made(mask, options)}
            assert found == naive_yaku(names, options), (sorted(names), options)


piles = st.sets(st.sampled_from([card.value for card in CARDS])).map(sorted)


@settings(deadline=None)
@given(pile=piles, options=custom_options)
def test_any_pile_under_any_options(pile: list[str], options: KoiKoiOptions) -> None:
    assert agree(pile, options)


@pytest.mark.parametrize("seed", range(8))
def test_many_random_piles_under_random_options(seed: int) -> None:
    rng = random.Random(seed)
    names = [card.value for card in CARDS]
    cup = rng.choice(["animal", "both", "either"])
    options = options_with(
        rain_man_counts=rng.random() < 0.5,
        viewing_yaku=rng.random() < 0.5,
        triad=rng.choice(["none", "bonus", "together"]),
        cup_is_plain=cup != "animal",
        cup_counts_once=cup == "either",
        additive=rng.random() < 0.5,
    )
    for _ in range(1500):
        pile = rng.sample(names, rng.randrange(49))
        assert agree(pile, options), (pile, options)


@settings(deadline=None)
@given(pile=piles, options=custom_options, more=st.sampled_from(CARDS))
def test_another_card_never_lowers_the_total(
    pile: list[str], options: KoiKoiOptions, more: object
) -> None:
    """What a rise is measured by only ever grows."""
    before = cards(" ".join(pile))
    after = cards(" ".join({*pile, str(more)}))
    assert total_of(yaku_made(mask_of(before), options)) <= total_of(
        yaku_made(mask_of(after), options)
    )
