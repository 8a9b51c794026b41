"""A seat that thinks: follows the hats unless it finds, by trying, something surely better."""

from __future__ import annotations

from functools import cache
from random import Random

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.hats.hats_bot import HatsBot
from hanamichi.bots.hanabi.hats.hats_bot import warm_up as warm_up_hats
from hanamichi.bots.hanabi.search.hats_search import HatsSearch, Position
from hanamichi.bots.hanabi.search.history_tracker import HistoryTracker
from hanamichi.bots.hanabi.search.rollout_search import SearchResult
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.hanabi import HanabiView


@cache
def warm_up() -> None:
    """Compile or load every kernel of the search."""
    warm_up_hats()
    budget = Budget(rollouts=1)
    warm_up_by_playing("hanabi/online", [HatsSearchBot(budget) for _ in range(3)])


class HatsSearchBot:
    """Belief search over the hats. Among players who do not speak hats it plays as an expert."""

    def __init__(self, budget: Budget) -> None:
        self._plain = HatsBot()
        self._seat: HistoryTracker | None = None
        self._thinker = HatsSearch(budget)

    def interrupt(self) -> None:
        """Have a choice that is under way in another thread made with the best so far."""
        self._thinker.clock.stopped = True

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        seat = self._followed(view)
        seat.hear(sight.events)
        seed = chance.getrandbits(62)
        if not seat.sense or seat.row[r.PENDING]:
            return self._plain.choose(sight, chance)
        position = Position(seat.row, seat.vector, seat.memory, seat.history)
        thought = self._thinker.think(position, seed)
        if thought is None:
            return self._plain.choose(sight, chance)
        action = action_of(seat.options, seat.hands, seat.seat, thought.action)
        return Choice(action, reason_of(thought))

    def _followed(self, view: HanabiView) -> HistoryTracker:
        """The memory of this match, or a new one for another table."""
        seat = self._seat
        assert view.seat is not None
        table = (view.options, view.players, view.seat)
        if seat is None or (seat.options, seat.players, seat.seat) != table:
            seat = self._seat = HistoryTracker(*table)
        return seat


def reason_of(thought: SearchResult) -> Reason:
    """What a thought came to, in a word."""
    if not thought.worlds:
        return Reason("only-move")
    score = f"number:{thought.score:.1f}"
    if thought.solved:
        return Reason("search-endgame", {"score": score})
    if thought.action == thought.plain:
        return Reason("search-agrees")
    gain = f"number:{thought.gain:.2f}"
    return Reason("search-best", {"count": thought.worlds, "score": score, "gain": gain})
