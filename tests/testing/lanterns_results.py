"""Results and statistics of Lanterns."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.server.table.events import MatchEnding
from hanamichi.server.table.result import CountedMatch, GameResults, by_preset
from tests.testing.lanterns import LanternsState
from tests.testing.lanterns_messages import LanternsResult, LanternsStatistics


class LanternsResults(GameResults[LanternsResult]):
    """Lanterns hung and matches won."""

    def result(self, ending: MatchEnding, state: LanternsState) -> LanternsResult:
        return LanternsResult(reason=ending.reason, scores=ending.scores, winners=ending.winners)

    def statistics(self, matches: Sequence[CountedMatch[LanternsResult]]) -> dict[str, object]:
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
