"""Every table that a bot may play at: each preset with each number of players, and more."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.catalog import GAMES, AnyGame
from tests.words.tables import HANABI_EIGHT, HANABI_EVERYTHING, KOIKOI_EVERYTHING


def tables() -> list[Any]:
    """Games, options and numbers of players, as parameters of a test."""
    extra: dict[str, list[tuple[str, Any]]] = {
        "hanabi": [("everything", HANABI_EVERYTHING), ("eight fireworks", HANABI_EIGHT)],
        "koikoi": [("everything", KOIKOI_EVERYTHING)],
    }
    return [
        _named(game, name, options, players)
        for game in GAMES.values()
        for name, options in [
            *((preset.id, preset.options) for preset in game.presets.values()),
            *extra[game.id],
        ]
        for players in game.seat_counts
    ]


def _named(game: AnyGame, name: str, options: Any, players: int) -> Any:
    """A parameter with a readable id."""
    return pytest.param(game, options, players, id=f"{name}, {players} players")
