"""Results and statistics of Hanabi."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from hanamichi.core import Position, Seat
from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import outcome_of
from hanamichi.server.protocol.hanabi_messages import HanabiResult, HanabiStatistics, ScorePoint
from hanamichi.server.table.events import MatchEnding
from hanamichi.server.table.result import (
    CountedMatch,
    GameResults,
    PlayedDeal,
    StoredResult,
    by_preset,
)

_MAX_SCORES = 200
"""How many games a line of scores shows."""


class StoredHanabiResult(StoredResult, frozen=True, kw_only=True, tag="hanabi"):
    """The score of the team."""

    result: Literal["won", "scored", "lost", "abandoned"]
    score: int
    maximum: int


class HanabiResults(GameResults[StoredHanabiResult]):
    """The score of the team."""

    stored = StoredHanabiResult

    def result(self, ending: MatchEnding, state: HanabiState) -> StoredHanabiResult:
        outcome = outcome_of(state)
        return StoredHanabiResult(
            reason=ending.reason,
            result="abandoned" if outcome is None else outcome.result,
            score=ending.scores[0],
            maximum=layout_of(state.options).maximum,
        )

    def message(self, result: StoredHanabiResult) -> HanabiResult:
        return HanabiResult(
            reason=result.reason,
            result=result.result,
            score=result.score,
            maximum=result.maximum,
        )

    def points(self, result: StoredHanabiResult, seat: Seat) -> int:
        return result.score

    def deals(self, positions: Iterable[Position[Any, Any]], seat: Seat) -> list[PlayedDeal]:
        *_, last = positions
        outcome = outcome_of(last.state)
        if outcome is None:
            return []
        maximum = layout_of(last.state.options).maximum
        return [PlayedDeal(ply=0, points=outcome.scores[seat], maximum=maximum)]

    def statistics(self, matches: Sequence[CountedMatch[StoredHanabiResult]]) -> dict[str, object]:
        return {"hanabi": tuple(_edition(*edition) for edition in by_preset(matches))}


def _edition(preset: str, games: Sequence[CountedMatch[StoredHanabiResult]]) -> HanabiStatistics:
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
