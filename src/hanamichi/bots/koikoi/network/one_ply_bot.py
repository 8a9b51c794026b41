"""The network at the table: looks one move ahead, and reckons in whole points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.koikoi.network.equity import points_alone
from hanamichi.bots.koikoi.network.one_ply_policy import new_workspace, weigh
from hanamichi.bots.koikoi.network.position import Position, position_of
from hanamichi.bots.koikoi.network.value_network import shipped
from hanamichi.bots.koikoi.reasons import (
    CALL_BEHIND,
    KEEP_HAND,
    STOP_WINS,
    by_points,
    why_play,
)
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.core import Action
from hanamichi.koikoi.actions import Keep, Stop
from hanamichi.koikoi.options import KoiKoiCalls
from hanamichi.koikoi.view import KoiKoiView

FINE, COARSE = 0.8, 5.0
"""Moves that differ by fewer points look alike, where a round is worth little or much."""


@cache
def warm_up() -> None:
    """Compile or load the kernels, and load the weights."""
    warm_up_by_playing("koikoi/nintendo", [OnePlyBot(), OnePlyBot()], plies=1)


class OnePlyBot:
    """Asks the network about every move, and plays none of them out."""

    def __init__(self) -> None:
        self._workspace = new_workspace()

    def choose(self, sight: Sight, chance: Random) -> Choice:
        legal = sight.legal
        keep = next((action for action in legal if isinstance(action, Keep)), None)
        if keep is not None:
            return Choice(keep, KEEP_HAND)
        if len(legal) == 1:
            view = sight.view
            assert isinstance(view, KoiKoiView)
            return Choice(legal[0], why_play(view, legal[0], only=True))
        position = position_of(sight)
        promises = self._promises(position)
        if isinstance(legal[0], Stop):
            return _decide(position, legal, promises)
        once = position.view.options.koikoi_calls is KoiKoiCalls.ONE
        step = FINE if once else COARSE
        coarse = {action: round(points / step) for action, points in promises.items()}
        top = max(coarse.values())
        best = chance.choice([action for action in legal if coarse[action] == top])
        return Choice(best, why_play(position.view, best))

    def _promises(self, position: Position) -> dict[Action, float]:
        """The points that each action may be hoped to bring, or lose."""
        o = setup.option_vector(position.view.options)
        count = int(weigh(position.row, o, shipped().at(o), points_alone(), self._workspace))
        actions = map(setup.action_of, self._workspace.actions[:count].tolist())
        return dict(zip(actions, self._workspace.values[:count].tolist(), strict=True))


def _decide(position: Position, legal: Sequence[Action], promises: dict[Action, float]) -> Choice:
    """In the last round by who wins the match, else by points."""
    view, (stop, call) = position.view, legal
    assert view.stop is not None
    if view.number == view.options.rounds:
        other = view.scores[1 - position.seat]
        ahead = view.scores[position.seat] + view.stop.points - other
        if ahead:
            return Choice(stop, STOP_WINS) if ahead > 0 else Choice(call, CALL_BEHIND)
    stops = promises[stop] >= promises[call]
    reason = by_points(view.stop.points, promises[call], stops=stops)
    return Choice(stop if stops else call, reason)
