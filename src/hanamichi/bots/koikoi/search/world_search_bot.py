"""The search as a bot."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random

from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.reasons import KEEP_HAND, ONLY_MOVE, reason_by_odds, why_play
from hanamichi.bots.koikoi.search.world_search import WorldSearch
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.koikoi.actions import Keep, Stop

_WARMUP_PLIES = 12
"""Enough for a play of the other seat that the sampled hands have to explain."""


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search."""
    bot = WorldSearchBot(Budget(rollouts=64))
    warm_up_by_playing("koikoi/nintendo", [bot, bot], _WARMUP_PLIES)


class WorldSearchBot:
    """Tries its actions in sampled worlds, and takes the one that wins most matches."""

    def __init__(self, budget: Budget, now: Callable[[], float] = time.monotonic) -> None:
        self._search = WorldSearch(budget, now)

    def interrupt(self) -> None:
        """Make a search that is under way in another thread return the best action so far."""
        self._search.clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        legal = sight.legal
        if len(legal) == 1:
            return Choice(legal[0], ONLY_MOVE)
        keep = next((action for action in legal if isinstance(action, Keep)), None)
        if keep is not None:
            return Choice(keep, KEEP_HAND)
        position = position_of(sight)
        result = self._search.search(position, chance)
        action = setup.action_of(result.action)
        assert action in legal
        if isinstance(legal[0], Stop):
            stop, call = result.means[r.A_STOP], result.means[r.A_KOI_KOI]
            reason = reason_by_odds(stop, call, stops=result.action == r.A_STOP)
        elif result.worlds:
            percent = round(100 * result.means[result.action])
            reason = Reason("search-best", {"count": result.worlds, "percent": percent})
        else:
            reason = why_play(position.view, action)
        return Choice(action, reason)
