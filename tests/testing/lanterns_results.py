"""Results and statistics of Lanterns."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.core import Seat
from hanamichi.server.table.events import MatchEnding
from hanamichi.server.table.result import CountedMatch, GameResults, StoredResult, by_preset
from tests.testing.lanterns import LanternsState
from tests.testing.lanterns_messages import LanternsResult, LanternsStatistics


class StoredLanternsResult(StoredResult, frozen=True, kw_only=True, tag="lanterns"):
    """What the database stores of a finished match."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class LanternsResults(GameResults[StoredLanternsResult]):
    """Lanterns hung and matches won."""

    stored = StoredLanternsResult

    def result(self, ending: MatchEnding, state: LanternsState) -> StoredLanternsResult:
        return StoredLanternsResult(
            reason=ending.reason, scores=ending.scores, winners=ending.winners
        )

    def message(self, result: StoredLanternsResult) -> LanternsResult:
        return LanternsResult(reason=result.reason, scores=result.scores, winners=result.winners)

    def points(self, result: StoredLanternsResult, seat: Seat) -> int:
        return result.scores[seat]

    def statistics(
        self, matches: Sequence[CountedMatch[StoredLanternsResult]]
    ) -> dict[str, object]:
        return {
            "lanterns": tuple(
                LanternsStatistics(
                    preset=preset,
                    matches=len(played),
                    won=sum(match.seat in match.result.winners for match in played),
                    hung=sum(match.result.scores[match.seat] for match in played),
                )
                for preset, played in by_preset(matches)
            )
        }


LANTERNS_RESULTS = LanternsResults()
