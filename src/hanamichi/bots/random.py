"""The random bot."""

from __future__ import annotations

from random import Random

from hanamichi.bots.bot import Choice, Reason, Sight

ANYTHING = Reason("anything", secret=False)


class RandomBot:
    """Chooses among the legal actions with equal probability."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        return Choice(chance.choice(sight.legal), ANYTHING)
