"""What speaks for a card, and against another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanamichi.bots.bot import Reason
from hanamichi.bots.koikoi.reasons import captured_by, served
from hanamichi.core import Action
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import PlayCard
from hanamichi.koikoi.cards import MATES_OF, mask_of
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.yaku import Yaku, YakuPoints, total_of, yaku_made

NEAR = 2
"""A yaku that misses more cards is far."""
PAIRS = (Yaku.MOON_VIEWING, Yaku.FLOWER_VIEWING)
"""Yaku of two cards: whoever has neither is not near them."""


def for_card(view: KoiKoiView, action: Action) -> list[Reason]:
    """What a card does, the most important first."""
    taken = captured_by(view, action)
    if taken:
        return list(_gains(view, taken))
    assert isinstance(action, PlayCard)
    return list(_laid(view, action.card))


def against_card(view: KoiKoiView, best: Action, action: Action) -> list[Reason]:
    """What the best action prevents and another one lets happen."""
    spared = _offered(view, best)
    for outlook, card in _wanted(view, _offered(view, action) - spared):
        code = "other-leaves" if card in view.field else "other-offers"
        return [Reason(code, {"card": f"card:{card}", "yaku": f"yaku:{outlook.yaku.value}"})]
    if not captured_by(view, best):
        return []
    taken = captured_by(view, action)
    if not taken:
        return [Reason("other-takes-nothing")]
    if not _risen(view, taken) and next(_nears(view, taken), None) is None:
        return [Reason("other-takes-less")]
    return []


def _gains(view: KoiKoiView, taken: Sequence[Card]) -> Iterator[Reason]:
    assert view.seat is not None
    seat = view.seat
    risen = _risen(view, taken)
    if risen:
        names = ",".join(entry.yaku.value for entry in risen)
        points = total_of(_made(view, taken))
        yield Reason("takes-yaku", {"yaku": f"yaku:{names}", "points": points})
    open_to_both = [card for card in taken if card not in (view.hand or ())]
    denied = next(filter(_is_near, served(yaku_outlook(view, 1 - seat), open_to_both)), None)
    if denied is not None:
        card = next(card for card in open_to_both if card in denied.serving)
        code = "takes-last" if denied.missing == 1 else "takes-from-other"
        yield Reason(code, {"card": f"card:{card}", "yaku": f"yaku:{denied.yaku.value}"})
    if len(taken) == 4 and len({card.month for card in taken}) == 1:
        yield Reason("takes-month", {"month": f"month:{taken[0].month}"})
    if not risen:
        yield from _nears(view, taken)


def _made(view: KoiKoiView, taken: Sequence[Card]) -> tuple[YakuPoints, ...]:
    """The yaku after a capture."""
    assert view.seat is not None
    return yaku_made(mask_of((*view.captures[view.seat], *taken)), view.options)


def _risen(view: KoiKoiView, taken: Sequence[Card]) -> list[YakuPoints]:
    """Those of them that the capture makes, or makes worth more."""
    assert view.seat is not None
    before = {entry.yaku: entry.points for entry in view.yaku[view.seat]}
    return [entry for entry in _made(view, taken) if entry.points > before.get(entry.yaku, 0)]


def _is_near(outlook: YakuOutlook) -> bool:
    return outlook.missing <= (1 if outlook.yaku in PAIRS else NEAR)


def _nears(view: KoiKoiView, taken: Sequence[Card]) -> Iterator[Reason]:
    """The nearest yaku that a capture brings within reach, or makes."""
    assert view.seat is not None
    for outlook in served(yaku_outlook(view, view.seat), taken):
        left = outlook.missing - len(set(taken).intersection(outlook.serving))
        if left <= NEAR:
            code = "takes-toward" if left == NEAR else "takes-near"
            yield Reason(code, {"yaku": f"yaku:{outlook.yaku.value}"})
            return


def _laid(view: KoiKoiView, card: Card) -> Iterator[Reason]:
    facts = {"card": f"card:{card}", "month": f"month:{card.month}"}
    if not MATES_OF[card.index] & mask_of(view.unseen):
        yield Reason("lays-safe", facts)
    elif MATES_OF[card.index] & mask_of(view.hand or ()):
        yield Reason("lays-bait", facts)
    if any(other.month in _months(view) for other in view.hand or ()):
        yield Reason("lays-rather", {"card": f"card:{card}"})


def _months(view: KoiKoiView) -> set[int]:
    return {card.month for card in view.field}


def _offered(view: KoiKoiView, action: Action) -> set[Card]:
    """The field after an action, before the stock card is turned."""
    taken = set(captured_by(view, action))
    if taken:
        return set(view.field) - taken
    assert isinstance(action, PlayCard)
    return {*view.field, action.card}


def _wanted(view: KoiKoiView, cards: set[Card]) -> list[tuple[YakuOutlook, Card]]:
    """The cards that complete a yaku of the other seat, if it has a card of their month."""
    assert view.seat is not None
    unseen = mask_of(view.unseen)
    return [
        (outlook, card)
        for outlook in yaku_outlook(view, 1 - view.seat)
        if outlook.status is YakuStatus.OPEN and outlook.missing == 1
        for card in outlook.serving
        if card in cards and MATES_OF[card.index] & unseen
    ]
