"""Compile the kernels of a bot, or load them from the cache, before its first move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hanamichi.bots.bot import Bot, Sight
from hanamichi.catalog import new_match


def warm_up_by_playing(preset: str, bots: Sequence[Bot], plies: int | None = None) -> None:
    """Let bots, one for each seat, play a match to its end or for a number of plies."""
    match = new_match(preset, len(bots), seed=1)
    while (seat := match.to_act) is not None and plies != 0:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bots[seat].choose(sight, Random(1)).action)
        if plies is not None:
            plies -= 1
