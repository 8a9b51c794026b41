"""A seat of the expert team, whatever its size."""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight

_HATS = "hanamichi.bots.hanabi.hats"


class ExpertBot:
    """Strongest among its own kind: every seat reads every move by the same agreed code."""

    def __init__(self) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_HATS}.warming").warm()
        self._hats: Bot = importlib.import_module(f"{_HATS}.player").HatPlayer()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._team(sight.view.players).choose(sight, chance)

    def _team(self, players: int) -> Bot:
        """Who plays in a team of so many."""
        del players  # two speak hats as well, until they have a tongue of their own
        return self._hats
