"""What somebody's games come to, edition by edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from hanamichi.koikoi import Yaku
from hanamichi.server.protocol.replay_messages import (
    HanabiResult,
    HanabiStatistics,
    KoiKoiResult,
    KoiKoiStatistics,
    ScorePoint,
    Statistics,
    YakuCount,
)
from hanamichi.server.storage.archive import CountedMatch

T = TypeVar("T")
_LATEST = 200
"""How many games a line of scores shows."""


def statistics(matches: Iterable[CountedMatch]) -> Statistics:
    """The sums of one person's matches, which come with the oldest first."""
    hanabi: dict[str, list[tuple[CountedMatch, HanabiResult]]] = {}
    koikoi: dict[str, list[tuple[CountedMatch, KoiKoiResult]]] = {}
    yaku: Counter[Yaku] = Counter()
    for match in matches:
        if isinstance(match.result, HanabiResult):
            hanabi.setdefault(match.preset, []).append((match, match.result))
        else:
            koikoi.setdefault(match.preset, []).append((match, match.result))
            yaku.update(match.result.yaku[match.seat])
    return Statistics(
        hanabi=tuple(_hanabi(preset, games) for preset, games in _most_played(hanabi)),
        koikoi=tuple(_koikoi(preset, games) for preset, games in _most_played(koikoi)),
        yaku=tuple(YakuCount(name, rounds) for name, rounds in yaku.most_common()),
    )


def _most_played(editions: dict[str, list[T]]) -> list[tuple[str, list[T]]]:
    return sorted(editions.items(), key=lambda item: -len(item[1]))


def _hanabi(preset: str, games: list[tuple[CountedMatch, HanabiResult]]) -> HanabiStatistics:
    results = [result for _, result in games]
    scores = [result.score for result in results]
    return HanabiStatistics(
        preset=preset,
        games=len(games),
        won=sum(result.result == "won" for result in results),
        lost=sum(result.result in ("lost", "abandoned") for result in results),
        best=max(scores),
        mean=round(sum(scores) / len(scores), 2),
        scores=tuple(
            ScorePoint(match.replay_id, match.ended, result.score, result.maximum)
            for match, result in games[-_LATEST:]
        ),
    )


def _koikoi(preset: str, matches: list[tuple[CountedMatch, KoiKoiResult]]) -> KoiKoiStatistics:
    won = sum(match.seat in result.winners for match, result in matches)
    drawn = sum(not result.winners for _, result in matches)
    return KoiKoiStatistics(
        preset=preset,
        matches=len(matches),
        won=won,
        drawn=drawn,
        lost=len(matches) - won - drawn,
        points=sum(result.scores[match.seat] for match, result in matches),
        points_against=sum(result.scores[1 - match.seat] for match, result in matches),
        rounds=sum(result.rounds for _, result in matches),
        rounds_won=sum(result.rounds_won[match.seat] for match, result in matches),
    )
