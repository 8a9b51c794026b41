"""Having the kernels and the weights ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.bots.bot import Sight
from hanamichi.bots.koikoi.network.player import NetworkPlayer
from hanamichi.catalog import new_match


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a card."""
    match = new_match("koikoi/nintendo", seed=1)
    seat = match.to_act
    assert seat is not None
    sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
    NetworkPlayer().choose(sight, Random(1))
