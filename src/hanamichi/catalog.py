"""Every game and preset by id: the one place to add a third game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from hanamichi.core import Chance, Game, Match, OptionError, Preset, Seeded, build_options
from hanamichi.hanabi import HANABI
from hanamichi.koikoi import KOIKOI

AnyGame = Game[Any, Any, Any, Any, Any]
AnyMatch = Match[Any, Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.id: game for game in (HANABI, KOIKOI)})


def game_by_id(game_id: str) -> AnyGame:
    """A game by its id: `hanabi`, `koikoi`."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise OptionError(
            f"There is no game {game_id!r}; there are: {', '.join(GAMES)}", code="options/preset"
        ) from None


def presets() -> Iterator[tuple[AnyGame, Preset[Any]]]:
    """Every edition of every game."""
    for game in GAMES.values():
        for preset in game.presets.values():
            yield game, preset


def preset_by_id(preset_id: str) -> tuple[AnyGame, Preset[Any]]:
    """An edition and its game by the edition's id, such as `hanabi/cocktail`."""
    for game, preset in presets():
        if preset.id == preset_id:
            return game, preset
    known = ", ".join(preset.id for _, preset in presets())
    raise OptionError(
        f"There is no preset {preset_id!r}; there are: {known}", code="options/preset"
    )


def new_match(
    preset_id: str,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> AnyMatch:
    """Sit down at a table: an edition, some options changed, so many players or their names."""
    game, preset = preset_by_id(preset_id)
    chosen = build_options(preset.options, options or {})
    return Match(game, chosen, players, chance or Seeded(seed), preset.id)
