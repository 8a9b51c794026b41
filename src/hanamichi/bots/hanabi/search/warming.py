"""Having the kernels of a search ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Bot, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.hats.warming import warm as warm_hats
from hanamichi.bots.hanabi.search.pair.player import PairPlayer
from hanamichi.bots.hanabi.search.player import SearchPlayer
from hanamichi.catalog import new_match


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a game."""
    warm_hats()
    budget = Budget(rollouts=1)
    _play([SearchPlayer(budget) for _ in range(3)])
    _play([PairPlayer(budget) for _ in range(2)])


def _play(team: list[Bot]) -> None:
    match = new_match("hanabi/online", len(team), seed=1)
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(team[seat].choose(sight, Random(1)).action)
