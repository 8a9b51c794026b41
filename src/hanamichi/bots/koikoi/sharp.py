"""A sharp opponent: weighs every card for both sides, counts months, and looks one turn ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.koikoi.reasons import (
    CALL_BEHIND,
    CALL_MORE,
    KEEP_HAND,
    STOP_FEW_CARDS,
    STOP_WINS,
    captured_by,
    nearest,
    stop_enough,
    stop_threat,
    why_play,
)
from hanamichi.bots.koikoi.worth import Taste, worth_of_cards
from hanamichi.core import Action
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.actions import Keep, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import MONTHS, indices_in, mask_of, month_mask

TASTE = Taste(kinds=(1.0, 0.5, 0.4, 0.15), near=(0.6, 0.25, 0.1, 0.04), first=2.0, more=0.6)
DENY = 0.7
"""What a card is worth to the other side counts so much when one takes it away."""
LOSE = 0.3
"""And what one loses oneself, when the other side takes a card."""
THREAT, NEXT = 0.6, 0.5
"""How much the next capture counts: theirs, and one's own after that."""
ENOUGH = 7
FEW_CARDS = 3

_MONTHS = tuple(month_mask(month) for month in MONTHS)


class SharpBot:
    """Takes what serves it, denies what serves you, and lays what you cannot take."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        if isinstance(legal[0], Stop):
            return _decide(view, legal)
        if not isinstance(legal[0], PlayCard | TakeCard):
            return Choice(next(action for action in legal if isinstance(action, Keep)), KEEP_HAND)
        if len(legal) == 1:
            return Choice(legal[0], why_play(view, legal[0], only=True))
        eye = _Eye(view)
        best = max(legal, key=eye.promise)
        return Choice(best, why_play(view, best))


class _Eye:
    """What lies on the table, weighed for both sides."""

    def __init__(self, view: KoiKoiView) -> None:
        assert view.seat is not None
        other = 1 - view.seat
        self._view = view
        mine, theirs = mask_of(view.captures[view.seat]), mask_of(view.captures[other])
        own = worth_of_cards(view.options, mine, theirs, TASTE)
        opposite = worth_of_cards(view.options, theirs, mine, TASTE)
        self._gain = [a + DENY * b for a, b in zip(own, opposite, strict=True)]
        self._loss = [a + LOSE * b for a, b in zip(opposite, own, strict=True)]
        self._hand, self._field = mask_of(view.hand or ()), mask_of(view.field)
        self._known = mask_of(view.known[other])
        ruled_out = mask_of(view.ruled_out[other])
        self._possible = (mask_of(view.unseen) | self._known) & ~ruled_out
        self._their_hand = view.hand_sizes[other]
        pool = self._possible.bit_count()
        self._held = [_chance_held(pool, self._their_hand, wanted) for wanted in range(5)]

    def promise(self, action: Action) -> float:
        """How good an action looks: what it takes, less what it leaves to the other side."""
        assert isinstance(action, PlayCard | TakeCard)
        got = mask_of(captured_by(self._view, action))
        hand = self._hand & ~action.card.bit if isinstance(action, PlayCard) else self._hand
        field = self._field & ~got if got else self._field | action.card.bit
        taken = sum(self._gain[index] for index in indices_in(got))
        return taken - THREAT * self._threat(field) + NEXT * self._hope(field, hand)

    def _threat(self, field: int) -> float:
        """What the other side's next capture may bring them."""
        if not self._their_hand:
            return 0.0
        offers = []
        for month in _MONTHS:
            hidden = month & self._possible
            if field & month and hidden:
                chance = 1.0 if month & self._known else self._held[hidden.bit_count()]
                mates = sum(self._loss[index] for index in indices_in(hidden))
                gain = _catch(self._loss, field & month) + mates / hidden.bit_count()
                offers.append((gain, chance))
        return _best_of(offers)

    def _hope(self, field: int, hand: int) -> float:
        """What one's own next capture may bring, if it is still there."""
        offers = []
        for month in _MONTHS:
            if field & month and hand & month:
                gain = _catch(self._gain, field & month) + _catch(self._gain, hand & month)
                danger = self._held[(month & self._possible).bit_count()]
                offers.append((gain, 1 - danger / 2))
        return _best_of(offers)


def _chance_held(pool: int, hand: int, wanted: int) -> float:
    """The chance that a hand drawn from so many cards has one of some wanted ones."""
    if not wanted or not hand:
        return 0.0
    return 1.0 if pool - wanted < hand else 1 - comb(pool - wanted, hand) / comb(pool, hand)


def _catch(worth: Sequence[float], cards: int) -> float:
    """The best of a month's cards, or all of them when there are three."""
    values = [worth[index] for index in indices_in(cards)]
    return sum(values) if len(values) == 3 else max(values)


def _best_of(offers: list[tuple[float, float]]) -> float:
    """The best of some offers, each there with a chance."""
    left, total = 1.0, 0.0
    for gain, chance in sorted(offers, reverse=True):
        total += left * chance * gain
        left *= 1 - chance
    return total


def _decide(view: KoiKoiView, legal: Sequence[Action]) -> Choice:
    """By the score, the rounds left, the cards left, and what the other side is close to."""
    assert view.seat is not None
    assert view.stop is not None
    stop, call = legal
    other = 1 - view.seat
    points = view.stop.points
    lead = view.scores[view.seat] - view.scores[other]
    left = view.options.rounds - view.number
    if not left:
        return Choice(stop, STOP_WINS) if lead + points > 0 else Choice(call, CALL_BEHIND)
    threat = nearest(view, other)
    if points >= ENOUGH:
        return Choice(stop, stop_enough(points))
    if threat is not None:
        return Choice(stop, stop_threat(threat, other))
    if view.hand_sizes[view.seat] <= FEW_CARDS:
        return Choice(stop, STOP_FEW_CARDS)
    if lead > 0 and left <= 2:
        return Choice(stop, Reason("stop-lead", {"rounds": left}, secret=False))
    return Choice(call, CALL_MORE)
