"""Tables whose rules pages together use every message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from hanamichi.catalog import AnyGame, presets
from hanamichi.core import OptionError, OptionInfo, Options, build_options, describe_options
from hanamichi.hanabi import HANABI, Suit
from hanamichi.hanabi.options import PRESETS as HANABI_PRESETS
from hanamichi.hanabi.options import Avalanche, Colour
from hanamichi.hanabi.touch import SpecialSuit
from hanamichi.koikoi import KOIKOI
from hanamichi.koikoi.options import PRESETS as KOIKOI_PRESETS
from hanamichi.koikoi.options import Triad

HANABI_EVERYTHING = structs.replace(
    HANABI_PRESETS["hanabi/grands-feux"].options,
    avalanche=Avalanche.WILD,
    black_powder=True,
    flamboyants=True,
)
"""All three extensions."""
HANABI_EIGHT = structs.replace(HANABI_EVERYTHING, colours=tuple(Colour))
"""More fireworks than there are bonus tiles, and two kinds of black."""
HANABI_TINY = structs.replace(
    HANABI_PRESETS["hanabi/online"].options, colours=(Colour.RED,), hand_size=2, values=3
)
"""One colour of three values."""
HANABI_VARIANTS = tuple(
    structs.replace(
        HANABI_PRESETS["hanabi/online"].options,
        colours=(Colour.RED, Colour.BLUE),
        special_suits=suits,
        one_of_each=(Suit.BLUE, suits[-1].suit),
    )
    for suits in (tuple(SpecialSuit)[:5], tuple(SpecialSuit)[5:])
)
"""All suits of online variants, with the colours that they need."""
KOIKOI_EVERYTHING = structs.replace(
    KOIKOI_PRESETS["koikoi/robin-red"].options, rounds=6, triad=Triad.BONUS, gaji=True
)
"""All that the Robin Red box describes."""

BASES: tuple[tuple[AnyGame, Options], ...] = (
    *((game, preset.options) for game, preset in presets()),
    (HANABI, HANABI_EVERYTHING),
    (HANABI, HANABI_EIGHT),
    (HANABI, HANABI_TINY),
    *((HANABI, options) for options in HANABI_VARIANTS),
    (KOIKOI, KOIKOI_EVERYTHING),
)


def options_of(game: AnyGame) -> tuple[OptionInfo, ...]:
    """Every option of a game."""
    options_type: type[Options] = game.options_type
    return describe_options(options_type)


def values_of(info: OptionInfo) -> list[Any]:
    """Every value of an option; of a list, enough to miss each choice once."""
    if info.kind == "flag":
        values: list[Any] = [False, True]
    elif info.kind == "number":
        assert info.minimum is not None
        assert info.maximum is not None
        values = list(range(info.minimum, info.maximum + 1))
    elif info.kind == "list":
        everything = list(info.choices)
        values = [everything, *([c for c in everything if c != left] for left in everything)]
    else:
        values = list(info.choices)
    return [None, *values] if info.nullable else values


def variants(
    game: AnyGame, base: Options, info: OptionInfo, players: int
) -> Iterator[tuple[Any, Options]]:
    """The base with each value of an option that fits it."""
    for value in values_of(info):
        try:
            options = build_options(base, {info.name: value})
            game.check(options, players)
        except OptionError:
            continue
        yield value, options


def all_tables() -> Iterator[tuple[AnyGame, Options, int | None]]:
    """Every value of every option on every base, for the largest table and for any."""
    for game, base in BASES:
        yield game, base, None
        for info in options_of(game):
            for _, options in variants(game, base, info, game.seat_counts[-1]):
                yield game, options, game.seat_counts[-1]
                yield game, options, None
