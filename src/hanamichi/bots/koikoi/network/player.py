"""The network at the table: looks one move ahead, and takes what wins most matches."""

from __future__ import annotations

from random import Random

from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi import setup
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.koikoi.network.policy import new_desk, weigh
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.network.table import table_of
from hanamichi.bots.koikoi.reasons import (
    CALL_BEHIND,
    KEEP_HAND,
    ONLY_MOVE,
    STOP_WINS,
    by_odds,
    why_play,
)
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.actions import Keep, Stop


class NetworkPlayer:
    """Asks the network about every move, and plays none of them out."""

    def __init__(self) -> None:
        self._desk = new_desk()

    def choose(self, sight: Sight, _chance: Random) -> Choice:
        legal = sight.legal
        if len(legal) == 1:
            return Choice(legal[0], ONLY_MOVE)
        keep = next((action for action in legal if isinstance(action, Keep)), None)
        if keep is not None:
            return Choice(keep, KEEP_HAND)
        position = position_of(sight)
        count = int(weigh(position.row, *table_of(position.view), self._desk))
        values = self._desk.values[:count]
        action = setup.action_of(int(self._desk.actions[int(values.argmax())]))
        assert action in legal
        if not isinstance(legal[0], Stop):
            return Choice(action, why_play(position.view, action))
        promises = dict(zip(self._desk.actions[:count].tolist(), values.tolist(), strict=True))
        return Choice(action, _why_decide(position.view, promises))


def _why_decide(view: KoiKoiView, promises: dict[int, float]) -> Reason:
    """Why to stop or to go on: by what is at stake, else by the chances of winning the match."""
    assert view.seat is not None
    assert view.stop is not None
    stops = promises[r.A_STOP] >= promises[r.A_KOI_KOI]
    if view.number == view.options.rounds:
        ahead = view.scores[view.seat] + view.stop.points - view.scores[1 - view.seat]
        if stops and ahead > 0:
            return STOP_WINS
        if not stops and ahead < 0:
            return CALL_BEHIND
    return by_odds(promises[r.A_STOP], promises[r.A_KOI_KOI], stops=stops)
