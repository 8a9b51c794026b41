"""Exact chances of what a seat's own cards are: every hand it could hold, counted.

Every order of the cards that the seat has not seen is equally likely, as far as clues allow it. No
convention comes in: a clue says which cards it touches, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import NamedTuple

from hanamichi.bots.bot import Sight
from hanamichi.core import Event, Seat
from hanamichi.hanabi.cards import Card, card_at
from hanamichi.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    CardReturned,
)
from hanamichi.hanabi.knowledge import from_clues
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.view import HanabiView

LAST_OF_DECK = -1
"""Stands for the id of the last card of the deck, where it may be played unseen."""


class _Returned(NamedTuple):
    """A card that a bonus tile shuffled into the deck: no card that was drawn before can be it."""

    face: Card
    drawn_later: frozenset[int]
    """The ids of the cards drawn since."""
    seen_later: int
    """How many copies of it were seen among those."""


class OwnHand:
    """What each card of the seat's own hand can be, and how likely; so too a last card to draw."""

    def __init__(self, sight: Sight, seat: Seat) -> None:
        assert isinstance(sight.view, HanabiView)
        view = sight.view
        unseen = _unseen(view, seat)
        allowed = {held.id: from_clues(view, held) for held in view.hands[seat]}
        if view.options.deck_play and view.deck == 1:
            allowed[LAST_OF_DECK] = frozenset(unseen)
        returned = _returned(sight.events, seat) if view.options.flamboyants else None
        self._ways = _count(unseen, allowed, returned)
        self.possible: Mapping[int, frozenset[Card]] = {
            card: frozenset(ways) for card, ways in self._ways.items()
        }
        """The faces that each card can have, by its id."""

    def chance(self, card: int, wanted: Callable[[Card], bool]) -> Fraction:
        """How likely a card, given by its id, has one of the wanted faces."""
        ways = self._ways[card]
        return Fraction(sum(n for face, n in ways.items() if wanted(face)), sum(ways.values()))

    def surely(self, card: int, wanted: Callable[[Card], bool]) -> bool:
        """Whether a card must have one of the wanted faces."""
        return all(map(wanted, self.possible[card]))

    def face(self, card: int) -> Card | None:
        """The face of a card if the seat can know it."""
        possible = self.possible[card]
        return next(iter(possible)) if len(possible) == 1 else None


def percent_of(chance: Fraction) -> int:
    """A chance in percent; what is not certain is not told to be."""
    if chance in (0, 1):
        return int(100 * chance)
    return min(99, max(1, round(100 * chance)))


def _unseen(view: HanabiView, seat: Seat) -> Counter[Card]:
    """The cards in the seat's own hand and in the deck together."""
    left = Counter(layout_of(view.options).deck)
    left.subtract(view.discards)
    for suit, height in view.fireworks.items():
        left.subtract(card_at(suit, step) for step in range(1, height + 1))
    for owner, hand in enumerate(view.hands):
        if owner != seat:
            left.subtract(held.face for held in hand if held.face is not None)
    return +left


def _returned(events: Sequence[Event], seat: Seat) -> _Returned | None:
    """The card that came back, if one did: there is a single tile for it."""
    start = next((n for n, each in enumerate(events) if isinstance(each, CardReturned)), None)
    if start is None:
        return None
    event = events[start]
    assert isinstance(event, CardReturned)
    since = events[start + 1 :]
    drawn = {each.card for each in since if isinstance(each, CardDrawn)}
    seen = sum(
        _reveals_drawn(each, seat, drawn) and each.face is event.face
        for each in since
        if isinstance(each, CardDrawn | CardPlayed | CardMisplayed | CardDiscarded)
    )
    return _Returned(event.face, frozenset(drawn), seen)


def _reveals_drawn(
    event: CardDrawn | CardPlayed | CardMisplayed | CardDiscarded, seat: Seat, drawn: set[int]
) -> bool:
    """Whether the seat first sees here a card that was drawn since, or played from the deck."""
    if isinstance(event, CardDrawn):
        return event.seat != seat
    if isinstance(event, CardPlayed | CardMisplayed) and event.source != "hand":
        return event.source == "deck"
    return event.seat == seat and event.card in drawn


# -- counting hands ----------------------------------------------------------------------------
#
# Face by face: a set of places that hold this face is taken from the places still empty. Numbers
# are of hands in which copies of a face are told apart, so that all are equally likely.


def _count(
    unseen: Mapping[Card, int],
    allowed: Mapping[int, frozenset[Card]],
    returned: _Returned | None,
) -> dict[int, dict[Card, int]]:
    """For each card the number of hands in which it has each face."""
    cards = list(allowed)
    faces = sorted(unseen, key=lambda face: face.index)
    full = (1 << len(cards)) - 1
    steps = [_placements(face, unseen[face], cards, allowed, returned) for face in faces]
    before: list[dict[int, int]] = [{0: 1}]
    for step in steps:
        before.append(_forward(before[-1], step))
    after: dict[int, int] = {full: 1}
    ways: dict[int, dict[Card, int]] = {card: {} for card in cards}
    for face, step, reached in zip(faces[::-1], steps[::-1], before[-2::-1], strict=True):
        for places, weight in step.items():
            number = weight * sum(
                count * after.get(filled | places, 0)
                for filled, count in reached.items()
                if not filled & places
            )
            if number:
                for place, card in enumerate(cards):
                    if places >> place & 1:
                        ways[card][face] = ways[card].get(face, 0) + number
        after = _backward(after, step)
    return ways


def _placements(
    face: Card,
    copies: int,
    cards: Sequence[int],
    allowed: Mapping[int, frozenset[Card]],
    returned: _Returned | None,
) -> dict[int, int]:
    """The sets of places that can hold this face, and in how many ways."""
    open_to_it = sum(1 << place for place, card in enumerate(cards) if face in allowed[card])
    found: dict[int, int] = {}
    for places in _subsets(open_to_it):
        weight = perm(copies, places.bit_count())
        if returned is not None and returned.face is face:
            held_before = sum(
                card not in returned.drawn_later and card != LAST_OF_DECK
                for place, card in enumerate(cards)
                if places >> place & 1
            )
            # the returned copy is one of those that were drawn since or lie in the deck
            weight *= copies - held_before + returned.seen_later
        if weight:
            found[places] = weight
    return found


def _subsets(places: int) -> Iterator[int]:
    chosen = places
    while True:
        yield chosen
        if not chosen:
            return
        chosen = (chosen - 1) & places


def _forward(reached: Mapping[int, int], step: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for filled, count in reached.items():
        for places, weight in step.items():
            if not filled & places:
                found[filled | places] = found.get(filled | places, 0) + count * weight
    return found


def _backward(after: Mapping[int, int], step: Mapping[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for filled, count in after.items():
        for places, weight in step.items():
            if filled & places == places:
                before = filled ^ places
                found[before] = found.get(before, 0) + count * weight
    return found
