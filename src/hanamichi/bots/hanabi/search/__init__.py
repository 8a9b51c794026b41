"""Belief search: moves are tried by rollouts in worlds consistent with what the seat knows.

`SearchBot` picks the search for a table: `hats_search_bot`, where the others follow the hat
strategy, `pair.pair_search_bot` for two players who follow the network, or
`conventions.companion_search_bot` beside people and other bots.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.hanabi import HanabiView

OWLS = ("expert", "search")
"""The bots that play by hats or by the network."""


class SearchBot:
    """Searches on top of the expert's strategies, within a budget of time or of rollouts.

    In other company it searches on top of the companion's conventions, or plays as the companion
    where another search does so already: what one of them does, the other would misread.
    """

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        hats = importlib.import_module("hanamichi.bots.hanabi.search.hats_search_bot")
        pair = importlib.import_module("hanamichi.bots.hanabi.search.pair.pair_search_bot")
        companion = importlib.import_module(
            "hanamichi.bots.hanabi.search.conventions.companion_search_bot"
        )
        self._networks = importlib.import_module("hanamichi.bots.hanabi.network.network_bot")
        hats.warm_up()
        companion.warm_up()
        budget = Budget(ms, rollouts)
        self._hats: Bot = hats.HatsSearchBot(budget)
        self._pair: Bot = pair.pair_search_or_weaker(budget)
        self._companion_search: Bot = companion.CompanionSearchBot(budget)
        self._companion = CompanionBot()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        return self._team(view, sight.company).choose(sight, chance)

    def _team(self, view: HanabiView, company: Sequence[str | None]) -> Bot:
        """The search for this table."""
        if any(bot not in OWLS for bot in company):
            searches = (seat for seat, bot in enumerate(company) if bot == "search")
            first = next(searches, view.seat)
            return self._companion_search if first == view.seat else self._companion
        trained = self._networks.was_trained_for(view.options, view.players)
        return self._pair if trained else self._hats
