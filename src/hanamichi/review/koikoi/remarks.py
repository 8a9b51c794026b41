"""Why a move lost something: its kind, and a sentence from what lay open to the seat."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from hanamichi.bots.bot import Reason
from hanamichi.bots.koikoi.reasons import MAX_MISSING, brightest, captured_by, nearest, served
from hanamichi.core import Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import CallKoiKoi, KoiKoiAction, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import MATES_OF, cards_in, mask_of
from hanamichi.koikoi.knowledge import YakuOutlook, yaku_outlook
from hanamichi.koikoi.yaku import YakuPoints, total_of, yaku_made
from hanamichi.review.model import MistakeKind

FEW_CARDS = 3
"""A hand this small hopes for little."""
NEAR = 2
"""A yaku that misses no more cards is near."""


class Remark(NamedTuple):
    """What can be said of a move that lost something."""

    kind: MistakeKind
    reason: Reason


def remark_on(
    view: KoiKoiView, chosen: KoiKoiAction, better: KoiKoiAction, loss: float
) -> Remark | None:
    """Why `better` would have been better; nothing to say of a swap, where nobody knew anything."""
    assert view.seat is not None
    facts: dict[str, str | int] = {
        "seat": f"seat:{view.seat}",
        "other": f"seat:{1 - view.seat}",
        "percent": max(1, round(100 * loss)),
    }
    match chosen:
        case CallKoiKoi():
            return Remark("late-stop", _called(view, view.seat, facts))
        case Stop():
            return Remark("early-stop", _stopped(view, view.seat, facts))
        case PlayCard() | TakeCard():
            assert isinstance(better, PlayCard | TakeCard)
            return _on_card(view, view.seat, chosen, better, facts)
        case _:
            return None


def _called(view: KoiKoiView, seat: Seat, facts: dict[str, str | int]) -> Reason:
    assert view.stop is not None
    facts["points"] = view.stop.points
    if _last_round(view) and view.scores[seat] + view.stop.points > view.scores[1 - seat]:
        return Reason("called-when-won", facts)
    facts["cards"] = cards = view.hand_sizes[seat]
    threat = nearest(view, 1 - seat)
    if threat is not None:
        facts["yaku"] = f"yaku:{threat.yaku.value}"
        return Reason("called-threat" if cards > 1 else "called-threat-last", facts)
    if cards <= FEW_CARDS:
        return Reason("called-few-cards" if cards > 1 else "called-last-card", facts)
    return Reason("called-too-much", facts)


def _stopped(view: KoiKoiView, seat: Seat, facts: dict[str, str | int]) -> Reason:
    assert view.stop is not None
    facts["points"] = view.stop.points
    if _last_round(view) and view.scores[seat] + view.stop.points <= view.scores[1 - seat]:
        return Reason("stopped-behind", facts)
    sought = nearest(view, seat)
    if sought is not None:
        facts["yaku"] = f"yaku:{sought.yaku.value}"
        return Reason("stopped-near", facts)
    if nearest(view, 1 - seat) is None:
        return Reason("stopped-safe", facts)
    return Reason("stopped-early", facts)


def _last_round(view: KoiKoiView) -> bool:
    return view.number == view.options.rounds


def _on_card(
    view: KoiKoiView,
    seat: Seat,
    chosen: PlayCard | TakeCard,
    better: PlayCard | TakeCard,
    facts: dict[str, str | int],
) -> Remark:
    taken, missed = captured_by(view, chosen), captured_by(view, better)
    facts["card"] = f"card:{better.card}"
    now, then = _yaku_with(view, seat, taken), _yaku_with(view, seat, missed)
    if total_of(then) > max(total_of(now), total_of(view.yaku[seat])):
        facts["yaku"] = f"yaku:{_risen(now, then).yaku.value}"
        return Remark("missed-yaku", Reason("missed-yaku", facts))
    theirs = yaku_outlook(view, 1 - seat)
    fed, fed_anyway = _fed(view, chosen, theirs), _fed(view, better, theirs)
    if fed is not None and (fed_anyway is None or fed.gift < fed_anyway.gift):
        facts |= {"card": f"card:{chosen.card}", "yaku": f"yaku:{fed.outlook.yaku.value}"}
        return Remark("fed-yaku", _why_fed(fed.gift, facts))
    own = (better.card,) if isinstance(better, PlayCard) else ()  # in hand nobody could take it
    denied = next(served(theirs, set(missed).difference(taken, own)), None)
    if denied is not None and denied.missing <= NEAR:
        facts |= _serving(denied, missed, (*taken, *own))
        last = denied.missing == 1
        reason = Reason("missed-denial-last" if last else "missed-denial", facts)
        return Remark("missed-denial", reason)
    return Remark("other-card", _why_other(view, seat, taken, missed, facts))


def _serving(
    outlook: YakuOutlook, missed: Sequence[Card], taken: Sequence[Card]
) -> dict[str, str | int]:
    """A yaku, and the card for it that was passed up."""
    card = next(card for card in missed if card in outlook.serving and card not in taken)
    return {"card": f"card:{card}", "yaku": f"yaku:{outlook.yaku.value}"}


def _yaku_with(view: KoiKoiView, seat: Seat, taken: Sequence[Card]) -> tuple[YakuPoints, ...]:
    return yaku_made(mask_of((*view.captures[seat], *taken)), view.options)


def _risen(now: tuple[YakuPoints, ...], then: tuple[YakuPoints, ...]) -> YakuPoints:
    """The best yaku that the better move would have made or raised."""
    have = {entry.yaku: entry.points for entry in now}
    return max(then, key=lambda entry: entry.points - have.get(entry.yaku, 0))


class Gift(enum.IntEnum):
    """What a laid card gives the other player, the worst first."""

    LAST_CARD = 0
    """The very card that a yaku misses."""
    WAY_TO_LAST_CARD = 1
    """Something to capture with that card."""
    NEAR_CARD = 2
    """One of two cards that a yaku misses."""


class _Fed(NamedTuple):
    gift: Gift
    outlook: YakuOutlook


def _fed(
    view: KoiKoiView, action: PlayCard | TakeCard, theirs: Sequence[YakuOutlook]
) -> _Fed | None:
    """What a laid card does for the other player; nothing if it captures."""
    if captured_by(view, action):
        return None
    hidden_mates = cards_in(MATES_OF[action.card.index] & mask_of(view.unseen))
    for outlook in served(theirs, (action.card,)):
        if outlook.missing == 1:
            return _Fed(Gift.LAST_CARD, outlook)
    for outlook in served(theirs, hidden_mates):
        if outlook.missing == 1:
            return _Fed(Gift.WAY_TO_LAST_CARD, outlook)
    for outlook in served(theirs, (action.card,)):
        if outlook.missing <= NEAR:
            return _Fed(Gift.NEAR_CARD, outlook)
    return None


def _why_fed(gift: Gift, facts: dict[str, str | int]) -> Reason:
    match gift:
        case Gift.LAST_CARD:
            return Reason("fed-last-card", facts)
        case Gift.WAY_TO_LAST_CARD:
            return Reason("fed-way", facts)
        case Gift.NEAR_CARD:
            return Reason("fed-near", facts)


def _why_other(
    view: KoiKoiView,
    seat: Seat,
    taken: Sequence[Card],
    missed: Sequence[Card],
    facts: dict[str, str | int],
) -> Reason:
    if not missed:
        return Reason("rather-lay" if taken else "other-lay", facts)
    gained = set(missed) - set(taken)
    sought = next(served(yaku_outlook(view, seat), gained), None)
    if sought is not None and sought.missing <= MAX_MISSING:
        facts |= _serving(sought, missed, taken)
        return Reason("missed-toward", facts)
    facts["card"] = f"card:{brightest(gained or missed)}"
    return Reason("other-capture" if taken else "missed-capture", facts)
