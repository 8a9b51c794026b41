"""A seat of the expert team, whatever its size."""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.hanabi import HanabiView

_HATS = "hanamichi.bots.hanabi.hats"
_NETWORK = "hanamichi.bots.hanabi.network"


class ExpertBot:
    """Strongest among its own kind: every seat reads every move by the same agreed code.

    Two at an ordinary table play as they learned from billions of games with each other; in every
    other team the code is of hats.
    """

    def __init__(self) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_HATS}.warming").warm()
        self._hats: Bot = importlib.import_module(f"{_HATS}.player").HatPlayer()
        importlib.import_module(f"{_NETWORK}.warming").warm()
        self._network: Bot = importlib.import_module(f"{_NETWORK}.player").NetworkPlayer()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._team(sight.view).choose(sight, chance)

    def _team(self, view: HanabiView) -> Bot:
        """Who plays at such a table."""
        player = importlib.import_module(f"{_NETWORK}.player")
        learned = player.was_trained_for(view.options, view.players)
        return self._network if learned else self._hats
