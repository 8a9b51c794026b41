"""A steady opponent: captures what builds its yaku, and stops with enough points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.koikoi.reasons import (
    CALL_MORE,
    KEEP_HAND,
    LAY_ANY,
    ONLY_MOVE,
    STOP_FEW_CARDS,
    STOP_WINS,
    captured_by,
    nearest,
    stop_enough,
    stop_threat,
    why_take,
)
from hanamichi.core import Action, Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import Keep, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import Kind
from hanamichi.koikoi.knowledge import YakuStatus, yaku_outlook
from hanamichi.koikoi.options import KoiKoiCalls

_BASE = {Kind.LIGHT: 2.0, Kind.ANIMAL: 1.0, Kind.RIBBON: 0.8, Kind.PLAIN: 0.3}
_YAKU_WEIGHT = {1: 6.0, 2: 2.5, 3: 1.0}
"""The value of a card for a yaku, by the number of cards it misses."""
ENOUGH = 7
"""A stop worth this much is taken."""
ENOUGH_MANY = 40
"""The same where calls may be repeated, which multiplies the points of a round."""
FEW_CARDS = 3
"""With at most this many cards in hand it stops, where a round has a single call."""


class RegularBot:
    """Values each card by its own yaku that it serves."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        assert view.seat is not None
        if isinstance(legal[0], Stop):
            return _decide(view, legal)
        if not isinstance(legal[0], PlayCard | TakeCard):
            return Choice(next(action for action in legal if isinstance(action, Keep)), KEEP_HAND)
        if len(legal) == 1:
            return Choice(legal[0], why_take(view, view.seat, legal[0], ONLY_MOVE))
        values = _values(view, view.seat)
        best = max(legal, key=lambda action: (_worth(view, action, values), chance.random()))
        return Choice(best, why_take(view, view.seat, best, LAY_ANY))


def _worth(view: KoiKoiView, action: Action, values: dict[Card, float]) -> float:
    """The value of the captured cards; what is given away or denied does not count."""
    return sum(values[card] for card in captured_by(view, action))


def _values(view: KoiKoiView, seat: Seat) -> dict[Card, float]:
    """The value of each card for a side."""
    values = {card: _BASE[card.kind] for card in Card}
    for outlook in yaku_outlook(view, seat):
        if outlook.status is YakuStatus.OPEN:
            gain = _YAKU_WEIGHT.get(outlook.missing, 0.1)
        elif outlook.status is YakuStatus.MADE:
            gain = 1.0
        else:
            continue
        for card in outlook.serving:
            values[card] += gain
    return values


def _decide(view: KoiKoiView, legal: Sequence[Action]) -> Choice:
    """Stop with enough points.

    Where a round has a single call, also with a short hand or when the other seat is close.
    """
    assert view.seat is not None
    assert view.stop is not None
    stop, call = legal
    other = 1 - view.seat
    points = view.stop.points
    lead = view.scores[view.seat] - view.scores[other]
    single = view.options.koikoi_calls is KoiKoiCalls.ONE
    if view.number == view.options.rounds and lead + points > 0:
        return Choice(stop, STOP_WINS)
    if points >= (ENOUGH if single else ENOUGH_MANY):
        return Choice(stop, stop_enough(points))
    threat = nearest(view, other) if single else None
    if threat is not None:
        return Choice(stop, stop_threat(threat, other))
    if single and view.hand_sizes[view.seat] <= FEW_CARDS:
        return Choice(stop, STOP_FEW_CARDS)
    return Choice(call, CALL_MORE)
