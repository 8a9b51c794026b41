"""Positions that a seat cannot tell from the real one, built from its view and nothing else."""

from __future__ import annotations

from hanamichi.core import Chance, Seat
from hanamichi.koikoi.cards import Card, mask_of
from hanamichi.koikoi.deal import pattern_in
from hanamichi.koikoi.state import KoiKoiState, Pair, Phase, Round
from hanamichi.koikoi.view import KoiKoiView

# A lucky hand comes once in 170 deals, or in a thousand when half of it is known.
_TRIES_FOR_A_HAND = 4_000
_TRIES_FOR_BOTH = 8


def imagine(view: KoiKoiView, chance: Chance) -> KoiKoiState:
    """A whole state that looks like this view, the hidden cards in some order."""
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
    """Both hands and the stock, what the view hides dealt out again."""
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
    """A hand that agrees with all the seat has publicly shown; `None` when none was found."""
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
