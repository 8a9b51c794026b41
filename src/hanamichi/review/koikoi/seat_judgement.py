"""Goes through the decisions of a seat, and judges each by what the seat could know then."""

from __future__ import annotations

from random import Random
from types import MappingProxyType
from typing import NamedTuple, cast

from hanamichi.bots.koikoi.network.equity import equity_of
from hanamichi.core.record import JsonObject, plain
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.actions import KoiKoiAction
from hanamichi.koikoi.events import MatchEnded
from hanamichi.review.game_review import Progress
from hanamichi.review.history import SeatHistory, SeenPly
from hanamichi.review.koikoi.action_values import ActionValuer, Effort, Valuation
from hanamichi.review.koikoi.remarks import remark_on
from hanamichi.review.koikoi.verdicts import accuracy_of, counted_loss, verdict_of
from hanamichi.review.model import Alternative, Curve, Depth, Moment, SeatReview

EFFORTS: MappingProxyType[Depth, Effort] = MappingProxyType(
    {
        "standard": Effort(worlds=4096, hands=2048, exact=12_000),
        "deep": Effort(worlds=32_768, hands=8192, exact=80_000),
    }
)
COSTLIEST = 3
"""How many moments are named as the costliest."""
DIGITS = 5
"""How precisely chances and points are given."""


def judge_seat(history: SeatHistory, effort: Effort, progress: Progress) -> SeatReview:
    """The review of a seat."""
    valuer = ActionValuer()
    own = history.own
    moments: list[Moment] = []
    values: dict[int, float] = {}
    for done, ply in enumerate(own, 1):
        if len(ply.sight.legal) > 1:
            chance = Random(f"koikoi review, seat {history.seat}, ply {ply.ply}, {effort}")
            chosen = cast(KoiKoiAction, ply.action)
            valuation = valuer.compare(ply.sight, effort, chance, chosen)
            values[ply.ply] = valuation.best.chance
            moments.append(_moment(ply, chosen, valuation))
        else:
            moments.append(Moment(ply=ply.ply, action=_json(ply.action)))
        progress(done / len(own))
    judged = [moment for moment in moments if moment.verdict is not None]
    costly = sorted(
        (moment for moment in judged if moment.verdict != "best"), key=lambda each: -each.loss
    )
    return SeatReview(
        seat=history.seat,
        accuracy=accuracy_of([moment.loss for moment in judged]),
        moments=tuple(moments),
        costliest=tuple(moment.ply for moment in costly[:COSTLIEST]),
        curves=(_curve(history, values),),
    )


def _moment(ply: SeenPly, chosen: KoiKoiAction, valuation: Valuation) -> Moment:
    assert isinstance(ply.sight.view, KoiKoiView)
    best, made = valuation.best, valuation.of(chosen)
    loss = counted_loss(best.chance - made.chance, made.error)
    verdict = verdict_of(loss)
    remark = None
    if verdict != "best":
        remark = remark_on(ply.sight.view, chosen, best.action, loss)
    return Moment(
        ply=ply.ply,
        action=_json(chosen),
        verdict=verdict,
        loss=round(loss, DIGITS),
        error=round(made.error, DIGITS),
        alternatives=tuple(
            Alternative(
                action=_json(each.action),
                value=round(each.chance, DIGITS),
                error=round(each.error, DIGITS),
                points=round(each.points, DIGITS),
            )
            for each in valuation.actions
        ),
        kind=None if remark is None or verdict == "good" else remark.kind,
        reasons=() if remark is None else (remark.reason,),
    )


def _json(action: object) -> JsonObject:
    """An action as in a record."""
    return cast(JsonObject, plain(action))


class _Point(NamedTuple):
    ply: int
    chance: float


def _curve(history: SeatHistory, values: dict[int, float]) -> Curve:
    """The chance of winning: at every choice, before every round, and what came of it."""
    points: list[_Point] = []
    number = 0
    for ply in history.plies:
        view = ply.sight.view
        assert isinstance(view, KoiKoiView)
        if ply.ply in values:
            points.append(_Point(ply.ply, values[ply.ply]))
        elif view.number != number:
            points.append(_Point(ply.ply, _before_the_deal(view, history.seat)))
        number = view.number
    for event in history.ending:
        if isinstance(event, MatchEnded):
            winners = event.outcome.winners
            end = 0.5 if not winners else float(history.seat in winners)
            points.append(_Point(len(history.plies), end))
    return Curve(
        name="win",
        plies=tuple(point.ply for point in points),
        values=tuple(round(point.chance, DIGITS) for point in points),
    )


def _before_the_deal(view: KoiKoiView, seat: int) -> float:
    left = view.options.rounds - view.number + 1
    lead = view.scores[seat] - view.scores[1 - seat]
    return equity_of(view.options).before(left, lead, deals=view.dealer == seat)
