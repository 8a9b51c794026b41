"""Every registered game and preset by id, and new matches of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanamichi.adapters import REGISTRY, AnyGame
from hanamichi.core import Chance, Match, OptionError, Preset, Seeded, build_options

AnyMatch = Match[Any, Any, Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = REGISTRY.games
"""Every registered game; `hanamichi.adapters` registers them."""

__all__ = [
    "GAMES",
    "AnyGame",
    "AnyMatch",
    "game_by_id",
    "new_match",
    "open_view",
    "preset_by_id",
    "presets",
]


def game_by_id(game_id: str) -> AnyGame:
    """A game by its id: `hanabi`, `koikoi`."""
    game = REGISTRY.game(game_id)
    if game is None:
        raise OptionError(
            f"There is no game {game_id!r}; there are: {', '.join(GAMES)}", code="options/preset"
        )
    return game


def open_view(game_id: str, state: Any) -> Any:
    """The view of a state with every hand face up: for replays, never for players."""
    adapter = REGISTRY.adapter(game_id)
    assert adapter is not None, f"there are no states of {game_id}"
    return adapter.open_view(state)


def presets() -> Iterator[tuple[AnyGame, Preset[Any]]]:
    """Every edition of every game."""
    for game in GAMES.values():
        for preset in game.presets.values():
            yield game, preset


def preset_by_id(preset_id: str) -> tuple[AnyGame, Preset[Any]]:
    """An edition and its game by the edition's id, such as `hanabi/cocktail`."""
    game = REGISTRY.game(str(preset_id).partition("/")[0])
    if game is not None and preset_id in game.presets:
        return game, game.presets[preset_id]
    known = ", ".join(preset.id for _, preset in presets())
    raise OptionError(
        f"There is no preset {preset_id!r}; there are: {known}", code="options/preset"
    )


def new_match(
    preset_id: str,
    players: int | Sequence[str] = 2,
    *,
    options: Mapping[str, object] | None = None,
    seed: int | None = None,
    chance: Chance | None = None,
) -> AnyMatch:
    """Start a match of an edition with some options changed, for a number or names of players."""
    game, preset = preset_by_id(preset_id)
    chosen = build_options(preset.options, options or {})
    return Match(game, chosen, players, chance or Seeded(seed), preset.id)
