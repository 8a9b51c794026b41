"""Having the kernels of the search ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.koikoi.search.player import SearchPlayer
from hanamichi.catalog import new_match

PLIES = 12
"""By then somebody has played something that has to be explained."""


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a little."""
    match = new_match("koikoi/nintendo", seed=1)
    player = SearchPlayer(Budget(rollouts=64))
    for _ in range(PLIES):
        seat = match.to_act
        assert seat is not None
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(player.choose(sight, Random(1)).action)
