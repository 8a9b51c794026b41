"""What speaks for a stop, and what for koi-koi."""

from __future__ import annotations

from collections.abc import Iterator

from hanamichi.bots.bot import Reason
from hanamichi.core import Seat
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.cards import MATES_OF, Card, mask_of
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.options import KoiKoiCalls

FEW_CARDS = 2
MANY_CARDS = 4
MANY_POINTS = 10
FEW_POINTS = 3


def for_stop(view: KoiKoiView) -> list[Reason]:
    """Why to take what there is, the most important first."""
    return list(_for_stop(view))


def for_call(view: KoiKoiView) -> list[Reason]:
    """Why to play on, the most important first."""
    return list(_for_call(view))


def _for_stop(view: KoiKoiView) -> Iterator[Reason]:
    assert view.seat is not None
    assert view.stop is not None
    if _lead_after_stop(view) > 0 and view.number == view.options.rounds:
        yield Reason("stop-wins", {"points": view.stop.points})
    yield from _threats(view)
    held = view.hand_sizes[view.seat]
    if held <= FEW_CARDS:
        yield Reason("stop-few-cards", {"count": held})
    if view.stop.points >= MANY_POINTS:
        yield Reason("stop-many-points", {"points": view.stop.points})
    if view.calls[1 - view.seat]:
        yield Reason("stop-doubled", {"points": view.stop.points})


def _for_call(view: KoiKoiView) -> Iterator[Reason]:
    assert view.seat is not None
    assert view.stop is not None
    lead = _lead_after_stop(view)
    if view.number == view.options.rounds and lead <= 0:
        code = "call-or-lose" if lead < 0 else "call-or-draw"
        yield Reason(code, {"points": view.stop.points})
    yield from _hopes(view)
    if next(_near(view, 1 - view.seat), None) is None:
        yield Reason("call-no-threat")
    if view.options.own_calls_multiply:
        yield Reason("call-multiplies", {"times": view.standing_calls[view.seat] + 2})
    if view.stop.points <= FEW_POINTS:
        yield Reason("call-few-points", {"points": view.stop.points})
    held = view.hand_sizes[view.seat]
    if held >= MANY_CARDS:
        yield Reason("call-many-cards", {"count": held})


def _lead_after_stop(view: KoiKoiView) -> int:
    assert view.seat is not None
    assert view.stop is not None
    return view.scores[view.seat] + view.stop.points - view.scores[1 - view.seat]


def _threats(view: KoiKoiView) -> Iterator[Reason]:
    """A yaku that the other seat publicly lacks one card of."""
    assert view.seat is not None
    for outlook in _near(view, 1 - view.seat):
        # A call makes the other seat's stop count double, at every table.
        once = view.options.koikoi_calls is KoiKoiCalls.ONE
        code = "stop-threat-ends" if once else "stop-threat"
        yield Reason(code, {"yaku": f"yaku:{outlook.yaku.value}"})
        return


def _hopes(view: KoiKoiView) -> Iterator[Reason]:
    """A yaku that one card is missing of, best one that can be taken at once."""
    assert view.seat is not None
    near = list(_near(view, view.seat))
    for outlook in near:
        for card in outlook.serving:
            if _within_reach(view, card):
                facts = {"yaku": f"yaku:{outlook.yaku.value}", "card": f"card:{card}"}
                yield Reason("call-within-reach", facts)
                return
    if near:
        yield Reason("call-near", {"yaku": f"yaku:{near[0].yaku.value}"})


def _near(view: KoiKoiView, seat: Seat) -> Iterator[YakuOutlook]:
    return (
        outlook
        for outlook in yaku_outlook(view, seat)
        if outlook.status is YakuStatus.OPEN and outlook.missing == 1
    )


def _within_reach(view: KoiKoiView, card: Card) -> bool:
    """Whether the seat can capture a card: from the field with its hand, or the other way."""
    hand, field = mask_of(view.hand or ()), mask_of(view.field)
    mates = MATES_OF[card.index]
    return bool((card.bit & field and mates & hand) or (card.bit & hand and mates & field))
