"""How hard a puzzle is: by the bots that get it wrong."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Bot, Sight
from hanamichi.bots.spec import read_bot
from hanamichi.core import Action

GRADERS = ("novice", "regular", "sharp", "search:rollouts=100")
"""From weak to strong. Each that misses the answer makes a puzzle one level harder."""
ASKED = 5
"""How often each is asked; it misses the answer if it does so more often than not."""


def level_of(sight: Sight, best: Action) -> int:
    """1 if every bot finds the best action, 5 if none does."""
    return 1 + sum(_misses(_bot(spec), sight, best) for spec in GRADERS)


def _misses(bot: Bot, sight: Sight, best: Action) -> bool:
    found = [bot.choose(sight, Random(f"grader {n}")).action == best for n in range(ASKED)]
    return 2 * sum(found) < ASKED


@cache
def _bot(spec: str) -> Bot:
    return read_bot("koikoi", spec).make()
