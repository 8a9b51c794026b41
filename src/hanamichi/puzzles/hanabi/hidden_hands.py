"""Every world that a seat cannot tell from the real one, by facts alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import structs

from hanamichi.core import Seat
from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS
from hanamichi.hanabi.cards import SUITS, Card, Suit, card_at
from hanamichi.hanabi.layout import Layout, layout_of
from hanamichi.hanabi.state import NEGATIVE, HanabiState
from hanamichi.hanabi.view import HanabiView, HeldCard

Sees: TypeAlias = tuple[object, ...]
"""What a seat can base a decision on, as a key."""


class TooManyWorlds(Exception):
    """There are more worlds than were asked for."""


def unseen_by(view: HanabiView) -> Counter[Card]:
    """The cards that the viewer does not see: its own hand and the deck."""
    left = Counter(layout_of(view.options).deck)
    left.subtract(view.discards)
    for suit, height in view.fireworks.items():
        left.subtract(card_at(suit, step) for step in range(1, height + 1))
    for hand in view.hands:
        left.subtract(held.face for held in hand if held.face is not None)
    return +left


def some_world(view: HanabiView) -> HanabiState:
    """A state with everything the viewer sees; the unseen cards are in any order.

    For tables without bonus tiles. Cards that were played or discarded are counted, but not put
    back into the places that they had in the deck.
    """
    size = len(layout_of(view.options).deck)
    deck = [layout_of(view.options).deck[0]] * size
    unseen = unseen_by(view).elements()
    for hand in view.hands:
        for held in hand:
            deck[held.id] = next(unseen) if held.face is None else held.face
    deck[size - view.deck :] = unseen
    heights = [0] * len(SUITS)
    for suit, height in view.fireworks.items():
        heights[suit.index] = height
    assert view.to_act is not None
    return HanabiState(
        options=view.options,
        deck=tuple(deck),
        drawn=size - view.deck,
        hands=tuple(tuple(held.id for held in hand) for hand in view.hands),
        told=tuple(tuple(map(_told, hand)) for hand in view.hands),
        fireworks=tuple(heights),
        discards=view.discards,
        clue_tokens=view.clue_tokens,
        errors=view.errors,
        turn=view.to_act,
        ply=view.ply,
        clues_given=view.clues_given,
        turns_left=view.turns_left,
    )


def _told(held: HeldCard) -> int:
    positive = _bits(held.colours, held.values)
    return positive | _bits(held.not_colours, held.not_values) << NEGATIVE


def _bits(colours: Sequence[Suit], values: Sequence[int]) -> int:
    return sum(COLOUR_BITS[suit.index] for suit in colours) + sum(
        VALUE_BITS[value - 1] for value in values
    )


def seen_by(state: HanabiState, seat: Seat) -> Sees:
    """All that a seat sees of a state: two states with the same key are the same to it."""
    deck = state.deck
    return (
        seat,
        state.turn,
        state.hands,
        state.told,
        tuple(
            deck[card] for owner, hand in enumerate(state.hands) if owner != seat for card in hand
        ),
        state.fireworks,
        tuple(sorted([card.index for card in state.discards])),
        state.clue_tokens,
        state.errors,
        state.turns_left,
        state.drawn,
    )


def worlds_of(state: HanabiState, seat: Seat, most: int) -> list[HanabiState]:
    """Every state that this seat cannot tell from this one, each equally likely.

    They differ in the seat's own hand and in the order of the deck. All unseen cards are dealt in
    each of them, so that every different world stands for the same number of deals.
    """
    hand = state.hands[seat]
    places = (*hand, *range(state.drawn, len(state.deck)))
    left = Counter(state.deck[place] for place in places)
    layout = layout_of(state.options)
    allowed = [_fitting(layout, told) for told in state.told[seat]]
    allowed += [frozenset(left)] * (len(places) - len(hand))
    # the most constrained cards first
    order = sorted(range(len(places)), key=lambda n: len(allowed[n]))
    found = []
    for faces in _dealt(left, [allowed[n] for n in order]):
        deck = list(state.deck)
        for n, face in zip(order, faces, strict=True):
            deck[places[n]] = face
        found.append(structs.replace(state, deck=tuple(deck)))
        if len(found) > most:
            raise TooManyWorlds
    return found


def _dealt(left: Counter[Card], allowed: Sequence[frozenset[Card]]) -> Iterator[tuple[Card, ...]]:
    if not allowed:
        yield ()
        return
    for face, copies in sorted(left.items(), key=lambda pair: pair[0].index):
        if copies and face in allowed[0]:
            left[face] -= 1
            for rest in _dealt(left, allowed[1:]):
                yield (face, *rest)
            left[face] += 1


@lru_cache(maxsize=10_000)
def _fitting(layout: Layout, told: int) -> frozenset[Card]:
    """The faces that agree with the clues about a card."""
    yes, no = told & (1 << NEGATIVE) - 1, told >> NEGATIVE
    return frozenset(
        card
        for card in layout.deck
        if layout.touches[card.index] & yes == yes and not layout.touches[card.index] & no
    )
