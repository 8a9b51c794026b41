"""What is true of a seat's own decisions under any convention, from what the seat could know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from hanamichi.bots.bot import Reason
from hanamichi.core import Action, Seat
from hanamichi.hanabi.actions import (
    ColourClue,
    Discard,
    Play,
    PlayFromDeck,
    ValueClue,
)
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed
from hanamichi.hanabi.knowledge import is_dead, is_indispensable, is_playable
from hanamichi.hanabi.view import HanabiView
from hanamichi.review.hanabi.clue_news import tells_nothing
from hanamichi.review.hanabi.own_hand import LAST_OF_DECK, OwnHand, percent_of
from hanamichi.review.hanabi.public_course import Turnout, view_at
from hanamichi.review.history import SeenPly
from hanamichi.review.model import Fact, MistakeKind

RISK_WITH_DEAD_CARD = Fraction(1, 20)
"""From here on it is told that a discard risked a card, if another was known to be dead."""
RISK = Fraction(1, 3)
"""From here on it is told anyway."""


class _Decision(NamedTuple):
    """A decision of the reviewed seat, with all that it could know."""

    seat: Seat
    view: HanabiView
    hand: OwnHand
    action: Action
    legal: Sequence[Action]
    turnout: Turnout

    @property
    def who(self) -> str:
        """The seat, as a fact of a reason."""
        return f"seat:{self.seat}"

    def fact(self, reason: Reason, kind: MistakeKind | None = None) -> Fact:
        """A fact about this decision."""
        return Fact(ply=self.turnout.ply, seat=self.seat, reason=reason, kind=kind)

    def playable(self, face: Card) -> bool:
        return is_playable(self.view, face)

    def dead(self, face: Card) -> bool:
        return is_dead(self.view, face)

    def indispensable(self, face: Card) -> bool:
        return is_indispensable(self.view, face)


class SeatFacts:
    """Collects the facts of one seat, decision by decision."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._waited: dict[int, int] = {}
        """For each card that could be known to fit: how many turns it was not played."""

    def add(self, seen: SeenPly, turnout: Turnout) -> Iterator[Fact]:
        """The facts of a decision of this seat."""
        if seen.action is None or view_at(seen).pending is not None:
            return  # a bonus tile asks for a choice: the turn was judged when it began
        hand = OwnHand(seen.sight, self._seat)
        decision = _Decision(
            self._seat, view_at(seen), hand, seen.action, seen.sight.legal, turnout
        )
        yield from self._missed_play(decision)
        yield from _gamble(decision)
        yield from _discard(decision)
        yield from _idle_clue(decision)

    def _missed_play(self, decision: _Decision) -> Iterator[Fact]:
        """A card that could be known to fit stayed in hand, and no such card was played."""
        action, hand = decision.action, decision.hand
        fitting = [
            held.id
            for held in decision.view.hands[self._seat]
            if hand.surely(held.id, decision.playable)
        ]
        played = action.card if isinstance(action, Play) else None
        self._waited = {card: self._waited.get(card, 0) + 1 for card in fitting if card != played}
        if not self._waited or played in fitting:
            return
        card = max(self._waited, key=lambda card: (self._waited[card], -card))
        faces = sorted(hand.possible[card], key=lambda face: face.index)
        which = f"card:{'|'.join(map(str, faces))}"
        fumbled = any(isinstance(each, CardMisplayed) for each in decision.turnout.events)
        kind: MistakeKind | None = None
        if fumbled or isinstance(action, Discard):  # a clue may well be worth more than a card
            kind = "missed-play"
        turns = self._waited[card]
        if turns == 1:
            yield decision.fact(Reason("missed-play", {"seat": decision.who, "card": which}), kind)
        else:
            yield decision.fact(
                Reason("missed-play-again", {"seat": decision.who, "card": which, "turns": turns}),
                kind,
            )


_CLUES = (ColourClue, ValueClue)


def _gamble(decision: _Decision) -> Iterator[Fact]:
    """A card was played that could be known to fit only with a chance."""
    action = decision.action
    if not isinstance(action, Play | PlayFromDeck):
        return
    card = action.card if isinstance(action, Play) else LAST_OF_DECK
    chance = decision.hand.chance(card, decision.playable)
    if chance == 1:
        return
    outcome = next(
        each for each in decision.turnout.events if isinstance(each, CardPlayed | CardMisplayed)
    )
    facts: dict[str, str | int] = {"seat": decision.who, "card": f"card:{outcome.face}"}
    if not chance:
        yield decision.fact(Reason("gamble-hopeless", facts), "gamble")
        return
    facts["percent"] = percent_of(chance)
    if isinstance(outcome, CardPlayed):
        yield decision.fact(Reason("gamble-won", facts))
    else:
        yield decision.fact(Reason("gamble-lost", facts), "gamble")


def _discard(decision: _Decision) -> Iterator[Fact]:
    """The last copy of a card that was still needed was discarded, or might have been."""
    action = decision.action
    if not isinstance(action, Discard):
        return
    risk = decision.hand.chance(action.card, decision.indispensable)
    if not risk:
        return
    face = next(each.face for each in decision.turnout.events if isinstance(each, CardDiscarded))
    slot = _dead_card(decision)
    who: dict[str, str | int] = {"seat": decision.who}
    place: dict[str, str | int] = {} if slot is None else {"slot": slot}
    percent = {"percent": percent_of(risk)}
    if decision.indispensable(face):
        lost = {**who, "card": f"card:{face}"}
        if risk == 1:
            reason = Reason("lost-last-copy-known", lost)
        elif place:
            reason = Reason("lost-last-copy", {**lost, **place})
        else:
            reason = Reason("lost-last-copy-unseen", {**lost, **percent})
        yield decision.fact(reason, "lost-last-copy")
    elif place and risk >= RISK_WITH_DEAD_CARD:
        yield decision.fact(Reason("risked-last-copy", {**who, **percent, **place}))
    elif risk >= RISK:
        yield decision.fact(Reason("risked-last-copy-unseen", {**who, **percent}))


def _dead_card(decision: _Decision) -> int | None:
    """The place, from 1, of a card that could be known to be dead."""
    for place, held in enumerate(decision.view.hands[decision.seat], start=1):
        if decision.hand.surely(held.id, decision.dead):
            return place
    return None


def _idle_clue(decision: _Decision) -> Iterator[Fact]:
    """A clue whose receiver could tell all of it before."""
    action = decision.action
    if not isinstance(action, _CLUES) or not tells_nothing(decision.view, action):
        return
    kind: MistakeKind | None = None
    if any(isinstance(each, Discard) for each in decision.legal):
        kind = "idle-clue"
    yield decision.fact(
        Reason("idle-clue", {"seat": decision.who, "other": f"seat:{action.target}"}), kind
    )
