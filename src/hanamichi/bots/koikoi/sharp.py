"""A sharp opponent: a network that learned from games with itself, and what the match asks for."""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight

_NETWORK = "hanamichi.bots.koikoi.network"


class SharpBot:
    """Takes what serves it, denies what serves you, and lays what you cannot take."""

    def __init__(self) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_NETWORK}.warming").warm()
        self._player: Bot = importlib.import_module(f"{_NETWORK}.player").NetworkPlayer()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._player.choose(sight, chance)
