"""Belief search: moves tried in worlds that can be, where everybody follows a plan to the end.

`SearchBot` sits at the table; `player` thinks; the other modules are kernels.
"""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight

_HERE = "hanamichi.bots.hanabi.search"


class SearchBot:
    """An expert that looks before it leaps: tries every honest move in worlds that can be."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_HERE}.warming").warm()
        budget = importlib.import_module(f"{_HERE}.thinking").Budget(ms, rollouts)
        self._player: Bot = importlib.import_module(f"{_HERE}.player").SearchPlayer(budget)

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._player.choose(sight, chance)
