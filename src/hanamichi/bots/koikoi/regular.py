"""A steady opponent: takes what builds yaku, gives little away, and stops when it is enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.koikoi.reasons import (
    CALL_MORE,
    KEEP_HAND,
    STOP_FEW_CARDS,
    STOP_WINS,
    nearest,
    stop_enough,
    stop_threat,
    why_play,
)
from hanamichi.core import Action, Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import Keep, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import MONTH_OF, Kind, mask_of
from hanamichi.koikoi.knowledge import YakuStatus, yaku_outlook

_BASE = {Kind.LIGHT: 2.0, Kind.ANIMAL: 1.0, Kind.RIBBON: 0.8, Kind.PLAIN: 0.3}
_YAKU_WEIGHT = {1: 6.0, 2: 2.5, 3: 1.0}
"""What a card is worth to a yaku that misses so many."""
ENOUGH = 7
"""A stop worth this much is taken."""
FEW_CARDS = 3
"""With no more in hand than this, nothing better is hoped for."""


class RegularBot:
    """Weighs every card by the yaku it serves, its own and the opponent's."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        assert view.seat is not None
        if isinstance(legal[0], Stop):
            return _decide(view, legal)
        if not isinstance(legal[0], PlayCard | TakeCard):
            return Choice(next(action for action in legal if isinstance(action, Keep)), KEEP_HAND)
        if len(legal) == 1:
            return Choice(legal[0], why_play(view, legal[0], only=True))
        worth = _Worth(view, view.seat)
        best = max(legal, key=lambda action: (worth.of(action), chance.random()))
        return Choice(best, why_play(view, best))


class _Worth:
    """What cards are worth in this view."""

    def __init__(self, view: KoiKoiView, seat: Seat) -> None:
        self.view = view
        self.mine = _values(view, seat)
        self.theirs = _values(view, 1 - seat)
        self.field = mask_of(view.field)
        self.unseen = mask_of(view.unseen)

    def of(self, action: Action) -> float:
        """How good an action looks."""
        if isinstance(action, TakeCard):
            return self._taking((action.card,))
        assert isinstance(action, PlayCard)
        if action.capture is not None:
            return self._taking((action.card, action.capture))
        mates = [card for card in self.view.field if card.month == action.card.month]
        if mates:
            return self._taking((action.card, *mates))
        return -self._giving(action.card)

    def _taking(self, cards: Iterable[Card]) -> float:
        """Cards that come to me do not go to the other."""
        return sum(self.mine[card] + 0.6 * self.theirs[card] for card in cards)

    def _giving(self, card: Card) -> float:
        """A card laid on the field may be taken by whoever holds one of its month."""
        takers = (MONTH_OF[card.index] & self.unseen).bit_count()
        return (self.mine[card] + self.theirs[card]) * (0.3 + 0.25 * takers)


def _values(view: KoiKoiView, seat: Seat) -> dict[Card, float]:
    """What each card would bring a side."""
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
    """Stop with enough, with a short hand, or with the opponent a card away from a yaku."""
    assert view.seat is not None
    assert view.stop is not None
    stop, call = legal
    other = 1 - view.seat
    points = view.stop.points
    lead = view.scores[view.seat] - view.scores[other]
    if view.number == view.options.rounds and lead + points > 0:
        return Choice(stop, STOP_WINS)
    if points >= ENOUGH:
        return Choice(stop, stop_enough(points))
    threat = nearest(view, other)
    if threat is not None:
        return Choice(stop, stop_threat(threat, other))
    if view.hand_sizes[view.seat] <= FEW_CARDS:
        return Choice(stop, STOP_FEW_CARDS)
    return Choice(call, CALL_MORE)
