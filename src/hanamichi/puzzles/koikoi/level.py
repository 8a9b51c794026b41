"""How hard a puzzle is: by the bots that miss it, its margin, and how much there is to weigh."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Bot, Sight
from hanamichi.bots.spec import read_bot
from hanamichi.core import Action

EASY = (1, 2, 3)
"""Levels of puzzles that most bots solve."""
HARDEST = 5
GRADERS = ("novice", "regular", "sharp", "search:rollouts=100")
"""From weak to strong."""
ASKED = 5
"""How often each is asked; it misses the answer if it does so more often than not."""
CLOSE = 0.05
"""A smaller margin is hard to see."""
MANY = 5
"""So many answers are hard to weigh."""


def level_of(misses: int, margin: float, answers: int) -> int:
    """1 if every bot finds the answer; one more for each that does not, and for each difficulty."""
    return min(HARDEST, 1 + misses + (margin < CLOSE) + (answers >= MANY))


def bots_agree(sight: Sight) -> bool:
    """Whether the bots that need no time all do the same: then it is hardly a hard puzzle."""
    choices = [_bot(spec).choose(sight, Random("grader 0")).action for spec in GRADERS[:-1]]
    return all(choice == choices[0] for choice in choices)


def misses_of(sight: Sight, best: Action) -> int:
    """How many of the bots do not find the best action."""
    return sum(_misses(_bot(spec), sight, best) for spec in GRADERS)


def _misses(bot: Bot, sight: Sight, best: Action) -> bool:
    found = [bot.choose(sight, Random(f"grader {n}")).action == best for n in range(ASKED)]
    return 2 * sum(found) < ASKED


@cache
def _bot(spec: str) -> Bot:
    return read_bot("koikoi", spec).make()
