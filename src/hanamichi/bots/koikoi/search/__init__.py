"""Monte-Carlo search: actions tried in deals that could be, both sides led by the network.

`SearchBot` sits at the table; `thinking` thinks. `worlds` imagines the hidden cards; `playouts`
plays on in them; `race` compares. The network is `sharp`'s, in `bots/koikoi/network/`.
"""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.bots.clock import Budget

_HERE = "hanamichi.bots.koikoi.search"


class SearchBot:
    """Imagines the hand you may hold, and plays on before it moves."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        # Imported only now: kernels need the extra `batch`, and a while the first time.
        importlib.import_module(f"{_HERE}.warming").warm()
        budget = Budget(ms, rollouts)
        self._player: Bot = importlib.import_module(f"{_HERE}.player").SearchPlayer(budget)

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._player.choose(sight, chance)
