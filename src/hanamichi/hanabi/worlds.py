"""States that one seat cannot distinguish from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import structs

from hanamichi.core import Chance, ChanceDraw, Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.state import NEGATIVE, HanabiState

_ATTEMPTS = 50


def imagine(state: HanabiState, seat: Seat | None, chance: Chance) -> HanabiState:
    """The state with the cards hidden from this seat redealt, consistent with every clue.

    Every such state may come up, but not all equally often: this is no calibrated belief.
    """
    over = state.ended is not None
    unseen = [
        (card, told)
        for owner, hand in enumerate(state.hands)
        if not over and (seat is None or seat == owner)
        for card, told in zip(hand, state.told[owner], strict=True)
    ]
    pool = (*(state.deck[card] for card, _ in unseen), *state.deck[state.drawn :])
    touches = layout_of(state.options).touches
    fitting = {
        told: frozenset(card for card in set(pool) if _agrees(touches[card.index], told))
        for _, told in unseen
    }
    # assign the most constrained cards first
    unseen.sort(key=lambda held: len(fitting[held[1]]))
    tiles = chance.shuffle("imagine", state.tiles) if state.tiles else state.tiles
    for _ in range(_ATTEMPTS):
        dealt = _deal(unseen, fitting, list(chance.shuffle("imagine", pool)))
        if dealt is not None:
            faces, rest = dealt
            known = list(state.deck[: state.drawn])
            for card, face in faces.items():
                known[card] = face
            return structs.replace(state, deck=(*known, *rest), tiles=tiles)
    return structs.replace(state, tiles=tiles)


def _agrees(touched_by: int, told: int) -> bool:
    """Whether a card with this face is consistent with its clues."""
    positive = told & ((1 << NEGATIVE) - 1)
    return touched_by & positive == positive and not touched_by & (told >> NEGATIVE)


def _deal(
    unseen: list[tuple[int, int]], fitting: dict[int, frozenset[Card]], pool: list[Card]
) -> tuple[dict[int, Card], list[Card]] | None:
    """Give each unseen card the first consistent face of the pool; `None` at a dead end."""
    faces = {}
    for card, told in unseen:
        fits = fitting[told]
        place = next((n for n, face in enumerate(pool) if face in fits), None)
        if place is None:
            return None
        faces[card] = pool.pop(place)
    return faces, pool


def redeal(
    draws: Sequence[ChanceDraw], state: HanabiState, seat: Seat | None, chance: Chance
) -> tuple[ChanceDraw, ...]:
    """The draws that would have led to an imagined state by the same moves."""
    for _ in range(_ATTEMPTS):
        imagined = imagine(state, seat, chance)
        decks = _deck_orders([d for d in draws if d.label in _DECKS], imagined.deck)
        if decks is not None:
            orders = iter(decks)
            return tuple(
                structs.replace(draw, order=next(orders))
                if draw.label in _DECKS
                else structs.replace(draw, order=_tile_order(draw, imagined))
                if draw.label == "tiles"
                else draw
                for draw in draws
            )
    return tuple(draws)


_DECKS = ("deck", "reshuffle")


def _tile_order(draw: ChanceDraw, imagined: HanabiState) -> tuple[str, ...]:
    """Revealed tiles are public and stay; the others are reordered."""
    hidden = msgspec.to_builtins(imagined.tiles)
    return (*draw.order[: len(draw.order) - len(hidden)], *hidden)


def _deck_orders(draws: list[ChanceDraw], deck: tuple[Card, ...]) -> list[tuple[str, ...]] | None:
    """For the first deck and each time a card was shuffled into it: the order to end with `deck`.

    From the last to the first: what was drawn before the next shuffle is where it must be, and
    what lay below then is what was shuffled, less the card that was added. None where that card
    would have been in a hand already: a view does not tell when it came back, the moves do.
    """
    final = tuple(msgspec.to_builtins(deck))
    end = total = len(final)
    orders: list[tuple[str, ...]] = []
    below: tuple[str, ...] = ()
    for place in range(len(draws) - 1, -1, -1):
        start = total - len(draws[place].order)
        orders.append((*final[start:end], *below))
        if place:
            rest, added = list(orders[-1]), _added(draws[place - 1], draws[place])
            if added not in rest:
                return None
            rest.remove(added)
            below, end, total = tuple(rest), start, total - 1
    return orders[::-1]


def _added(before: ChanceDraw, shuffled: ChanceDraw) -> str:
    """The card that was returned to the deck."""
    below = before.order[len(before.order) - len(shuffled.order) + 1 :]
    (card,) = (Counter(shuffled.order) - Counter(below)).elements()
    return str(card)
