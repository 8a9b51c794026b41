"""Why a Koi-Koi bot moved, as far as the cards on the table tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hanamichi.bots.bot import Reason
from hanamichi.core import Action, Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import PlayCard, TakeCard
from hanamichi.koikoi.cards import MATES_OF, MONTH_OF, Kind, mask_of
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.yaku import yaku_made

ONLY_MOVE = Reason("only-move")
KEEP_HAND = Reason("keep-hand", secret=False)
STOP_FEW_CARDS = Reason("stop-few-cards", secret=False)
STOP_FIRST = Reason("stop-first", secret=False)
STOP_WINS = Reason("stop-wins", secret=False)
CALL_BEHIND = Reason("call-behind", secret=False)
LAY_ANY = Reason("lay-any")
OVERLOOKED = Reason("overlooked")
CALL_FULL_HAND = Reason("call-full-hand", secret=False)
CALL_MORE = Reason("call-more")

_LIGHTS_FIRST = (Kind.LIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.PLAIN)
MAX_MISSING = 3
"""A yaku that misses more cards is no reason yet."""


def captured_by(view: KoiKoiView, action: Action) -> tuple[Card, ...]:
    """What a played or turned card captures, itself included; nothing if none."""
    if isinstance(action, TakeCard):
        assert view.turned is not None
        return (view.turned, action.card)
    assert isinstance(action, PlayCard)
    if action.capture is not None:
        return (action.card, action.capture)
    mates = tuple(other for other in view.field if other.month == action.card.month)
    return (action.card, *mates) if mates else ()


def brightest(cards: Iterable[Card]) -> Card:
    """The card of the brightest kind."""
    return min(cards, key=lambda card: (_LIGHTS_FIRST.index(card.kind), card.index))


def why_play(view: KoiKoiView, action: Action, *, only: bool = False) -> Reason:
    """The reason for a card, looking at both sides.

    That it was the `only` legal one is never given for captures: leaving out a yaku that is public
    would reveal that the hand has no other card.
    """
    assert view.seat is not None
    taken = captured_by(view, action)
    if taken:
        return _why_take(view, view.seat, taken, denying=True)
    assert isinstance(action, PlayCard)
    return ONLY_MOVE if only else _why_lay(view, view.seat, action.card)


def why_take(view: KoiKoiView, seat: Seat, action: Action, laid: Reason) -> Reason:
    """The reason for a card by its capture alone; else `laid`."""
    taken = captured_by(view, action)
    return _why_take(view, seat, taken, denying=False) if taken else laid


def _why_take(view: KoiKoiView, seat: Seat, taken: Sequence[Card], *, denying: bool) -> Reason:
    # Piles and field are public, so these reasons reveal nothing.
    pile = mask_of((*view.captures[seat], *taken))
    before = {entry.yaku: entry.points for entry in view.yaku[seat]}
    risen = [
        entry for entry in yaku_made(pile, view.options) if entry.points > before.get(entry.yaku, 0)
    ]
    if risen:
        best = max(risen, key=lambda entry: entry.points)
        return Reason("take-yaku", {"yaku": f"yaku:{best.yaku.value}"}, secret=False)
    other = 1 - seat
    denied = next(served(yaku_outlook(view, other), taken), None) if denying else None
    if denied is not None and denied.missing == 1:
        facts = {"yaku": f"yaku:{denied.yaku.value}", "seat": f"seat:{other}"}
        return Reason("take-deny", facts, secret=False)
    if len(taken) == 4 and len({card.month for card in taken}) == 1:
        return Reason("take-month", {"month": f"month:{taken[0].month}"}, secret=False)
    sought = next(served(yaku_outlook(view, seat), taken), None)
    if sought is not None and sought.missing <= MAX_MISSING:
        return Reason("take-toward", {"yaku": f"yaku:{sought.yaku.value}"}, secret=False)
    return Reason("take-best", {"card": f"card:{brightest(taken)}"})


def _why_lay(view: KoiKoiView, seat: Seat, card: Card) -> Reason:
    hand = mask_of(view.hand or ())
    month = f"month:{card.month}"
    if not MATES_OF[card.index] & mask_of(view.unseen):
        return Reason("lay-safe", {"month": month})
    if MATES_OF[card.index] & hand:
        return Reason("lay-bait", {"month": month})
    field = mask_of(view.field)
    able = any(MONTH_OF[other.index] & field for other in view.hand or ())
    facts = {"card": f"card:{card}", "seat": f"seat:{1 - seat}"}
    return Reason("lay-rather", facts) if able else Reason("lay-least", facts)


def served(outlooks: Iterable[YakuOutlook], cards: Iterable[Card]) -> Iterator[YakuOutlook]:
    """The open yaku that some cards bring nearer, the nearest first."""
    gained = set(cards)
    return iter(
        sorted(
            (
                outlook
                for outlook in outlooks
                if outlook.status is YakuStatus.OPEN and gained.intersection(outlook.serving)
            ),
            key=lambda outlook: outlook.missing,
        )
    )


def nearest(view: KoiKoiView, seat: Seat) -> YakuOutlook | None:
    """The yaku that a side publicly misses a single card of."""
    for outlook in yaku_outlook(view, seat):
        if outlook.status is YakuStatus.OPEN and outlook.missing == 1:
            return outlook
    return None


def stop_enough(points: int) -> Reason:
    """These points are enough."""
    return Reason("stop-enough", {"points": points}, secret=False)


def stop_threat(outlook: YakuOutlook, seat: Seat) -> Reason:
    """The other seat is close to a yaku."""
    facts = {"yaku": f"yaku:{outlook.yaku.value}", "seat": f"seat:{seat}"}
    return Reason("stop-threat", facts, secret=False)


def call_toward(outlook: YakuOutlook) -> Reason:
    """Another yaku is publicly close."""
    return Reason("call-toward", {"yaku": f"yaku:{outlook.yaku.value}"}, secret=False)


def reason_by_odds(stop: float, call: float, *, stops: bool) -> Reason:
    """By the chance of winning the match."""
    facts = {"stop": round(100 * stop), "call": round(100 * call)}
    return Reason("stop-odds", facts) if stops else Reason("call-odds", facts)


def reason_by_points(stop: int, call: float, *, stops: bool) -> Reason:
    """By the points of a stop and those expected of a call."""
    facts = {"points": stop, "hoped": round(call)}
    return Reason("stop-points", facts) if stops else Reason("call-points", facts)
