"""The events of Koi-Koi and their audiences."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import structs

from hanamichi.core import EVERYONE, NOBODY, Audience, Event, Seat, only, seats_but
from hanamichi.koikoi.cards import Card
from hanamichi.koikoi.deal import Pattern
from hanamichi.koikoi.scoring import KoiKoiOutcome, RoundResult
from hanamichi.koikoi.yaku import YakuPoints

_ONLY = (only(0), only(1))


class DealerDrawn(Event, frozen=True):
    """Each drew a card, again while the months were equal; the earlier month deals."""

    draws: tuple[tuple[Card, Card], ...]
    """The cards of seats 0 and 1, draw by draw."""
    dealer: Seat

    def informs(self) -> Audience:
        return EVERYONE


class RoundStarted(Event, frozen=True):
    """A new round begins."""

    number: int
    dealer: Seat


class HandDealt(Event, frozen=True):
    """A packet of cards came to a hand."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()
    face_down: bool = False
    """Not even its owner may look yet: the hands may still be swapped."""

    def audience(self) -> Audience:
        return NOBODY if self.face_down else _ONLY[self.seat]

    def redacted(self) -> HandDealt:
        return structs.replace(self, cards=())

    def informs(self) -> Audience:
        return self.audience()


class FieldDealt(Event, frozen=True):
    """A packet of cards came to the field."""

    cards: tuple[Card, ...]

    def informs(self) -> Audience:
        return EVERYONE


class SwapDecided(Event, frozen=True):
    """The dealer's opponent swapped the unseen hands or left them."""

    seat: Seat
    swapped: bool


class HandSeen(Event, frozen=True):
    """A player looked at the hand for the first time."""

    seat: Seat
    cards: tuple[Card, ...] = ()

    def audience(self) -> Audience:
        return _ONLY[self.seat]

    def redacted(self) -> HandSeen:
        return HandSeen(self.seat)

    def informs(self) -> Audience:
        return self.audience()


class LuckyHandShown(Event, frozen=True):
    """A player laid down a lucky hand."""

    seat: Seat
    pattern: Pattern
    cards: tuple[Card, ...]

    def informs(self) -> Audience:
        return seats_but(self.seat)


class LuckyHandsCancelled(Event, frozen=True):
    """Both hands are lucky, so neither counts and neither is shown."""

    def informs(self) -> Audience:
        return EVERYONE


class DealVoided(Event, frozen=True):
    """The field is void: the same dealer deals again."""

    pattern: Pattern


class CardPlayed(Event, frozen=True):
    """A card came from a hand to the field, or captured there."""

    seat: Seat
    card: Card
    captured: tuple[Card, ...] = ()
    """The field cards it took; none: it stays on the field."""
    joker: bool = False
    """The lightning took a card of another month."""

    def informs(self) -> Audience:
        return seats_but(self.seat)


class HikiDeclared(Event, frozen=True):
    """The lightning was refused: this seat holds the fourth card of the month and showed it."""

    seat: Seat
    card: Card
    aimed_at: Card

    def informs(self) -> Audience:
        return seats_but(self.seat)


class CardTurned(Event, frozen=True):
    """The top card of the stock was turned."""

    seat: Seat
    card: Card
    captured: tuple[Card, ...] = ()
    choices: tuple[Card, ...] = ()
    """Two field cards of which the player must take one."""

    def informs(self) -> Audience:
        return EVERYONE


class CardTaken(Event, frozen=True):
    """The turned card captured the chosen one."""

    seat: Seat
    card: Card
    captured: tuple[Card, ...]


class YakuMade(Event, frozen=True):
    """A player's yaku rose: a new one, or one more card on an old one."""

    seat: Seat
    yaku: tuple[YakuPoints, ...]
    """All that count for this player now."""
    total: int


class CallsAnnulled(Event, frozen=True):
    """A player's koi-koi calls multiply nothing any more: the opponent made a yaku."""

    seat: Seat


class KoiKoiCalled(Event, frozen=True):
    """A player called koi-koi."""

    seat: Seat


class FieldClaimed(Event, frozen=True):
    """At the stop, field cards of the month paired with the lightning went to its owner."""

    seat: Seat
    cards: tuple[Card, ...]


class RoundEnded(Event, frozen=True):
    """A round is over."""

    result: RoundResult
    scores: tuple[int, int]


class MatchEnded(Event, frozen=True):
    """All rounds are played."""

    outcome: KoiKoiOutcome


KoiKoiEvent: TypeAlias = (
    DealerDrawn
    | RoundStarted
    | HandDealt
    | FieldDealt
    | SwapDecided
    | HandSeen
    | LuckyHandShown
    | LuckyHandsCancelled
    | DealVoided
    | CardPlayed
    | HikiDeclared
    | CardTurned
    | CardTaken
    | YakuMade
    | CallsAnnulled
    | KoiKoiCalled
    | FieldClaimed
    | RoundEnded
    | MatchEnded
)
