"""Yardsticks that see what is hidden. Only the arena knows them; no table seats one."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from hanamichi.arena.game_arena import ARENA
from hanamichi.bots.bot import Bot
from hanamichi.catalog import AnyGame, open_view
from hanamichi.core import Seat

PEEK = "peek"
"""What it is called in a line-up."""


def yardstick(game_id: str) -> type[Bot] | None:
    """The yardstick of a game, if it has one."""
    arena = ARENA.find(game_id)
    return None if arena is None else arena.yardstick


def view_with_open_hands(game: AnyGame, state: Any, seat: Seat) -> Any:
    """The seat's view with every hand face up; cards still in the deck stay hidden."""
    return structs.replace(open_view(game.id, state), seat=seat)
