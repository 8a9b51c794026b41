"""The search at the table."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.reasons import KEEP_HAND, ONLY_MOVE, by_odds
from hanamichi.bots.koikoi.search.world_search import SearchResult, WorldSearch
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
    """Tries its actions in deals that could be, and takes the one that wins most matches."""

    def __init__(self, budget: Budget) -> None:
        self._thinker = WorldSearch(budget)

    def interrupt(self) -> None:
        """Have the thought that is being thought end now, with the best so far."""
        self._thinker.clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        legal = sight.legal
        if len(legal) == 1:
            return Choice(legal[0], ONLY_MOVE)
        keep = next((action for action in legal if isinstance(action, Keep)), None)
        if keep is not None:
            return Choice(keep, KEEP_HAND)
        thought = self._thinker.think(position_of(sight), chance)
        action = setup.action_of(thought.action)
        assert action in legal
        return Choice(action, _why(thought, deciding=isinstance(legal[0], Stop)))


def _why(thought: SearchResult, *, deciding: bool) -> Reason:
    chances = thought.standings
    if not deciding:
        percent = round(100 * chances[thought.action])
        return Reason("search-best", {"count": thought.worlds, "percent": percent})
    return by_odds(chances[r.A_STOP], chances[r.A_KOI_KOI], stops=thought.action == r.A_STOP)
