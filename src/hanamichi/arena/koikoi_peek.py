"""A yardstick for Koi-Koi that sees both hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from hanamichi.arena.game_arena import Board, GameArena
from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.core import Action, Seat
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import CallKoiKoi, Keep, PlayCard, Stop, Swap, TakeCard
from hanamichi.koikoi.cards import Kind
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.scoring import LUCKY_HAND_POINTS

_BASE = {Kind.LIGHT: 2.0, Kind.ANIMAL: 1.0, Kind.RIBBON: 0.8, Kind.PLAIN: 0.3}
_NEAR = {1: 6.0, 2: 2.5, 3: 1.0}
"""The value of a card to a yaku, by the number of cards it lacks."""
_REPLY = 0.8
"""The share of the best reply that counts against a move."""
ENOUGH = 7


class KoiKoiPeek:
    """Takes cards that either side needs, and calls koi-koi when that is safe."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        assert view.seat is not None
        table = _Table(view, view.seat)
        if isinstance(legal[0], Stop):
            return Choice(table.decide(legal))
        if isinstance(legal[0], Swap | Keep):
            return Choice(table.pick_hand(legal))
        return Choice(max(legal, key=lambda action: (table.worth(action), chance.random())))


class _Table:
    """The value of cards to both sides, and the captures each can make."""

    def __init__(self, view: KoiKoiView, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.outlooks = (yaku_outlook(view, 0), yaku_outlook(view, 1))
        self.values = tuple(_values(outlooks) for outlooks in self.outlooks)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        hand = self.view.hands[seat]
        assert hand is not None, "both hands are face up"
        return hand

    def worth(self, action: Action) -> float:
        """The value of a capture, less that of the best reply."""
        if isinstance(action, TakeCard):
            taken = {action.card}
            left = set(self.view.field) - taken
            return self._gain(self.seat, taken) - _REPLY * self._reply(left)
        assert isinstance(action, PlayCard)
        taken = _captured(action.card, self.view.field, action.capture)
        left = set(self.view.field) - taken if taken else {*self.view.field, action.card}
        brought = self._gain(self.seat, {*taken, action.card}) if taken else 0.0
        return brought - _REPLY * self._reply(left)

    def _gain(self, seat: Seat, cards: Iterable[Card]) -> float:
        """The value of cards to one side, and of keeping them from the other."""
        mine, theirs = self.values[seat], self.values[1 - seat]
        return sum(mine[card] + 0.6 * theirs[card] for card in cards)

    def _reply(self, field: set[Card]) -> float:
        """The best capture the other could make from its hand."""
        other = 1 - self.seat
        best = 0.0
        for card in self.hand(other):
            mates = [lying for lying in field if lying.month == card.month]
            if len(mates) == 2:
                mates = [max(mates, key=lambda mate: self._gain(other, [mate]))]
            if mates:
                best = max(best, self._gain(other, [card, *mates]))
        return best

    def pick_hand(self, legal: Sequence[Action]) -> Action:
        """The better of the two hands, where they may be swapped."""
        own, other = (self._gain(seat, self.hand(seat)) for seat in (self.seat, 1 - self.seat))
        wanted = Swap if other > own else Keep
        return next((action for action in legal if isinstance(action, wanted)), legal[0])

    def decide(self, legal: Sequence[Action]) -> Action:
        """Stop with enough points, or when the opponent could score first."""
        view, seat = self.view, self.seat
        assert view.stop is not None
        last = view.number == view.options.rounds
        wins = last and view.scores[seat] + view.stop.points > view.scores[1 - seat]
        safe = not self._can_score(1 - seat) and self._can_score(seat)
        if wins or view.stop.points >= ENOUGH or not safe:
            return legal[0]
        return next(action for action in legal if isinstance(action, CallKoiKoi))

    def _can_score(self, seat: Seat) -> bool:
        """Whether a side can finish a yaku with its hand and the field."""
        field, hand = self.view.field, self.hand(seat)
        takeable = {
            card
            for card in (*field, *hand)
            if any(other.month == card.month for other in (hand if card in field else field))
        }
        return any(
            outlook.status is YakuStatus.OPEN
            and outlook.missing <= 1
            and takeable.intersection(outlook.serving)
            for outlook in self.outlooks[seat]
        )


def _captured(card: Card, field: Sequence[Card], capture: Card | None) -> set[Card]:
    if capture is not None:
        return {capture}
    return {lying for lying in field if lying.month == card.month}


def _values(outlooks: Iterable[YakuOutlook]) -> dict[Card, float]:
    """The value of each card to a side."""
    values = {card: _BASE[card.kind] for card in Card}
    for outlook in outlooks:
        if outlook.status is YakuStatus.OPEN:
            gain = _NEAR.get(outlook.missing, 0.1)
        elif outlook.status is YakuStatus.MADE:
            gain = 1.0
        else:
            continue
        for card in outlook.serving:
            values[card] += gain
    return values


class KoiKoiArena(GameArena):
    """Every round forfeited is lost by the points of a lucky hand."""

    yardstick: ClassVar[type[Bot] | None] = KoiKoiPeek
    board: ClassVar[Board | None] = Board(
        "koikoi/nintendo", {"rounds": 12}, ("novice", "regular", "sharp"), alone=False
    )

    def forfeit(self, options: Mapping[str, Any]) -> int:
        return LUCKY_HAND_POINTS * int(options["rounds"])


KOIKOI_ARENA = KoiKoiArena()
