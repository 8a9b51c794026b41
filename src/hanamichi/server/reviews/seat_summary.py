"""What is kept of the review of a seat for statistics over many matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hanamichi.core import Position
from hanamichi.review import SeatReview, Verdict
from hanamichi.review.model import MistakeKind
from hanamichi.server.table.result import RESULTS, PlayedDeal


class KindCount(msgspec.Struct, frozen=True):
    """How often a kind of mistake was made, and what it cost."""

    count: int
    loss: float


class StoredSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one seat in one match."""

    verdicts: dict[Verdict, int]
    kinds: dict[MistakeKind, KindCount]
    deals: tuple[PlayedDeal, ...]


def summary_of(
    game: str, positions: Sequence[Position[Any, Any]], review: SeatReview
) -> StoredSummary:
    """The numbers of a seat."""
    verdicts: dict[Verdict, int] = {}
    kinds: dict[MistakeKind, KindCount] = {}
    for moment in review.moments:
        if moment.verdict is not None:
            verdicts[moment.verdict] = verdicts.get(moment.verdict, 0) + 1
        if moment.kind is not None:
            _count(kinds, moment.kind, moment.loss)
    judged = {moment.ply for moment in review.moments if moment.kind is not None}
    for fact in review.facts:
        # What was judged a mistake of some kind counts once.
        if fact.kind is not None and fact.seat == review.seat and fact.ply not in judged:
            _count(kinds, fact.kind, 0.0)
    deals = RESULTS.of(game).deals(positions, review.seat)
    return StoredSummary(verdicts=verdicts, kinds=kinds, deals=tuple(deals))


def _count(kinds: dict[MistakeKind, KindCount], kind: MistakeKind, loss: float) -> None:
    before = kinds.get(kind, KindCount(0, 0.0))
    kinds[kind] = KindCount(before.count + 1, round(before.loss + loss, 6))
