"""How long a match may be at a table of a server, which keeps every move in memory."""

from __future__ import annotations

from typing import Any

from hanamichi.catalog import AnyGame
from hanamichi.core import OptionError

MAX_PLIES = 5_000
"""A hundred rounds of Koi-Koi; twenty times the longest game of Hanabi."""
MAX_GESTURES_PER_PLY = 50
"""Of one seat, until anybody decides again."""


def check_length(game: AnyGame, options: Any, players: int) -> None:
    """Refuse options by which a match could be longer than a server keeps."""
    longest = game.max_plies(options, players)
    if longest > MAX_PLIES:
        raise OptionError(
            f"A match with these options can have {longest} plies, and here it has at most "
            f"{MAX_PLIES}: choose fewer rounds",
            code="options/too-long",
        )
