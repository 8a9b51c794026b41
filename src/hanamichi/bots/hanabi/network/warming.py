"""Having the kernels and the weights ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.network.player import NetworkPlayer
from hanamichi.catalog import new_match


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a game."""
    match = new_match("hanabi/online", 2, seed=1)
    pair = NetworkPlayer(), NetworkPlayer()
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(pair[seat].choose(sight, Random(1)).action)
