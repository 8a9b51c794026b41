"""The network as a bot: looks one move ahead, and calculates roughly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.koikoi.network.equity import points_stakes
from hanamichi.bots.koikoi.network.one_ply_policy import evaluate_actions, new_workspace
from hanamichi.bots.koikoi.network.position import Position, position_of
from hanamichi.bots.koikoi.network.value_network import trained_weights
from hanamichi.bots.koikoi.reasons import (
    CALL_BEHIND,
    KEEP_HAND,
    STOP_WINS,
    reason_by_points,
    why_play,
)
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.core import Action
from hanamichi.koikoi.actions import Keep, Stop
from hanamichi.koikoi.options import KoiKoiCalls
from hanamichi.koikoi.view import KoiKoiView

FINE, COARSE = 0.4, 1.0
"""Moves that differ by fewer points count as equal, where a round is worth little or much."""


@cache
def warm_up() -> None:
    """Compile or load the kernels, and load the weights."""
    warm_up_by_playing("koikoi/nintendo", [OnePlyBot(), OnePlyBot()], plies=1)


class OnePlyBot:
    """Evaluates every move with the network, without playing on."""

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
        values = self._values(position)
        if isinstance(legal[0], Stop):
            return _decide(position, legal, values)
        once = position.view.options.koikoi_calls is KoiKoiCalls.ONE
        step = FINE if once else COARSE
        coarse = {action: round(points / step) for action, points in values.items()}
        top = max(coarse.values())
        best = chance.choice([action for action in legal if coarse[action] == top])
        return Choice(best, why_play(position.view, best))

    def _values(self, position: Position) -> dict[Action, float]:
        """The expected points of each action."""
        o = setup.option_vector(position.view.options)
        count = int(
            evaluate_actions(
                position.row, o, trained_weights().at(o), points_stakes(), self._workspace
            )
        )
        actions = map(setup.action_of, self._workspace.actions[:count].tolist())
        return dict(zip(actions, self._workspace.values[:count].tolist(), strict=True))


def _decide(position: Position, legal: Sequence[Action], values: dict[Action, float]) -> Choice:
    """In the last round by the result of the match, else by points."""
    view, (stop, call) = position.view, legal
    assert view.stop is not None
    if view.number == view.options.rounds:
        other = view.scores[1 - position.seat]
        ahead = view.scores[position.seat] + view.stop.points - other
        if ahead:
            return Choice(stop, STOP_WINS) if ahead > 0 else Choice(call, CALL_BEHIND)
    stops = values[stop] >= values[call]
    reason = reason_by_points(view.stop.points, values[call], stops=stops)
    return Choice(stop if stops else call, reason)
