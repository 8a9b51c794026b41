"""Records of Lanterns."""

from __future__ import annotations

from typing import Any

from hanamichi.core import MatchRecord
from hanamichi.records import GameRecords
from hanamichi.records.game_records import abandonment, winners_by_forfeit
from tests.testing.lanterns import LanternsState


class LanternsRecords(GameRecords):
    """What hangs counts, also in a match that was not finished."""

    def scores(self, state: LanternsState) -> tuple[int, ...]:
        seats = range(len(state.hands))
        return tuple(sum(owner == seat for owner, _ in state.hung) for seat in seats)

    def unfinished(self, record: MatchRecord, state: LanternsState) -> dict[str, Any]:
        return {
            **abandonment(record),
            "scores": self.scores(state),
            "winners": winners_by_forfeit(record),
        }


LANTERNS_RECORDS = LanternsRecords()
