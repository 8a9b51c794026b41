"""What speaks for a card, and against another one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanamichi.bots.bot import Reason
from hanamichi.bots.koikoi.reasons import captured_by, served
from hanamichi.core import Action, Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import PlayCard
from hanamichi.koikoi.cards import MATES_OF, mask_of
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.yaku import Yaku, total_of, yaku_made

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
    if captured_by(view, best) and not captured_by(view, action):
        return [Reason("other-takes-nothing")]
    return []


def _gains(view: KoiKoiView, taken: Sequence[Card]) -> Iterator[Reason]:
    assert view.seat is not None
    seat = view.seat
    pile = mask_of((*view.captures[seat], *taken))
    before = {entry.yaku: entry.points for entry in view.yaku[seat]}
    made = yaku_made(pile, view.options)
    risen = [entry for entry in made if entry.points > before.get(entry.yaku, 0)]
    if risen:
        names = ",".join(entry.yaku.value for entry in risen)
        yield Reason("takes-yaku", {"yaku": f"yaku:{names}", "points": total_of(made)})
    denied = next(filter(_is_near, served(yaku_outlook(view, 1 - seat), taken)), None)
    if denied is not None:
        card = next(card for card in taken if card in denied.serving)
        code = "takes-last" if denied.missing == 1 else "takes-from-other"
        yield Reason(code, {"card": f"card:{card}", "yaku": f"yaku:{denied.yaku.value}"})
    if len(taken) == 4 and len({card.month for card in taken}) == 1:
        yield Reason("takes-month", {"month": f"month:{taken[0].month}"})
    if not risen:
        yield from _nearer(view, seat, taken)


def _is_near(outlook: YakuOutlook) -> bool:
    return outlook.missing <= (1 if outlook.yaku in PAIRS else NEAR)


def _nearer(view: KoiKoiView, seat: Seat, taken: Sequence[Card]) -> Iterator[Reason]:
    """The yaku that a capture brings within reach."""
    for outlook in served(yaku_outlook(view, seat), taken):
        left = outlook.missing - len(set(taken).intersection(outlook.serving))
        if left == 1:
            yield Reason("takes-near", {"yaku": f"yaku:{outlook.yaku.value}"})
            return
        if left == NEAR:
            yield Reason("takes-toward", {"yaku": f"yaku:{outlook.yaku.value}"})
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
