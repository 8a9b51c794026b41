"""The variants of hanab.live whose rules are exactly those of some table of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from hanamichi.core import RecordError
from hanamichi.hanabi import Avalanche, Colour, HanabiOptions, Suit
from hanamichi.hanabi.options import COCKTAIL_COLOURS

NO_VARIANT = "No Variant"

# Their colours, in their order, and ours in their place. Purple stands where our boxes have white,
# teal where Les XII Singes have black.
_BY_COUNT = {
    2: (Colour.RED, Colour.BLUE),
    3: (Colour.RED, Colour.GREEN, Colour.BLUE),
    4: (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE),
    5: (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.WHITE),
    6: (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.WHITE, Colour.BLACK),
}
_THEIR_NAMES = {Suit.WHITE: "purple", Suit.BLACK: "teal", Suit.POWDER: "reversed white"}


class Variant(Struct, frozen=True):
    """A variant: its suits in hanab.live's order, each named as ours."""

    name: str
    id: int
    """Its number in links."""
    colours: tuple[Colour, ...]
    """The ordinary suits; they come first."""
    avalanche: Avalanche = Avalanche.NONE
    black_powder: bool = False

    @property
    def suits(self) -> tuple[Suit, ...]:
        """What a `suitIndex` counts."""
        suits = [colour.suit for colour in self.colours]
        if self.black_powder:
            suits.append(Suit.POWDER)
        if self.avalanche is not Avalanche.NONE:
            suits.append(Suit.MULTICOLOUR)
        return tuple(suits)

    @property
    def clue_colours(self) -> tuple[Suit, ...]:
        """What the value of a colour clue counts: the suits that may be named."""
        named = [colour.suit for colour in self.colours]
        if self.avalanche is Avalanche.SIXTH:
            named.append(Suit.MULTICOLOUR)
        return tuple(named)

    @property
    def palette(self) -> tuple[Colour, ...]:
        """Our colours for its ordinary suits, in the order of our boxes."""
        boxed = (*COCKTAIL_COLOURS, Colour.BLACK)
        return tuple(colour for colour in boxed if colour in self.colours)

    def name_of(self, suit: Suit) -> str:
        """What hanab.live calls a suit."""
        if suit is Suit.MULTICOLOUR:
            return "black" if self.avalanche is Avalanche.SIXTH else "rainbow"
        return _THEIR_NAMES.get(suit) or str(suit.value)


def _all() -> Iterator[Variant]:
    yield Variant(NO_VARIANT, 0, _BY_COUNT[5])
    for suits, number in ((6, 1), (4, 15), (3, 18)):
        yield Variant(f"{suits} Suits", number, _BY_COUNT[suits])
    # Black: five cards, one of each, and a colour that may be named. Fewer than five suits would
    # leave too small a deck, and hanab.live has no such table.
    for suits, number in ((6, 2), (5, 21)):
        yield Variant(f"Black ({suits} Suits)", number, _BY_COUNT[suits - 1], Avalanche.SIXTH)
    for suits, number in ((6, 3), (5, 16), (4, 17), (3, 19)):
        yield Variant(f"Rainbow ({suits} Suits)", number, _BY_COUNT[suits - 1], Avalanche.WILD)
    # White touches no colour clue; reversed, it has three 5s and one 1 and is built downwards.
    for suits, number in ((6, 1356), (5, 1357), (4, 1358), (3, 1359)):
        yield Variant(
            f"White Reversed ({suits} Suits)", number, _BY_COUNT[suits - 1], black_powder=True
        )
    for suits, number in ((6, 2127), (5, 2128), (4, 2129)):
        yield Variant(
            f"White Reversed & Rainbow ({suits} Suits)",
            number,
            _BY_COUNT[suits - 2],
            Avalanche.WILD,
            black_powder=True,
        )


VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.name: variant for variant in _all()})
VARIANTS_BY_ID: Mapping[int, Variant] = MappingProxyType(
    {variant.id: variant for variant in VARIANTS.values()}
)


def unsupported_variant(name: str, where: str) -> RecordError:
    """The error for a variant that is no table of ours."""
    return RecordError(
        f"The variant {name} is not supported; docs/records.md lists those that are",
        code="record/unsupported",
        where=where,
    )


def variant_of(options: HanabiOptions) -> Variant:
    """The variant with as many colours and the same special suits; refuses a table with none."""
    for variant in VARIANTS.values():
        if (
            len(variant.colours) == len(options.colours)
            and variant.avalanche is options.avalanche
            and variant.black_powder is options.black_powder
        ):
            return variant
    suits = [f"{len(options.colours)} colours"]
    if options.avalanche is not Avalanche.NONE:
        suits.append(f"the {options.avalanche.value} avalanche")
    if options.black_powder:
        suits.append("black powder")
    raise RecordError(
        f"hanab.live has no variant with {' and '.join(suits)}",
        code="record/unsupported",
        where="options",
    )
