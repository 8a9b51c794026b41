"""Belief search: moves tried in worlds that can be, where everybody follows a plan to the end.

`SearchBot` sits at the table; `player` thinks in teams that speak hats, `pair.player` for two.
"""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.hanabi import HanabiView

_HERE = "hanamichi.bots.hanabi.search"
_NETWORK = "hanamichi.bots.hanabi.network"


class SearchBot:
    """An expert that looks before it leaps: tries every honest move in worlds that can be."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_HERE}.warming").warm()
        budget = Budget(ms, rollouts)
        self._hats: Bot = importlib.import_module(f"{_HERE}.player").SearchPlayer(budget)
        self._pair: Bot = importlib.import_module(f"{_HERE}.pair.player").PairPlayer(budget)

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._team(sight.view).choose(sight, chance)

    def _team(self, view: HanabiView) -> Bot:
        """Who plays at such a table."""
        player = importlib.import_module(f"{_NETWORK}.player")
        learned = player.was_trained_for(view.options, view.players)
        return self._pair if learned else self._hats
