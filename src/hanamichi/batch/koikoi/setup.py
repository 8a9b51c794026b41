"""Convert a Koi-Koi table's options, states and actions for its kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector
from hanamichi.batch.koikoi import row as r
from hanamichi.core import Seat
from hanamichi.koikoi.actions import (
    CALL_KOI_KOI,
    KEEP,
    STOP,
    SWAP,
    CallKoiKoi,
    Keep,
    KoiKoiAction,
    PlayCard,
    Stop,
    Swap,
    TakeCard,
)
from hanamichi.koikoi.cards import CARDS, LIGHTNING, Card, mask_of_indices
from hanamichi.koikoi.options import (
    BothLucky,
    DealOrder,
    DrawnDealer,
    KoiKoiCalls,
    KoiKoiOptions,
    Triad,
    VoidDeals,
    check_options,
)
from hanamichi.koikoi.state import KoiKoiState, Phase

PHASES = tuple(Phase)


def option_vector(options: KoiKoiOptions) -> OptionVector:
    """The options as kernels read them."""
    check_options(options)
    vector = np.zeros(r.OPTION_CELLS, np.int32)
    vector[r.O_PLAYERS] = 2
    vector[r.O_ROUNDS] = options.rounds
    vector[r.O_FIRST_DEALER] = -1 if options.first_dealer is None else options.first_dealer
    vector[r.O_BY_FOURS] = options.deal is DealOrder.FOURS
    vector[r.O_HAND_SWAP] = options.hand_swap
    vector[r.O_LUCKY] = options.lucky_hands
    vector[r.O_BOTH_LUCKY_DRAW] = options.both_lucky is BothLucky.DRAW
    vector[r.O_VOID] = tuple(VoidDeals).index(options.void_deals)
    vector[r.O_MUST_CAPTURE] = options.must_capture
    vector[r.O_RAIN_MAN] = options.rain_man_counts
    vector[r.O_VIEWING] = options.viewing_yaku
    vector[r.O_TRIAD] = tuple(Triad).index(options.triad)
    vector[r.O_CUP_PLAIN] = options.cup_is_plain
    vector[r.O_ADDITIVE] = options.additive
    vector[r.O_ONE_CALL] = options.koikoi_calls is KoiKoiCalls.ONE
    vector[r.O_OWN_CALLS] = options.own_calls_multiply
    vector[r.O_DRAWN_SAME] = options.drawn_dealer is DrawnDealer.SAME
    vector[r.O_GAJI] = options.gaji
    vector[r.O_CUP_ONCE] = options.cup_counts_once
    return vector


def template(
    options: KoiKoiOptions, *, first_dealer: Seat | None = None, shuffled: bool = False
) -> Bits:
    """The row before the first deal; `shuffled` has every deck shuffled whole."""
    row = np.zeros(r.ROW_CELLS, np.uint64)
    _put_deck(row, range(48))
    row[r.SHUFFLED] = shuffled
    row[r.NUMBER] = 1
    row[r.DEALER] = first_dealer if first_dealer is not None else options.first_dealer or 0
    return row


def _put_deck(row: Bits, cards: Sequence[int]) -> None:
    row[r.DECK : r.DECK + 6] = np.array(cards, np.uint8).view(np.uint64)


def deck_of(row: Bits) -> tuple[int, ...]:
    """The deck's cards in order, those already dealt first."""
    return tuple(row[r.DECK : r.DECK + 6].copy().view(np.uint8).tolist())


def pack(state: KoiKoiState) -> Bits:
    """A reference state as a row; the deck's dealt part is in no particular order."""
    round_ = state.round
    row = template(state.options, shuffled=True)
    dealt = [card for card in range(48) if card not in round_.stock]
    _put_deck(row, (*dealt, *round_.stock))
    row[r.TOP] = len(dealt)
    row[r.FIELD] = mask_of_indices(round_.field)
    for seat in range(2):
        row[r.HANDS + seat] = mask_of_indices(round_.hands[seat])
        row[r.CAPTURES + seat] = round_.captures[seat]
        row[r.PLAYED + seat] = round_.played[seat]
        row[r.SHOWN + seat] = round_.shown[seat]
        row[r.ASKED + seat] = round_.asked[seat]
        row[r.CALLS + seat] = round_.calls[seat]
        row[r.STANDING + seat] = round_.standing_calls[seat]
        row[r.SCORES + seat] = state.scores[seat]
    row[r.PHASE] = PHASES.index(round_.phase)
    row[r.ACTOR] = round_.actor
    row[r.DEALER] = round_.dealer
    row[r.NUMBER] = round_.number
    row[r.TURNED] = 0 if round_.turned is None else round_.turned + 1
    if round_.pairing is not None:
        row[r.PAIR_OWNER] = round_.pairing.owner + 1
        row[r.PAIR_MONTH] = round_.pairing.month - 1
    row[r.PLY] = state.ply
    return row


def action_id(action: KoiKoiAction) -> int:
    """The id of an action."""
    match action:
        case PlayCard(card=card, capture=target):
            return _play_id(card, target)
        case TakeCard(card=card):
            return r.A_TAKE + card.index
        case Stop():
            return r.A_STOP
        case CallKoiKoi():
            return r.A_KOI_KOI
        case Swap():
            return r.A_SWAP
        case Keep():
            return r.A_KEEP


def _play_id(card: Card, target: Card | None) -> int:
    if target is None:
        return r.A_PLAY + card.index
    if target.month != card.month:
        return r.A_JOKER + target.index
    place, other = card.index % 4, target.index % 4
    pair = 3 * place + (other if other < place else other - 1)
    return r.A_CAPTURE + 12 * (card.month - 1) + pair


def action_of(number: int) -> KoiKoiAction:
    """The action with this id."""
    if number < r.A_CAPTURE:
        return PlayCard(CARDS[number])
    if number < r.A_JOKER:
        month, pair = divmod(number - r.A_CAPTURE, 12)
        place, other = divmod(pair, 3)
        target = other if other < place else other + 1
        return PlayCard(CARDS[4 * month + place], CARDS[4 * month + target])
    if number < r.A_TAKE:
        return PlayCard(LIGHTNING, CARDS[number - r.A_JOKER])
    if number < r.A_STOP:
        return TakeCard(CARDS[number - r.A_TAKE])
    return (STOP, CALL_KOI_KOI, SWAP, KEEP)[number - r.A_STOP]
