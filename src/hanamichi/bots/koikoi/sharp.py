"""The bot `sharp`: a network trained by self-play, looking one move ahead."""

from __future__ import annotations

import importlib
from random import Random

from hanamichi.bots.bot import Bot, Choice, Sight


class SharpBot:
    """Plays the move that the network expects the most points from."""

    def __init__(self) -> None:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        module = importlib.import_module("hanamichi.bots.koikoi.network.one_ply_bot")
        module.warm_up()
        self._bot: Bot = module.OnePlyBot()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return self._bot.choose(sight, chance)
