"""The bots that play Lanterns."""

from __future__ import annotations

from random import Random

from hanamichi.bots import Choice, Reason, Sight
from hanamichi.bots.registry import RANDOM, BotInfo, GameBots
from tests.testing.lanterns import Hang


class ClimberBot:
    """Hangs the lowest lantern that can be hung."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        lowest = min(
            (action for action in sight.legal if isinstance(action, Hang)),
            key=lambda action: action.lantern,
            default=None,
        )
        if lowest is None:
            return Choice(sight.legal[-1], Reason("none-fits", {}))
        return Choice(lowest, Reason("lowest", {"lantern": lowest.lantern}))


LANTERNS_BOTS = GameBots(
    bots=(RANDOM, BotInfo("climber", "casual", ClimberBot)), usual=("climber",)
)
