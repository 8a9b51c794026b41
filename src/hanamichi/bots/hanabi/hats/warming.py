"""Having the kernels of the team ready before anybody waits for them."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from hanamichi.batch.hanabi.setup import option_vector, pack
from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.hats.memory import MEMORY_CELLS, MEMORY_TYPE
from hanamichi.bots.hanabi.hats.player import HatPlayer
from hanamichi.bots.hanabi.hats.strategy import advance, begin, decide, play_out, says_the_truth
from hanamichi.catalog import new_match


@cache
def warm() -> None:
    """Have every kernel compiled and kept, or loaded when it is, by playing a game both ways."""
    match = new_match("hanabi/online", 3, seed=1)
    row, o = pack(match.state), option_vector(match.options, 3)
    memory, rng = np.zeros(MEMORY_CELLS, MEMORY_TYPE), np.zeros(1, np.uint64)
    begin(row, o, memory)
    action = int(decide(row, o, memory))
    says_the_truth(row, o, memory, action)
    advance(row, o, memory, action, rng, 0)
    play_out(row, o, memory, rng, 0)
    team = [HatPlayer() for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(team[seat].choose(sight, Random(1)).action)
