"""The 48 flower cards, twelve months of four, and sets of them as bit masks.

A card is written as its month and a letter: `3L` the light of March, `2A` an animal, `1R` a ribbon,
`12c` a plain one. A mask has one bit for each card, at the card's index.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable


class Kind(enum.Enum):
    """What a card counts as."""

    LIGHT = "light"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    PLAIN = "plain"


class Ribbon(enum.Enum):
    """The three sorts of ribbons."""

    POEM = "poem"
    RED = "red"
    BLUE = "blue"


_KIND_OF_LETTER = {"L": Kind.LIGHT, "A": Kind.ANIMAL, "R": Kind.RIBBON}
_POEM_MONTHS = {1, 2, 3}
_BLUE_MONTHS = {6, 9, 10}
_MOTIFS = {
    "1L": "crane",
    "2A": "bush-warbler",
    "3L": "curtain",
    "4A": "cuckoo",
    "5A": "bridge",
    "6A": "butterflies",
    "7A": "boar",
    "8L": "moon",
    "8A": "geese",
    "9A": "sake-cup",
    "10A": "deer",
    "11L": "rain-man",
    "11A": "swallow",
    "11a": "lightning",
    "12L": "phoenix",
}


class Card(enum.Enum):
    """A flower card; its value is how it is written."""

    PINE_CRANE = "1L"
    PINE_RIBBON = "1R"
    PINE_PLAIN_A = "1a"
    PINE_PLAIN_B = "1b"
    PLUM_WARBLER = "2A"
    PLUM_RIBBON = "2R"
    PLUM_PLAIN_A = "2a"
    PLUM_PLAIN_B = "2b"
    CHERRY_CURTAIN = "3L"
    CHERRY_RIBBON = "3R"
    CHERRY_PLAIN_A = "3a"
    CHERRY_PLAIN_B = "3b"
    WISTERIA_CUCKOO = "4A"
    WISTERIA_RIBBON = "4R"
    WISTERIA_PLAIN_A = "4a"
    WISTERIA_PLAIN_B = "4b"
    IRIS_BRIDGE = "5A"
    IRIS_RIBBON = "5R"
    IRIS_PLAIN_A = "5a"
    IRIS_PLAIN_B = "5b"
    PEONY_BUTTERFLIES = "6A"
    PEONY_RIBBON = "6R"
    PEONY_PLAIN_A = "6a"
    PEONY_PLAIN_B = "6b"
    CLOVER_BOAR = "7A"
    CLOVER_RIBBON = "7R"
    CLOVER_PLAIN_A = "7a"
    CLOVER_PLAIN_B = "7b"
    PAMPAS_MOON = "8L"
    PAMPAS_GEESE = "8A"
    PAMPAS_PLAIN_A = "8a"
    PAMPAS_PLAIN_B = "8b"
    CHRYSANTHEMUM_CUP = "9A"
    CHRYSANTHEMUM_RIBBON = "9R"
    CHRYSANTHEMUM_PLAIN_A = "9a"
    CHRYSANTHEMUM_PLAIN_B = "9b"
    MAPLE_DEER = "10A"
    MAPLE_RIBBON = "10R"
    MAPLE_PLAIN_A = "10a"
    MAPLE_PLAIN_B = "10b"
    WILLOW_RAIN_MAN = "11L"
    WILLOW_SWALLOW = "11A"
    WILLOW_RIBBON = "11R"
    WILLOW_LIGHTNING = "11a"
    PAULOWNIA_PHOENIX = "12L"
    PAULOWNIA_PLAIN_A = "12a"
    PAULOWNIA_PLAIN_B = "12b"
    PAULOWNIA_PLAIN_C = "12c"

    def __init__(self, notation: str) -> None:
        self.index = len(type(self).__members__)
        """From 0 to 47, month by month, the month's highest card first."""
        self.month = int(notation[:-1])
        self.kind = _KIND_OF_LETTER.get(notation[-1], Kind.PLAIN)
        self.ribbon: Ribbon | None = None
        if self.kind is Kind.RIBBON:
            poem, blue = self.month in _POEM_MONTHS, self.month in _BLUE_MONTHS
            self.ribbon = Ribbon.POEM if poem else Ribbon.BLUE if blue else Ribbon.RED
        self.motif = _MOTIFS.get(notation)
        """The motif besides the plant, if it has one other than a ribbon."""
        self.bit = 1 << self.index

    def __str__(self) -> str:
        return self.value


CARDS = tuple(Card)
MONTHS = range(1, 13)


_BITS = tuple(card.bit for card in CARDS)


def mask_of(cards: Iterable[Card]) -> int:
    """Distinct cards as a mask."""
    return sum([card.bit for card in cards])


def mask_of_indices(indices: Iterable[int]) -> int:
    """Distinct cards, given by their indices, as a mask."""
    return sum(map(_BITS.__getitem__, indices))


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in the order of their indices."""
    return tuple([CARDS[index] for index in indices_in(mask)])


def indices_in(mask: int) -> tuple[int, ...]:
    """The indices of a mask's cards, ascending."""
    indices = []
    while mask:
        lowest = mask & -mask
        indices.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(indices)


def month_mask(month: int) -> int:
    """The four cards of a month."""
    return 0b1111 << 4 * (month - 1)


ALL_CARDS = mask_of(CARDS)
MONTH_OF = tuple(month_mask(card.month) for card in CARDS)
"""For each card, the mask of its month."""
MATES_OF = tuple(month_mask(card.month) & ~card.bit for card in CARDS)
"""For each card, the mask of the three others of its month."""

LIGHTS = mask_of(card for card in CARDS if card.kind is Kind.LIGHT)
ANIMALS = mask_of(card for card in CARDS if card.kind is Kind.ANIMAL)
RIBBONS = mask_of(card for card in CARDS if card.kind is Kind.RIBBON)
PLAINS = mask_of(card for card in CARDS if card.kind is Kind.PLAIN)
POEM_RIBBONS = mask_of(card for card in CARDS if card.ribbon is Ribbon.POEM)
BLUE_RIBBONS = mask_of(card for card in CARDS if card.ribbon is Ribbon.BLUE)

CURTAIN = Card.CHERRY_CURTAIN
MOON = Card.PAMPAS_MOON
SAKE_CUP = Card.CHRYSANTHEMUM_CUP
RAIN_MAN = Card.WILLOW_RAIN_MAN
LIGHTNING = Card.WILLOW_LIGHTNING
"""The Gaji."""
NOVEMBER = month_mask(11)
