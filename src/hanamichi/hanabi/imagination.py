"""Other truths that look the same from one seat."""

from __future__ import annotations

from msgspec import structs

from hanamichi.core import Chance, Seat
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.state import NEGATIVE, HanabiState

_ATTEMPTS = 50


def imagine(state: HanabiState, seat: Seat | None, chance: Chance) -> HanabiState:
    """The state with the cards hidden from this seat dealt anew, true to every clue given.

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
    # the hardest to please choose first
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
    """Whether a card touched by these clues can have been told this."""
    positive = told & ((1 << NEGATIVE) - 1)
    return touched_by & positive == positive and not touched_by & (told >> NEGATIVE)


def _deal(
    unseen: list[tuple[int, int]], fitting: dict[int, frozenset[Card]], pool: list[Card]
) -> tuple[dict[int, Card], list[Card]] | None:
    """Give each unseen card the first fitting face of the pool; None at a dead end."""
    faces = {}
    for card, told in unseen:
        fits = fitting[told]
        place = next((n for n, face in enumerate(pool) if face in fits), None)
        if place is None:
            return None
        faces[card] = pool.pop(place)
    return faces, pool
