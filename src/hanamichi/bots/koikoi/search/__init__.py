"""Monte-Carlo search: actions are tried in sampled worlds, the network choosing for both seats.

`world_search` is the search, `worlds` and `hand_beliefs` sample the hidden cards, `playouts` plays
on in them, and `action_elimination` compares the actions. The network is `sharp`'s, in
`bots/koikoi/network/`. `round_ends` plays rounds to their end, for reviews and puzzles.
"""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget


class SearchBot:
    """Searches within a budget of time or of rollouts."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        module = importlib.import_module("hanamichi.bots.koikoi.search.world_search_bot")
        module.warm_up()
        self._bot: Bot = module.WorldSearchBot(Budget(ms, rollouts))

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._bot.choose(sight, chance)
