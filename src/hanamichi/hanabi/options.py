"""Editions as data: every option of a Hanabi table, and the boxes people own."""

from __future__ import annotations

import enum
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, structs

from hanamichi.core import OptionError, Preset, build_options
from hanamichi.core import Options as CoreOptions
from hanamichi.hanabi.cards import Suit


class Colour(enum.Enum):
    """An ordinary colour: ten cards, may be named."""

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
    """Five cards, a sixth colour that may be named (000)."""
    WILD = "wild"
    """Ten cards that every colour clue touches and none may name (001)."""


TOP_VALUE = 5
MOST_HELD = 25
"""How many cards all hands together have at most."""
MOST_CARDS = 80

COCKTAIL_COLOURS = (Colour.WHITE, Colour.RED, Colour.BLUE, Colour.YELLOW, Colour.GREEN)
XII_SINGES_COLOURS = (Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.BLUE, Colour.BLACK)


# Options are part of every state and used as cache keys, so the hash is cached.
class HanabiOptions(CoreOptions, frozen=True, kw_only=True, cache_hash=True):
    """The rules of one table."""

    added_later: ClassVar[frozenset[str]] = frozenset(
        {"hand_size", "values", "first_copies", "middle_copies", "last_copies", "keep_points"}
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
            description="Multicolour cards: none, a sixth colour of five cards that may be named, "
            "or ten wild cards that every colour clue touches.",
            extra={"booklets": ("000", "001")},
        ),
    ] = Avalanche.NONE
    black_powder: Annotated[
        bool,
        Meta(
            description="Ten colourless black cards, built from 5 down to 1; each one missing at "
            "the end costs a point.",
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


def _refuse(message: str, where: str) -> None:
    raise OptionError(message, code="options/inconsistent", where=where)


def hand_size(options: HanabiOptions, players: int) -> int:
    """How many cards a hand has."""
    if options.hand_size is not None:
        return options.hand_size
    return 5 if players <= 3 else 4


def deck_size(options: HanabiOptions) -> int:
    """The number of cards in the deck."""
    whole = sum(options.copies(step) for step in range(1, options.values + 1))
    multicolour = {Avalanche.NONE: 0, Avalanche.SIXTH: options.values, Avalanche.WILD: whole}
    suits = len(options.colours) + options.black_powder
    return whole * suits + multicolour[options.avalanche]


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
