"""Records of Koi-Koi."""

from __future__ import annotations

from typing import Any

from hanamichi.core import MatchRecord
from hanamichi.koikoi import KoiKoiState
from hanamichi.records.game_records import GameRecords, abandonment, winners_by_forfeit


class KoiKoiRecords(GameRecords):
    """Points of the finished rounds count; running out of time loses the match."""

    def scores(self, state: KoiKoiState) -> tuple[int, ...]:
        return state.scores

    def unfinished(self, record: MatchRecord, state: KoiKoiState) -> dict[str, Any]:
        return {
            **abandonment(record),
            "scores": self.scores(state),
            "winners": winners_by_forfeit(record),
        }


KOIKOI_RECORDS = KoiKoiRecords()
