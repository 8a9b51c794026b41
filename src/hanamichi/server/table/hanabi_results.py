"""Results and statistics of Hanabi."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import outcome_of
from hanamichi.server.protocol.hanabi_messages import HanabiResult, HanabiStatistics, ScorePoint
from hanamichi.server.table.events import MatchEnding
from hanamichi.server.table.result import CountedMatch, GameResults, by_preset

_MAX_SCORES = 200
"""How many games a line of scores shows."""


class HanabiResults(GameResults[HanabiResult]):
    """The score of the team."""

    def result(self, ending: MatchEnding, state: HanabiState) -> HanabiResult:
        outcome = outcome_of(state)
        return HanabiResult(
            reason=ending.reason,
            result="abandoned" if outcome is None else outcome.result,
            score=ending.scores[0],
            maximum=layout_of(state.options).maximum,
        )

    def statistics(self, matches: Sequence[CountedMatch[HanabiResult]]) -> dict[str, object]:
        return {"hanabi": tuple(_edition(*edition) for edition in by_preset(matches))}


def _edition(preset: str, games: Sequence[CountedMatch[HanabiResult]]) -> HanabiStatistics:
    results = [game.result for game in games]
    scores = [result.score for result in results]
    return HanabiStatistics(
        preset=preset,
        games=len(games),
        won=sum(result.result == "won" for result in results),
        lost=sum(result.result in ("lost", "abandoned") for result in results),
        best=max(scores),
        mean=round(sum(scores) / len(scores), 2),
        scores=tuple(
            ScorePoint(game.replay_id, game.ended, game.result.score, game.result.maximum)
            for game in games[-_MAX_SCORES:]
        ),
    )


HANABI_RESULTS = HanabiResults()
