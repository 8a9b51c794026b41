"""The variants of hanab.live whose rules are exactly those of some table of ours.

Their names and numbers are in `variants.txt`; what a name says of the rules is here. hanab.live's
list of variants gave the names and numbers, its suits and its page on variants the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

from hanamichi.core import RecordError
from hanamichi.hanabi import Avalanche, Colour, HanabiOptions, Suit
from hanamichi.hanabi.layout import layout_of, touch_of
from hanamichi.hanabi.options import (
    COCKTAIL_COLOURS,
    VARIANT_OPTIONS,
    has_one_of_each,
    suits_of,
)
from hanamichi.hanabi.touch import (
    ORDINARY,
    ColourClues,
    OddValue,
    SpecialSuit,
    Touch,
    ValueClues,
)

NO_VARIANT = "No Variant"

# Their colours, in their order, and ours in their place. Purple stands where our boxes have white,
# teal where Les XII Singes have black.
_BY_COUNT = (
    (),
    (Suit.RED,),
    (Suit.RED, Suit.BLUE),
    (Suit.RED, Suit.GREEN, Suit.BLUE),
    (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE),
    (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE),
    (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE, Suit.BLACK),
)


class _TheirSuit(NamedTuple):
    """A suit of theirs as ours."""

    suit: Suit
    one_of_each: bool = False


_BLACK = _TheirSuit(Suit.BLACK, one_of_each=True)
_SUITS = {
    "Black": _BLACK,
    "Rainbow": _TheirSuit(Suit.MULTICOLOUR),
    "Pink": _TheirSuit(Suit.PINK),
    "White": _TheirSuit(Suit.CLEAR),
    "Brown": _TheirSuit(Suit.BROWN),
    "Omni": _TheirSuit(Suit.OMNI),
    "Null": _TheirSuit(Suit.NULL),
    "Muddy Rainbow": _TheirSuit(Suit.MUDDY),
    "Light Pink": _TheirSuit(Suit.LIGHT),
    "Prism": _TheirSuit(Suit.PRISM),
    "Dark Rainbow": _TheirSuit(Suit.MULTICOLOUR, one_of_each=True),
    "Dark Pink": _TheirSuit(Suit.PINK, one_of_each=True),
    "Gray": _TheirSuit(Suit.CLEAR, one_of_each=True),
    "Dark Brown": _TheirSuit(Suit.BROWN, one_of_each=True),
    "Dark Omni": _TheirSuit(Suit.OMNI, one_of_each=True),
    "Dark Null": _TheirSuit(Suit.NULL, one_of_each=True),
    "Cocoa Rainbow": _TheirSuit(Suit.MUDDY, one_of_each=True),
    "Gray Pink": _TheirSuit(Suit.LIGHT, one_of_each=True),
    "Dark Prism": _TheirSuit(Suit.PRISM, one_of_each=True),
    "White Reversed": _TheirSuit(Suit.POWDER),
    "Gray Reversed": _TheirSuit(Suit.POWDER, one_of_each=True),
}
"""The suits with rules of their own. The reversed one is built downwards, with three 5s."""
_MIX = ("Black", "Rainbow", "Pink", "White", "Brown", "Null")

_CLUES: Mapping[str, Mapping[str, Any]] = {
    "Alternating Clues": {"alternating_clues": True},
    "Chimneys": {"value_clues": ValueClues.FROM},
    "Clue Starved": {"half_tokens": True},
    "Color Blind": {"colour_clues": ColourClues.BLIND},
    "Color Mute": {"colour_clues": ColourClues.NONE},
    "Funnels": {"value_clues": ValueClues.UP_TO},
    "Number Blind": {"value_clues": ValueClues.BLIND},
    "Number Mute": {"value_clues": ValueClues.NONE},
    "Synesthesia": {"colour_clues": ColourClues.BY_VALUE, "value_clues": ValueClues.NONE},
    "Totally Blind": {"colour_clues": ColourClues.BLIND, "value_clues": ValueClues.BLIND},
}
_ODD_VALUES = {
    "Rainbow": OddValue.RAINBOW,
    "Pink": OddValue.PINK,
    "White": OddValue.CLEAR,
    "Brown": OddValue.BROWN,
    "Omni": OddValue.OMNI,
    "Null": OddValue.NULL,
    "Muddy-Rainbow": OddValue.MUDDY,
    "Light-Pink": OddValue.LIGHT,
    "Deceptive": OddValue.DECEPTIVE,
}
_RULES = (
    *_CLUES.items(),
    *((f"{name}-Ones", {"ones": odd}) for name, odd in _ODD_VALUES.items()),
    *((f"{name}-Fives", {"fives": odd}) for name, odd in _ODD_VALUES.items()),
)
_CLUE_RULES: Mapping[str, Mapping[str, Any]] = dict(_RULES)
_THEIR_COLOURS = {Suit.WHITE: "purple"}


class Variant:
    """A variant: its suits in hanab.live's order, each named as ours."""

    def __init__(self, name: str, number: int, family: str, suits: int) -> None:
        self.name = name
        self.id = number
        """Its number in links."""
        parts = _MIX[:suits] if family == "Special Mix" else tuple(family.split(" & "))
        specials = [_SUITS[part] for part in parts if part in _SUITS]
        sixth = _BLACK in specials and all(each.suit is not Suit.MULTICOLOUR for each in specials)
        if sixth:  # our sixth colour is what they call black
            specials[specials.index(_BLACK)] = _TheirSuit(Suit.MULTICOLOUR)
        basic = _BY_COUNT[suits - len(specials)]
        self.suits = (*basic, *(each.suit for each in specials))
        """What a `suitIndex` counts."""
        self._names = {_SUITS[part].suit: part.lower() for part in parts if part in _SUITS}
        if sixth:
            self._names[Suit.MULTICOLOUR] = "black"
        self._rules = {
            name: value for part in parts for name, value in _CLUE_RULES.get(part, {}).items()
        }
        present = set(self.suits)
        wild = Suit.MULTICOLOUR in present and not sixth
        self._rules |= {
            "avalanche": Avalanche.SIXTH if sixth else Avalanche.WILD if wild else Avalanche.NONE,
            "black_powder": Suit.POWDER in present,
            "special_suits": tuple(
                SpecialSuit(suit.value)
                for suit in self.suits
                if suit.value in SpecialSuit._value2member_map_
            ),
            "one_of_each": tuple(each.suit for each in specials if each.one_of_each),
        }

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """Our options that make a table this variant."""
        colours = tuple(Colour(suit.value) for suit in self.suits if _is_colour(suit))
        if not self.is_ordered:
            boxed = (*COCKTAIL_COLOURS, Colour.BLACK)
            colours = tuple(colour for colour in boxed if colour in colours)
        return MappingProxyType({"colours": colours, **self._rules})

    @property
    def is_ordered(self) -> bool:
        """Whether the order of the suits matters to what a clue touches."""
        return (
            Suit.PRISM in self.suits
            or self._rules.get("colour_clues") is ColourClues.BY_VALUE
            or OddValue.DECEPTIVE in (self._rules.get("ones"), self._rules.get("fives"))
        )

    @cached_property
    def clue_colours(self) -> tuple[Suit, ...]:
        """What the value of a colour clue counts: the suits that may be named."""
        nameable = layout_of(HanabiOptions(**self.options)).nameable
        return tuple(suit for suit in self.suits if suit in nameable)

    def name_of(self, suit: Suit) -> str:
        """What hanab.live calls a suit."""
        if suit in self._names:
            return self._names[suit]
        if suit is Suit.BLACK:
            return "black" if suit in self.options["one_of_each"] else "teal"
        return _THEIR_COLOURS.get(suit) or str(suit.value)


def _is_colour(suit: Suit) -> bool:
    return suit in _BY_COUNT[-1]


def _all() -> Iterator[Variant]:
    yield Variant(NO_VARIANT, 0, "", 5)
    for suits, number in ((6, 1), (4, 15), (3, 18)):
        yield Variant(f"{suits} Suits", number, "", suits)
    text = resources.files(__package__).joinpath("variants.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            family, _, numbers = line.partition(": ")
            for suits, number in zip((6, 5, 4, 3), _numbers(numbers), strict=False):
                yield Variant(f"{family} ({suits} Suits)", number, family, suits)


def _numbers(text: str) -> list[int]:
    """`2 21`, or `106-109` for numbers in a row."""
    first, dash, last = text.partition("-")
    return [*range(int(first), int(last) + 1)] if dash else [int(word) for word in text.split()]


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


# -- from a table to its variant -------------------------------------------------------------------


class _Kind(NamedTuple):
    """All that tells the suits of two tables apart, except their names."""

    touch: Touch
    one_of_each: bool
    downwards: bool


_PLAIN = _Kind(ORDINARY, one_of_each=False, downwards=False)


def _kind(options: HanabiOptions, suit: Suit) -> _Kind:
    return _Kind(touch_of(suit, options), has_one_of_each(options, suit), suit is Suit.POWDER)


def _key(options: HanabiOptions) -> tuple[Any, ...]:
    """Equal for tables that are the same variant. No layout is made: there are 1,758 of them."""
    suits = sorted(_kind(options, suit) for suit in suits_of(options))
    rules = (getattr(options, name) for name in VARIANT_OPTIONS[2:])
    return (*suits, *rules)


_ORDINARY_TABLE = HanabiOptions()
_BY_KEY: dict[tuple[Any, ...], Variant] = {}


def variant_of(options: HanabiOptions) -> Variant:
    """The variant with as many colours and the same special rules; refuses a table with none."""
    if not _BY_KEY:
        _BY_KEY.update({_key(HanabiOptions(**each.options)): each for each in VARIANTS.values()})
    try:
        return _BY_KEY[_key(options)]
    except KeyError:
        raise _no_variant(f"has no variant with {_described(options)}") from None


def suits_in(options: HanabiOptions, variant: Variant) -> dict[Suit, Suit]:
    """The variant's suit for each suit of a table.

    Where a colour of ours has no namesake there (the black of Les XII Singes next to red, green,
    yellow and blue), it takes a place that is free: the rules know no difference, unless the order
    of the suits matters.
    """
    theirs = HanabiOptions(**variant.options)
    mine = layout_of(options).suits
    if variant.is_ordered:
        found = dict(zip(mine, layout_of(theirs).suits, strict=True))
        if any(_kind(options, suit) != _kind(theirs, other) for suit, other in found.items()):
            raise _no_variant("has this variant with the ordinary colours first")
        return found
    free = list(variant.suits)
    found = {}
    for suit in mine:
        if suit in free and _kind(options, suit) == _kind(theirs, suit):
            found[suit] = suit
            free.remove(suit)
    for suit in mine:
        if suit not in found:
            kind = _kind(options, suit)
            found[suit] = next(other for other in free if _kind(theirs, other) == kind)
            free.remove(found[suit])
    return found


def _described(options: HanabiOptions) -> str:
    """What makes a table special, in a few words."""
    parts = [f"{len(options.colours)} colours"]
    if options.avalanche is not Avalanche.NONE:
        parts.append(f"the {options.avalanche.value} avalanche")
    if options.black_powder:
        parts.append("black powder")
    parts += [f"{special.value} cards" for special in options.special_suits]
    parts += [
        f"{name} changed"
        for name in VARIANT_OPTIONS[1:]
        if getattr(options, name) != getattr(_ORDINARY_TABLE, name)
    ]
    return " and ".join(parts)


def _no_variant(what: str) -> RecordError:
    return RecordError(f"hanab.live {what}", code="record/unsupported", where="options")
