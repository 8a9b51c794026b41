"""The functions behind `import hanamichi`: new matches, presets, bots, typed for callers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, overload

import msgspec

from hanamichi import catalog
from hanamichi.bots import Bot
from hanamichi.bots.registry import bots_for
from hanamichi.bots.spec import read_bot
from hanamichi.core import Action, Chance, Event, Match, Options, Outcome, Preset
from hanamichi.hanabi import HanabiMatch
from hanamichi.hanabi.options import HanabiPresetId
from hanamichi.koikoi import KoiKoiMatch
from hanamichi.koikoi.options import KoiKoiPresetId

GameMatch: TypeAlias = Match[Options, msgspec.Struct, Action, Event, msgspec.Struct, Outcome]
"""A match of a game that is not known until the program runs."""


@overload
def new_match(
    preset_id: HanabiPresetId,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> HanabiMatch: ...
@overload
def new_match(
    preset_id: KoiKoiPresetId,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> KoiKoiMatch: ...
@overload
def new_match(
    preset_id: str,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> GameMatch: ...
def new_match(
    preset_id: str,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> HanabiMatch | KoiKoiMatch | GameMatch:
    """Start a match of a preset such as `hanabi/cocktail`, with some options changed.

    `players` is their number, or their names in order of the seats. The same `seed` deals the same
    cards; `chance` replaces it, for example with the draws of a record.
    """
    return catalog.new_match(preset_id, players, options=options, seed=seed, chance=chance)


def presets() -> tuple[Preset[Options], ...]:
    """The presets of every game: the editions of the boxes, with their options."""
    return tuple(preset for _, preset in catalog.presets())


def bot_ids(game_id: str) -> tuple[str, ...]:
    """The ids of the bots that play a game (`hanabi`, `koikoi`), weakest first."""
    return tuple(info.id for info in bots_for(game_id))


def make_bot(game_id: str, spec: str) -> Bot:
    """A bot by its id, with parameters if there are any: `casual`, `search:ms=250`.

    Make one for every seat and match. A compiled bot needs the extra `hanamichi[batch]`, and takes
    a while the first time.
    """
    return read_bot(game_id, spec).make()
