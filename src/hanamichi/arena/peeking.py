"""Yardsticks that look at what is hidden. Only the arena knows them; no table seats one."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from hanamichi.arena.hanabi_peek import HanabiPeek
from hanamichi.arena.koikoi_peek import KoiKoiPeek
from hanamichi.bots.bot import Bot
from hanamichi.catalog import AnyGame
from hanamichi.core import Seat
from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.view import open_view as open_hanabi
from hanamichi.koikoi import KoiKoiState
from hanamichi.koikoi.view import open_view as open_koikoi

PEEK = "peek"
"""What it is called in a line-up."""
YARDSTICKS: dict[str, type[Bot]] = {"hanabi": HanabiPeek, "koikoi": KoiKoiPeek}


def over_everybodys_shoulder(game: AnyGame, state: Any, seat: Seat) -> Any:
    """The seat's view with every hand face up; nobody sees what comes from the deck."""
    match state:
        case HanabiState():
            return structs.replace(open_hanabi(state), seat=seat)
        case KoiKoiState():
            return structs.replace(open_koikoi(state), seat=seat)
        case _:
            raise TypeError(f"nobody peeks at {game.id}")
