"""States that a seat cannot distinguish from the real one, built from its view alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import structs

from hanamichi.core import Chance, ChanceDraw, Seat
from hanamichi.koikoi.cards import CARDS, Card, mask_of
from hanamichi.koikoi.deal import pattern_in
from hanamichi.koikoi.state import KoiKoiState, Pair, Phase, Round
from hanamichi.koikoi.view import KoiKoiView, view_of

# A lucky hand comes once in 170 deals, or in a thousand when half of it is known.
_TRIES_FOR_A_HAND = 4_000
_TRIES_FOR_BOTH = 8


def imagine(view: KoiKoiView, chance: Chance) -> KoiKoiState:
    """A complete state consistent with this view, with the hidden cards redealt."""
    hands, stock = _deal_hidden(view, chance)
    return KoiKoiState(
        options=view.options,
        ply=view.ply,
        scores=view.scores,
        results=view.results,
        round=Round(
            number=view.number,
            dealer=view.dealer,
            phase=view.phase,
            actor=view.dealer if view.to_act is None else view.to_act,
            hands=(_indices(hands[0]), _indices(hands[1])),
            field=_indices(view.field),
            stock=_indices(stock),
            captures=_masks(view.captures),
            turned=None if view.turned is None else view.turned.index,
            played=_masks(view.played),
            asked=view.asked,
            calls=view.calls,
            standing_calls=view.standing_calls,
            shown=_masks(view.known),
            ruled_out=_masks(view.ruled_out),
            both_lucky=view.both_lucky,
            pairing=view.pairing,
        ),
    )


def _deal_hidden(view: KoiKoiView, chance: Chance) -> tuple[Pair[tuple[Card, ...]], list[Card]]:
    """Both hands and the stock, with the hidden cards redealt."""
    for _ in range(_TRIES_FOR_BOTH):
        hidden = list(view.unseen)
        hands = []
        for seat, seen in enumerate(view.hands):
            hand = _imagine_hand(view, seat, hidden, chance) if seen is None else seen
            if hand is None:
                break
            hands.append(hand)
            hidden = [card for card in hidden if card not in hand]
        else:
            return (hands[0], hands[1]), list(chance.shuffle("imagine", hidden))
    raise RuntimeError("this chance never deals hands that fit what was seen")


def _imagine_hand(
    view: KoiKoiView, seat: Seat, hidden: list[Card], chance: Chance
) -> tuple[Card, ...] | None:
    """A hand consistent with what the seat has publicly shown; `None` if none was found."""
    known, ruled_out = view.known[seat], view.ruled_out[seat]
    possible = [card for card in hidden if card not in ruled_out]
    wanted = view.hand_sizes[seat] - len(known)
    if wanted > len(possible):
        return None
    for _ in range(_TRIES_FOR_A_HAND):
        hand = (*known, *chance.shuffle("imagine", possible)[:wanted])
        if _luck_agrees(view, seat, hand):
            return hand
    return None


def _luck_agrees(view: KoiKoiView, seat: Seat, hand: tuple[Card, ...]) -> bool:
    """Play went on, so either no dealt hand was lucky or both were."""
    if not view.options.lucky_hands or view.phase is Phase.SWAP:
        return True
    dealt = _indices((*hand, *view.played[seat]))
    return (pattern_in(dealt) is not None) == view.both_lucky


def _indices(cards: tuple[Card, ...] | list[Card]) -> tuple[int, ...]:
    return tuple([card.index for card in cards])


def _masks(cards: Pair[tuple[Card, ...]]) -> Pair[int]:
    return mask_of(cards[0]), mask_of(cards[1])


def redeal(
    draws: Sequence[ChanceDraw], state: KoiKoiState, seat: Seat | None, chance: Chance
) -> tuple[ChanceDraw, ...]:
    """The draws that would have led to an imagined state by the same moves.

    Only the deck of this round holds anything hidden that can still matter, and it is the last
    one drawn: where a hidden card lay in it, the card lies that is in its place now.
    """
    view = view_of(state, seat)
    imagined = imagine(view, chance)
    instead = {
        _name(card): _name(other)
        for before, after in zip(_hidden(state, view), _hidden(imagined, view), strict=True)
        for card, other in zip(before, after, strict=True)
    }
    last = max(n for n, draw in enumerate(draws) if draw.label == "deck")
    order = tuple(instead.get(card, card) for card in draws[last].order)
    return (*draws[:last], structs.replace(draws[last], order=order), *draws[last + 1 :])


def _hidden(state: KoiKoiState, view: KoiKoiView) -> list[list[int]]:
    """The hidden cards by where they are: in each hand, and in the stock."""
    unseen = mask_of(view.unseen)
    places = (*state.round.hands, state.round.stock)
    return [[card for card in place if unseen >> card & 1] for place in places]


def _name(card: int) -> str:
    return str(msgspec.to_builtins(CARDS[card]))
