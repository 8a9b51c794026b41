"""What is kept of the review of a seat for statistics over many matches."""

from __future__ import annotations

import msgspec

from hanamichi.review import SeatReview, Verdict
from hanamichi.review.model import MistakeKind


class KindCount(msgspec.Struct, frozen=True):
    """How often a kind of mistake was made, and what it cost."""

    kind: MistakeKind
    count: int
    loss: float


class CostlyMoment(msgspec.Struct, frozen=True):
    """A decision that lost much."""

    ply: int
    loss: float


class StoredSummary(msgspec.Struct, frozen=True):
    """The numbers of one seat in one match."""

    verdicts: dict[Verdict, int]
    kinds: tuple[KindCount, ...]
    costliest: tuple[CostlyMoment, ...]
    """The worst first."""


def summary_of(review: SeatReview) -> StoredSummary:
    """The numbers of a seat."""
    verdicts: dict[Verdict, int] = {}
    kinds: dict[MistakeKind, tuple[int, float]] = {}
    loss_at = {moment.ply: moment.loss for moment in review.moments}
    for moment in review.moments:
        if moment.verdict is not None:
            verdicts[moment.verdict] = verdicts.get(moment.verdict, 0) + 1
        if moment.kind is not None:
            count, loss = kinds.get(moment.kind, (0, 0.0))
            kinds[moment.kind] = count + 1, loss + moment.loss
    return StoredSummary(
        verdicts,
        tuple(KindCount(kind, *counted) for kind, counted in sorted(kinds.items())),
        tuple(CostlyMoment(ply, loss_at.get(ply, 0.0)) for ply in review.costliest),
    )
