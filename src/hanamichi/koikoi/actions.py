"""The actions of Koi-Koi."""

from __future__ import annotations

from typing import TypeAlias

from hanamichi.core import Action
from hanamichi.koikoi.cards import CARDS, LIGHTNING, NOVEMBER, Card


class Swap(Action, frozen=True):
    """Demand the dealer's hand, unseen, for one's own."""


class Keep(Action, frozen=True):
    """Keep the hand that was dealt."""


class PlayCard(Action, frozen=True):
    """Play a card from the hand.

    What it captures is named only where there is a choice: one of two field cards of its month, or
    the card at which the lightning aims as a joker.
    """

    card: Card
    capture: Card | None = None


class TakeCard(Action, frozen=True):
    """Choose which of two field cards the card turned from the stock captures."""

    card: Card


class Stop(Action, frozen=True):
    """End the round and score."""


class CallKoiKoi(Action, frozen=True, tag="koi-koi"):
    """Play on for more."""


KoiKoiAction: TypeAlias = Swap | Keep | PlayCard | TakeCard | Stop | CallKoiKoi

# Actions are values, so these objects are shared: listing legal actions allocates nothing.
SWAP = Swap()
KEEP = Keep()
STOP = Stop()
CALL_KOI_KOI = CallKoiKoi()
PLAYS = tuple(PlayCard(card) for card in CARDS)
TAKES = tuple(TakeCard(card) for card in CARDS)
JOKERS = {
    target.index: PlayCard(LIGHTNING, target) for target in CARDS if not target.bit & NOVEMBER
}
"""The lightning aimed at each card that is not of its own month."""
