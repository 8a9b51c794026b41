"""Having the kernels of a search ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.hats.warming import warm as warm_hats
from hanamichi.bots.hanabi.search.player import SearchPlayer
from hanamichi.bots.hanabi.search.thinking import Budget
from hanamichi.catalog import new_match


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a game."""
    warm_hats()
    match = new_match("hanabi/online", 3, seed=1)
    team = [SearchPlayer(Budget(rollouts=1)) for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(team[seat].choose(sight, Random(1)).action)
