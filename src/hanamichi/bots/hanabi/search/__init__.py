"""Belief search: moves are tried by rollouts in worlds consistent with what the seat knows.

`SearchBot` picks the search for a table: `hats_search_bot`, where the others follow the hat
strategy, or `pair.pair_search_bot` for two players who follow the network.
"""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.hanabi import HanabiView


class SearchBot:
    """Searches on top of the expert's strategies, within a budget of time or of rollouts."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        hats = importlib.import_module("hanamichi.bots.hanabi.search.hats_search_bot")
        pair = importlib.import_module("hanamichi.bots.hanabi.search.pair.pair_search_bot")
        self._networks = importlib.import_module("hanamichi.bots.hanabi.network.network_bot")
        hats.warm_up()
        budget = Budget(ms, rollouts)
        self._hats: Bot = hats.HatsSearchBot(budget)
        self._pair: Bot = pair.pair_search_or_weaker(budget)

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        return self._team(view).choose(sight, chance)

    def _team(self, view: HanabiView) -> Bot:
        """The search for this table."""
        trained = self._networks.was_trained_for(view.options, view.players)
        return self._pair if trained else self._hats
