"""The 48 cards (RULES, Koi-Koi; 004, Cartes and Détails des cartes)."""

import pickle
from collections import Counter

import pytest

from hanamichi.core import UnparsableMove
from hanamichi.koikoi import CARDS, Card, Kind, Ribbon, parse_card
from hanamichi.koikoi.cards import ALL_CARDS, MATES_OF, MONTHS, cards_in, indices_in, mask_of


def test_twelve_months_have_four_cards_each() -> None:
    """004, Cartes."""
    assert Counter(card.month for card in CARDS) == dict.fromkeys(MONTHS, 4)


def test_there_are_five_lights_nine_animals_ten_ribbons_and_24_plains() -> None:
    """004, Détails des cartes."""
    assert Counter(card.kind for card in CARDS) == {
        Kind.LIGHT: 5,
        Kind.ANIMAL: 9,
        Kind.RIBBON: 10,
        Kind.PLAIN: 24,
    }


def test_ribbons_are_three_with_a_poem_four_red_and_three_blue() -> None:
    """004, Détails des cartes, Rubans."""
    months = {ribbon: {card.month for card in CARDS if card.ribbon is ribbon} for ribbon in Ribbon}
    assert months == {
        Ribbon.POEM: {1, 2, 3},
        Ribbon.RED: {4, 5, 7, 11},
        Ribbon.BLUE: {6, 9, 10},
    }


def test_lights_animals_and_the_lightning_have_their_motif_and_no_other_card_has_one() -> None:
    """004, Détails des cartes; RULES, the table of months."""
    motifs = {card.motif: card.value for card in CARDS if card.motif is not None}
    assert motifs == {
        "crane": "1L",
        "bush-warbler": "2A",
        "curtain": "3L",
        "cuckoo": "4A",
        "bridge": "5A",
        "butterflies": "6A",
        "boar": "7A",
        "moon": "8L",
        "geese": "8A",
        "sake-cup": "9A",
        "deer": "10A",
        "rain-man": "11L",
        "swallow": "11A",
        "lightning": "11a",
        "phoenix": "12L",
    }


def test_november_has_one_plain_card_and_december_three() -> None:
    """RULES, the table of months."""
    plains = Counter(card.month for card in CARDS if card.kind is Kind.PLAIN)
    assert plains[11] == 1
    assert plains[12] == 3
    assert all(plains[month] == 2 for month in range(1, 11))


def test_a_card_is_known_by_its_index_and_by_its_notation() -> None:
    assert [card.index for card in CARDS] == list(range(48))
    assert [Card(card.value) for card in CARDS] == list(CARDS)
    assert pickle.loads(pickle.dumps(Card.PINE_CRANE)) is Card.PINE_CRANE


def test_masks_are_sets_of_cards() -> None:
    some = (Card.PINE_CRANE, Card.PAMPAS_MOON, Card.PAULOWNIA_PLAIN_C)
    assert cards_in(mask_of(some)) == some
    assert indices_in(ALL_CARDS) == tuple(range(48))
    assert cards_in(MATES_OF[Card.PAMPAS_MOON.index]) == (
        Card.PAMPAS_GEESE,
        Card.PAMPAS_PLAIN_A,
        Card.PAMPAS_PLAIN_B,
    )


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("3L", Card.CHERRY_CURTAIN),
        ("3l", Card.CHERRY_CURTAIN),
        ("03L", Card.CHERRY_CURTAIN),
        ("2A", Card.PLUM_WARBLER),
        ("2a", Card.PLUM_PLAIN_A),
        ("2B", Card.PLUM_PLAIN_B),
        ("1A", Card.PINE_PLAIN_A),
        ("10r", Card.MAPLE_RIBBON),
        ("12C", Card.PAULOWNIA_PLAIN_C),
    ],
)
def test_the_case_of_a_letter_matters_only_where_it_decides(text: str, card: Card) -> None:
    assert parse_card(text) is card


@pytest.mark.parametrize("text", ["", "13L", "2L", "L3", "0L", "3LL", "３L", "moon"])
def test_an_invalid_card_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UnparsableMove, match="such as 3L"):
        parse_card(text)
