"""The bot `expert`, for every number of players."""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.hanabi import HanabiView


class ExpertBot:
    """Strongest in a team of its own kind: all seats read moves by the same agreed strategy.

    Two players at an ordinary table use the network trained by self-play; all others use hats.
    """

    def __init__(self) -> None:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        hats = importlib.import_module("hanamichi.bots.hanabi.hats.hats_bot")
        self._networks = importlib.import_module("hanamichi.bots.hanabi.network.network_bot")
        hats.warm_up()
        self._hats: Bot = hats.HatsBot()
        self._network: Bot = self._networks.network_or_weaker()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        return self._team(view).choose(sight, chance)

    def _team(self, view: HanabiView) -> Bot:
        """The strategy for this table."""
        trained = self._networks.was_trained_for(view.options, view.players)
        return self._network if trained else self._hats
