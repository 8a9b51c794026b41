"""Editions as data: every option of a Hanabi table, and the boxes people own."""

from __future__ import annotations

import enum
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, structs

from hanamichi.core import OptionError, Preset, build_options
from hanamichi.core import Options as CoreOptions
from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.touch import ColourClues, OddValue, SpecialSuit, ValueClues


class Colour(enum.Enum):
    """An ordinary colour: usually ten cards, may be named."""

    WHITE = "white"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    BLACK = "black"

    @property
    def suit(self) -> Suit:
        """The suit of this colour."""
        return Suit(self.value)


class Avalanche(enum.Enum):
    """What the multicolour cards are, if they are there at all."""

    NONE = "none"
    SIXTH = "sixth"
    """One card of each value, a sixth colour that may be named (000)."""
    WILD = "wild"
    """Usually ten cards, which every colour clue touches and none may name (001)."""


TOP_VALUE = 5
MOST_HELD = 25
"""How many cards all hands together have at most."""
MOST_CARDS = 80

COCKTAIL_COLOURS = (Colour.WHITE, Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN)
XII_SINGES_COLOURS = (Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.BLUE, Colour.BLACK)
MAX_SUITS = 8

VARIANT_OPTIONS = (
    "special_suits",
    "one_of_each",
    "ones",
    "fives",
    "colour_clues",
    "value_clues",
    "alternating_clues",
    "half_tokens",
)
"""The options that no box has. Compiled bots and reviews know their defaults only."""


# Options are part of every state and used as cache keys, so the hash is cached.
class HanabiOptions(CoreOptions, frozen=True, kw_only=True, cache_hash=True):
    """The rules of one table."""

    added_later: ClassVar[frozenset[str]] = frozenset(
        {
            "hand_size",
            "values",
            "first_copies",
            "middle_copies",
            "last_copies",
            "keep_points",
            *VARIANT_OPTIONS,
        }
    )

    colours: Annotated[
        tuple[Colour, ...],
        Meta(
            description="The ordinary colours in the deck, usually ten cards each.",
            extra={"booklets": ("000", "001", "002")},
        ),
    ] = COCKTAIL_COLOURS
    avalanche: Annotated[
        Avalanche,
        Meta(
            description="Multicolour cards: none, a sixth colour that may be named, with one card "
            "of each value, or wild cards that every colour clue touches.",
            extra={"booklets": ("000", "001")},
        ),
    ] = Avalanche.NONE
    black_powder: Annotated[
        bool,
        Meta(
            description="Colourless black cards, built from 5 down to 1; each one missing at the "
            "end costs a point.",
            extra={"booklets": ("001",)},
        ),
    ] = False
    flamboyants: Annotated[
        bool,
        Meta(
            description="Completing a firework with a 5 reveals one of six bonus tiles instead of "
            "giving back a clue token.",
            extra={"booklets": ("001",)},
        ),
    ] = False
    tile_on_any_completion: Annotated[
        bool,
        Meta(
            description="The 1 that completes the black powder reveals a bonus tile too.",
            extra={"booklets": ("001",)},
        ),
    ] = False
    final_bouquet: Annotated[
        bool,
        Meta(
            description="All or nothing: no last round; play on until every firework is complete "
            "or an indispensable card is lost.",
            extra={"booklets": ("001", "002")},
        ),
    ] = False
    clue_tokens: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            description="Clue tokens at the start, and the most there can be: 8, or 10 for an "
            "easier game.",
            extra={"booklets": ("000", "001", "002")},
        ),
    ] = 8
    errors: Annotated[
        int,
        Meta(
            ge=1,
            le=10,
            description="The error that loses the game: the third, or the first for a harder game.",
            extra={"booklets": ("000", "001", "002")},
        ),
    ] = 3
    empty_clues: Annotated[
        bool,
        Meta(
            description="A clue may touch no card at all: “you have no 4”.",
            extra={"booklets": ("000", "001")},
        ),
    ] = True
    deck_play: Annotated[
        bool,
        Meta(
            description="The last card of the deck may be played unseen, straight from the deck.",
            extra={"booklets": ("online",)},
        ),
    ] = False
    first_seat: Annotated[
        Annotated[int, Meta(ge=0, le=4)] | None,
        Meta(
            description="Who begins: a seat, counted from 0, or nobody named and chance decides.",
            extra={"booklets": ("000", "001", "002")},
        ),
    ] = None
    hand_size: Annotated[
        Annotated[int, Meta(ge=1, le=6)] | None,
        Meta(
            description="How many cards a hand has; nothing named, five for two or three players "
            "and four for more.",
            extra={"booklets": ("online",)},
        ),
    ] = None
    values: Annotated[
        int,
        Meta(
            ge=1,
            le=5,
            description="How many values there are, from 1 up, and so how many cards a firework "
            "has: 5, or fewer for a small game.",
            extra={"booklets": ("online",)},
        ),
    ] = 5
    first_copies: Annotated[
        int,
        Meta(
            ge=1,
            le=3,
            description="How many copies the deck has of the card that begins a firework.",
            extra={"booklets": ("online",)},
        ),
    ] = 3
    middle_copies: Annotated[
        int,
        Meta(
            ge=1,
            le=3,
            description="How many copies the deck has of each card between the first and the last.",
            extra={"booklets": ("online",)},
        ),
    ] = 2
    last_copies: Annotated[
        int,
        Meta(
            ge=1,
            le=3,
            description="How many copies the deck has of the card that completes a firework.",
            extra={"booklets": ("online",)},
        ),
    ] = 1
    keep_points: Annotated[
        bool,
        Meta(
            description="The last error ends the game, but its points count: the score is not 0.",
            extra={"booklets": ("online",)},
        ),
    ] = False
    special_suits: Annotated[
        tuple[SpecialSuit, ...],
        Meta(
            description="Suits of online variants, usually ten cards each, that clues touch in a "
            "way of their own.",
            extra={"booklets": ("online",)},
        ),
    ] = ()
    one_of_each: Annotated[
        tuple[Suit, ...],
        Meta(
            description="Suits of the deck that have a single card of each value.",
            extra={"booklets": ("online",)},
        ),
    ] = ()
    ones: Annotated[
        OddValue,
        Meta(
            description="How clues touch the 1s of all suits.",
            extra={"booklets": ("online",)},
        ),
    ] = OddValue.ORDINARY
    fives: Annotated[
        OddValue,
        Meta(
            description="How clues touch the 5s of all suits.",
            extra={"booklets": ("online",)},
        ),
    ] = OddValue.ORDINARY
    colour_clues: Annotated[
        ColourClues,
        Meta(
            description="What a colour clue touches: its colour, the cards of a value too, "
            "nothing; or there are no colour clues.",
            extra={"booklets": ("online",)},
        ),
    ] = ColourClues.ORDINARY
    value_clues: Annotated[
        ValueClues,
        Meta(
            description="What a value clue touches: its value, lower or higher ones too, nothing; "
            "or there are no value clues.",
            extra={"booklets": ("online",)},
        ),
    ] = ValueClues.ORDINARY
    alternating_clues: Annotated[
        bool,
        Meta(
            description="After a colour clue comes a value clue, and the other way round.",
            extra={"booklets": ("online",)},
        ),
    ] = False
    half_tokens: Annotated[
        bool,
        Meta(
            description="A discard or a completed firework gives back half a clue token.",
            extra={"booklets": ("online",)},
        ),
    ] = False

    def copies(self, step: int) -> int:
        """How many copies of the card at a step of a firework the deck has."""
        if step == 1:
            return self.first_copies
        return self.last_copies if step == self.values else self.middle_copies


def check_options(options: HanabiOptions, players: int) -> None:
    """Raise when the options contradict each other or the number of players."""
    build_options(options, {})  # options written in code are held to the same limits
    if len(set(options.colours)) != len(options.colours):
        _refuse("Each colour can be in the deck only once", "colours")
    if not options.colours:
        _refuse("A deck needs at least one ordinary colour", "colours")
    _check_variant(options)
    if options.tile_on_any_completion and not options.flamboyants:
        _refuse(
            "Bonus tiles belong to the five flamboyants: switch on flamboyants as well, "
            "or leave tile_on_any_completion off",
            "tile_on_any_completion",
        )
    if options.first_seat is not None and options.first_seat >= players:
        _refuse(
            f"Player {options.first_seat + 1} cannot begin where {players} play",
            "first_seat",
        )
    _check_small_table(options)
    held, deck = players * hand_size(options, players), deck_size(options)
    if held > MOST_HELD:
        _refuse(
            f"{players} hands of {hand_size(options, players)} cards are too many: all players "
            f"together hold {MOST_HELD} at most",
            "hand_size",
        )
    if deck > MOST_CARDS:
        _refuse(
            f"{deck} cards are too many: a deck has {MOST_CARDS} at most",
            _first_changed(options, "middle_copies", "last_copies"),
        )
    if deck <= held:
        _refuse(
            f"{deck} cards are too few to deal {players} hands and leave a deck",
            _first_changed(options, "hand_size", "values", "middle_copies", "first_copies"),
        )


def _first_changed(options: HanabiOptions, *names: str) -> str:
    """The first of these options that is not as usual, which may be why a table is impossible."""
    usual = HanabiOptions()
    changed = (name for name in names if getattr(options, name) != getattr(usual, name))
    return next(changed, "colours")


def _check_small_table(options: HanabiOptions) -> None:
    """What does not go together with fewer values, or with points kept."""
    if options.values < TOP_VALUE and (options.black_powder or options.flamboyants):
        _refuse(
            "Black powder and bonus tiles need fireworks up to 5: leave values at 5, "
            "or switch them off",
            "values",
        )
    if options.keep_points and options.final_bouquet:
        _refuse(
            "The final bouquet is all or nothing: switch it off, or do not keep points",
            "keep_points",
        )


def _check_variant(options: HanabiOptions) -> None:
    """The same for the options that no box has."""
    if options.values != TOP_VALUE and (name := variant_option(options)) is not None:
        _refuse("The rules of online variants need all five values", name)
    suits, ordinary = suits_of(options), ValueClues.ORDINARY
    if len(set(options.special_suits)) != len(options.special_suits):
        _refuse("Each special suit can be in the deck only once", "special_suits")
    if len(suits) > MAX_SUITS:
        _refuse(f"A deck has at most {MAX_SUITS} suits, not {len(suits)}", "special_suits")
    if len(set(options.one_of_each)) != len(options.one_of_each):
        _refuse("Name each suit with one card of each value only once", "one_of_each")
    for suit in options.one_of_each:
        if suit not in suits:
            _refuse(f"There are no {suit.value} cards at this table", "one_of_each")
        if suit is Suit.MULTICOLOUR and options.avalanche is Avalanche.SIXTH:
            _refuse("A sixth colour has one card of each value already", "one_of_each")
    for name, odd in (("ones", options.ones), ("fives", options.fives)):
        if odd is not OddValue.ORDINARY and options.value_clues is not ordinary:
            _refuse(f"Special {name} need ordinary value clues", name)
    mute = options.colour_clues is ColourClues.NONE, options.value_clues is ValueClues.NONE
    if all(mute):
        _refuse("Without colour clues there must be value clues", "value_clues")
    if options.alternating_clues and any(mute):
        _refuse("Clues can alternate only where there are both kinds", "alternating_clues")
    for name in ("alternating_clues", "half_tokens"):
        if options.flamboyants and getattr(options, name):
            _refuse("The five flamboyants cannot be combined with this option", name)


def variant_option(options: HanabiOptions) -> str | None:
    """The first option, if any, that makes these rules go beyond those of the boxes."""
    for name in VARIANT_OPTIONS:
        if getattr(options, name) != getattr(_COCKTAIL, name):
            return name
    return None


def _refuse(message: str, where: str) -> None:
    raise OptionError(message, code="options/inconsistent", where=where)


def hand_size(options: HanabiOptions, players: int) -> int:
    """How many cards a hand has."""
    if options.hand_size is not None:
        return options.hand_size
    return 5 if players <= 3 else 4


def suits_of(options: HanabiOptions) -> tuple[Suit, ...]:
    """Every suit of the deck: the ordinary colours first."""
    suits = [colour.suit for colour in options.colours]
    if options.avalanche is not Avalanche.NONE:
        suits.append(Suit.MULTICOLOUR)
    if options.black_powder:
        suits.append(Suit.POWDER)
    return (*suits, *(special.suit for special in options.special_suits))


def has_one_of_each(options: HanabiOptions, suit: Suit) -> bool:
    """Whether a suit of the deck has a single card of each value."""
    if suit is Suit.MULTICOLOUR and options.avalanche is Avalanche.SIXTH:
        return True  # 000, Avalanche de couleurs
    return suit in options.one_of_each


def deck_size(options: HanabiOptions) -> int:
    """The number of cards in the deck."""
    whole = sum(options.copies(step) for step in range(1, options.values + 1))
    return sum(
        options.values if has_one_of_each(options, suit) else whole for suit in suits_of(options)
    )


_COCKTAIL = HanabiOptions()

HanabiPresetId: TypeAlias = Literal[
    "hanabi/xii-singes", "hanabi/cocktail", "hanabi/grands-feux", "hanabi/online"
]
"""The ids of the presets, for type checkers."""

PRESETS = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            Preset(
                "hanabi/xii-singes",
                HanabiOptions(colours=XII_SINGES_COLOURS),
                booklet="000",
                edition="Hanabi & Ikebana (Les XII Singes)",
                offers={"avalanche": Avalanche.SIXTH, "clue_tokens": 10, "errors": 1},
            ),
            Preset(
                "hanabi/cocktail",
                _COCKTAIL,
                booklet="002",
                edition="Hanabi (Cocktail Games, 2010)",
                offers={"final_bouquet": True},
            ),
            Preset(
                "hanabi/grands-feux",
                HanabiOptions(),
                booklet="001",
                edition="Hanabi Grands Feux (Cocktail Games / Les XII Singes)",
                offers={
                    "avalanche": Avalanche.WILD,
                    "black_powder": True,
                    "flamboyants": True,
                    "final_bouquet": True,
                },
            ),
            Preset(
                "hanabi/online",
                structs.replace(_COCKTAIL, empty_clues=False),
                booklet="online",
                edition="Hanabi as online tables and research play it",
                offers={"deck_play": True},
            ),
        )
    }
)
