"""Results and statistics of Koi-Koi."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hanamichi.core import Position, Seat
from hanamichi.koikoi import KoiKoiState, Yaku
from hanamichi.koikoi.events import CardPlayed, RoundEnded, RoundStarted
from hanamichi.server.protocol.koikoi_messages import KoiKoiResult, KoiKoiStatistics, YakuCount
from hanamichi.server.table.events import MatchEnding
from hanamichi.server.table.result import (
    CountedMatch,
    GameResults,
    Opening,
    PlayedDeal,
    StoredResult,
    by_preset,
)


class StoredKoiKoiResult(StoredResult, frozen=True, kw_only=True, tag="koikoi"):
    """Points, rounds, and the yaku that won them; pairs are of seats 0 and 1."""

    scores: tuple[int, int]
    winners: tuple[Seat, ...]
    rounds: int
    rounds_won: tuple[int, int]
    yaku: tuple[Mapping[Yaku, int], Mapping[Yaku, int]]


class KoiKoiResults(GameResults[StoredKoiKoiResult]):
    """Points, rounds, and the yaku that won them."""

    stored = StoredKoiKoiResult

    def result(self, ending: MatchEnding, state: KoiKoiState) -> StoredKoiKoiResult:
        first, second = ending.scores
        winners = [result.winner for result in state.results]
        return StoredKoiKoiResult(
            reason=ending.reason,
            scores=(first, second),
            winners=ending.winners,
            rounds=len(state.results),
            rounds_won=(winners.count(0), winners.count(1)),
            yaku=(_yaku_won_with(state, 0), _yaku_won_with(state, 1)),
        )

    def message(self, result: StoredKoiKoiResult) -> KoiKoiResult:
        return KoiKoiResult(
            reason=result.reason,
            scores=result.scores,
            winners=result.winners,
            rounds=result.rounds,
            rounds_won=result.rounds_won,
            yaku=result.yaku,
        )

    def points(self, result: StoredKoiKoiResult, seat: Seat) -> int:
        return result.scores[seat] - result.scores[1 - seat]

    def deals(self, positions: Iterable[Position[Any, Any]], seat: Seat) -> list[PlayedDeal]:
        found: list[PlayedDeal] = []
        begun, opening = 0, None
        for position in positions:
            for event in position.events:
                match event:
                    case RoundStarted():
                        begun, opening = position.ply, None
                    case CardPlayed(seat=actor, card=card, captured=taken) if (
                        actor == seat and opening is None
                    ):
                        opening = Opening(card.month, card.kind.value, bool(taken))
                    case RoundEnded(result=result):
                        points = result.points if result.winner == seat else -result.points
                        found.append(PlayedDeal(ply=begun, points=points, opening=opening))
                    case _:
                        pass
        return found

    def statistics(self, matches: Sequence[CountedMatch[StoredKoiKoiResult]]) -> dict[str, object]:
        yaku: Counter[Yaku] = Counter()
        for match in matches:
            yaku.update(match.result.yaku[match.seat])
        return {
            "koikoi": tuple(_edition(*edition) for edition in by_preset(matches)),
            "yaku": tuple(YakuCount(name, rounds) for name, rounds in yaku.most_common()),
        }


def _yaku_won_with(state: KoiKoiState, seat: int) -> dict[Yaku, int]:
    return Counter(
        entry.yaku
        for result in state.results
        if result.winner == seat and result.value is not None
        for entry in result.value.yaku
    )


def _edition(preset: str, matches: Sequence[CountedMatch[StoredKoiKoiResult]]) -> KoiKoiStatistics:
    won = sum(match.seat in match.result.winners for match in matches)
    drawn = sum(not match.result.winners for match in matches)
    return KoiKoiStatistics(
        preset=preset,
        matches=len(matches),
        won=won,
        drawn=drawn,
        lost=len(matches) - won - drawn,
        points=sum(match.result.scores[match.seat] for match in matches),
        points_against=sum(match.result.scores[1 - match.seat] for match in matches),
        rounds=sum(match.result.rounds for match in matches),
        rounds_won=sum(match.result.rounds_won[match.seat] for match in matches),
    )


KOIKOI_RESULTS = KoiKoiResults()
