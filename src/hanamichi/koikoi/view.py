"""What a seat or a spectator may see: public information and the seat's own hand."""

from __future__ import annotations

import msgspec
from msgspec import structs

from hanamichi.core import Seat, check_viewer
from hanamichi.koikoi.cards import ALL_CARDS, CARDS, Card, cards_in, mask_of, mask_of_indices
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.scoring import RoundResult, StopValue
from hanamichi.koikoi.state import KoiKoiState, Pair, Pairing, Phase, Round
from hanamichi.koikoi.stop import stop_offer
from hanamichi.koikoi.yaku import YakuPoints, yaku_made


class KoiKoiView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A match as seen by one seat."""

    seat: Seat | None
    """Whose view it is; `None` for a spectator."""
    options: KoiKoiOptions
    ply: int
    phase: Phase
    to_act: Seat | None
    number: int
    """The round being played, from 1."""
    dealer: Seat
    scores: Pair[int]
    results: tuple[RoundResult, ...]
    """The rounds played so far."""
    hands: Pair[tuple[Card, ...] | None]
    """The cards in hand where they may be seen: one's own once looked at, all after the match."""
    hand_sizes: Pair[int]
    known: Pair[tuple[Card, ...]]
    """Publicly known cards in each hand: a Hiki, and the lightning it refused."""
    ruled_out: Pair[tuple[Card, ...]]
    """Unseen cards that are publicly known not to be in each hand."""
    field: tuple[Card, ...]
    captures: Pair[tuple[Card, ...]]
    stock: int
    """How many cards are left in it."""
    turned: Card | None = None
    """The stock card that waits for the choice of its capture."""
    played: Pair[tuple[Card, ...]]
    """What each seat has played from its hand this round."""
    yaku: Pair[tuple[YakuPoints, ...]]
    asked: Pair[int]
    """Each side's yaku total when it last had to stop or call."""
    calls: Pair[int]
    standing_calls: Pair[int]
    """Calls not annulled by a rise of the opponent's yaku."""
    stop: StopValue | None = None
    """While a player decides: what stopping would bring."""
    both_lucky: bool = False
    """Both dealt hands were lucky, and play went on."""
    pairing: Pairing | None = None
    """Who took a card with the lightning as a joker, and that card's month."""

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """One's own hand, once it may be looked at; a spectator has none."""
        return None if self.seat is None else self.hands[self.seat]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards whose location this view hides."""
        seen = mask_of((*self.field, *self.captures[0], *self.captures[1]))
        if self.turned is not None:
            seen |= self.turned.bit
        for hand, known in zip(self.hands, self.known, strict=True):
            seen |= mask_of(known if hand is None else hand)
        return cards_in(ALL_CARDS & ~seen)


def view_of(state: KoiKoiState, seat: Seat | None) -> KoiKoiView:
    """What this seat, or a spectator, may see of a state."""
    check_viewer(seat, 2)
    options, round_ = state.options, state.round
    over = round_.phase is Phase.OVER
    deciding = round_.phase is Phase.DECIDE
    first, second = round_.hands
    return KoiKoiView(
        seat=seat,
        options=options,
        ply=state.ply,
        phase=round_.phase,
        to_act=None if over else round_.actor,
        number=round_.number,
        dealer=round_.dealer,
        scores=state.scores,
        results=state.results,
        hands=(_hand_for(seat, round_, 0), _hand_for(seat, round_, 1)),
        hand_sizes=(len(first), len(second)),
        known=_sets(_known(round_)),
        ruled_out=_sets(_ruled_out(round_)),
        field=_in_order(round_.field),
        captures=_sets(round_.captures),
        stock=len(round_.stock),
        turned=None if round_.turned is None else CARDS[round_.turned],
        played=_sets(round_.played),
        yaku=(yaku_made(round_.captures[0], options), yaku_made(round_.captures[1], options)),
        asked=round_.asked,
        calls=round_.calls,
        standing_calls=round_.standing_calls,
        stop=stop_offer(options, round_) if deciding else None,
        both_lucky=round_.both_lucky,
        pairing=round_.pairing,
    )


def open_view(state: KoiKoiState) -> KoiKoiView:
    """Both hands face up, for finished records only; never sent to players."""
    first, second = state.round.hands
    return structs.replace(view_of(state, None), hands=(_in_order(first), _in_order(second)))


def _hand_for(seat: Seat | None, round_: Round, owner: Seat) -> tuple[Card, ...] | None:
    # 003, Règles du jeu: until the swap is decided, nobody has looked.
    own = seat == owner and round_.phase is not Phase.SWAP
    return _in_order(round_.hands[owner]) if own or round_.phase is Phase.OVER else None


def _in_order(indices: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple([CARDS[index] for index in indices])


def _sets(masks: Pair[int]) -> Pair[tuple[Card, ...]]:
    return cards_in(masks[0]), cards_in(masks[1])


def _known(round_: Round) -> Pair[int]:
    return (
        round_.shown[0] & ~round_.played[0],
        round_.shown[1] & ~round_.played[1],
    )


def _ruled_out(round_: Round) -> Pair[int]:
    on_table = mask_of_indices(round_.field) | round_.captures[0] | round_.captures[1]
    if round_.turned is not None:
        on_table |= 1 << round_.turned
    return round_.ruled_out[0] & ~on_table, round_.ruled_out[1] & ~on_table
