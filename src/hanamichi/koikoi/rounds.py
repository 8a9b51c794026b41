"""How a round begins and ends: dealing, swapping, lucky hands, void deals, results, next dealer."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import structs

from hanamichi.core import Chance, Seat
from hanamichi.koikoi.cards import CARDS
from hanamichi.koikoi.deal import lay_out, pattern_in, void_pattern
from hanamichi.koikoi.events import (
    DealVoided,
    FieldDealt,
    HandDealt,
    HandSeen,
    KoiKoiEvent,
    LuckyHandsCancelled,
    LuckyHandShown,
    MatchEnded,
    RoundEnded,
    RoundStarted,
    SwapDecided,
)
from hanamichi.koikoi.options import BothLucky, DrawnDealer, KoiKoiOptions
from hanamichi.koikoi.scoring import LUCKY_HAND_VALUE, Ending, RoundResult, match_outcome
from hanamichi.koikoi.state import KoiKoiState, Phase, Progress, Round, with_item

Events: TypeAlias = list[KoiKoiEvent]


def begin_round(
    options: KoiKoiOptions, number: int, dealer: Seat, chance: Chance, events: Events
) -> Progress:
    """Deal a round, up to the first decision or to a lucky hand."""
    events.append(RoundStarted(number, dealer))
    round_ = _deal(options, number, dealer, chance, events)
    if options.hand_swap:
        return round_, None
    return settle_deal(options, round_, chance, events)


def _deal(
    options: KoiKoiOptions, number: int, dealer: Seat, chance: Chance, events: Events
) -> Round:
    layout = lay_out(options, dealer, chance)
    for seat, cards in layout.packets:
        if seat is None:
            events.append(FieldDealt(cards))
        else:
            events.append(HandDealt(seat, len(cards), cards, face_down=options.hand_swap))
    return Round(
        number=number,
        dealer=dealer,
        phase=Phase.SWAP if options.hand_swap else Phase.PLAY,
        actor=1 - dealer if options.hand_swap else dealer,
        hands=layout.hands,
        field=layout.field,
        stock=layout.stock,
    )


def decide_swap(
    options: KoiKoiOptions, round_: Round, chance: Chance, events: Events, *, swap: bool
) -> Progress:
    """Swap the unseen hands or not; then both players look."""
    # 003, Règles du jeu: before anyone looks, the dealer cannot refuse.
    events.append(SwapDecided(round_.actor, swap))
    first, second = round_.hands
    hands = (second, first) if swap else (first, second)
    for seat, hand in enumerate(hands):
        events.append(HandSeen(seat, tuple(CARDS[index] for index in hand)))
    looked_at = structs.replace(round_, phase=Phase.PLAY, actor=round_.dealer, hands=hands)
    return settle_deal(options, looked_at, chance, events)


def settle_deal(options: KoiKoiOptions, round_: Round, chance: Chance, events: Events) -> Progress:
    """Continue after the deal: play, a lucky hand, or a new deal."""
    while True:
        round_, result = _lucky_hands(options, round_, events)
        if result is not None:
            return round_, result
        void = void_pattern(options, round_.field)
        if void is None:
            return round_, None
        # 003, Chaque joueur examine ses cartes, 2: same dealer, and the round is not used up.
        events.append(DealVoided(void))
        round_ = _deal(options, round_.number, round_.dealer, chance, events)
        if options.hand_swap:
            return round_, None


def _lucky_hands(options: KoiKoiOptions, round_: Round, events: Events) -> Progress:
    # 003, Chaque joueur examine ses cartes, 1; 004, Main heureuse.
    if not options.lucky_hands:
        return round_, None
    patterns = [pattern_in(hand) for hand in round_.hands]
    lucky = [seat for seat, pattern in enumerate(patterns) if pattern is not None]
    if not lucky:
        return round_, None
    if len(lucky) == 2 and options.both_lucky is BothLucky.PLAY_ON:
        events.append(LuckyHandsCancelled())
        return structs.replace(round_, both_lucky=True), None
    for seat, pattern in enumerate(patterns):
        if pattern is not None:
            cards = tuple(CARDS[index] for index in round_.hands[seat])
            events.append(LuckyHandShown(seat, pattern, cards))
    number, dealer = round_.number, round_.dealer
    if len(lucky) == 2:
        return round_, RoundResult(number, dealer, Ending.BOTH_LUCKY)
    (winner,) = lucky
    return round_, RoundResult(
        number, dealer, Ending.LUCKY_HAND, winner, LUCKY_HAND_VALUE, patterns[winner]
    )


def end_round(
    state: KoiKoiState, result: RoundResult, chance: Chance, events: Events
) -> KoiKoiState:
    """Score a finished round and deal the next, unless it was the last."""
    options = state.options
    while True:
        state = _score(state, result)
        events.append(RoundEnded(result, state.scores))
        if len(state.results) == options.rounds:
            events.append(MatchEnded(match_outcome(state.results, state.scores)))
            return structs.replace(state, round=structs.replace(state.round, phase=Phase.OVER))
        dealer = next_dealer(options, result)
        round_, lucky = begin_round(options, result.number + 1, dealer, chance, events)
        state = structs.replace(state, round=round_)
        if lucky is None:
            return state
        result = lucky


def _score(state: KoiKoiState, result: RoundResult) -> KoiKoiState:
    scores = state.scores
    if result.winner is not None:
        scores = with_item(scores, result.winner, scores[result.winner] + result.points)
    return structs.replace(state, scores=scores, results=(*state.results, result))


def next_dealer(options: KoiKoiOptions, result: RoundResult) -> Seat:
    """Who deals after this round."""
    if result.winner is not None:
        return result.winner
    # 003, Fin de manche: unchanged after a draw; 004, Déroulement du jeu: the other player.
    same = options.drawn_dealer is DrawnDealer.SAME
    return result.dealer if same else 1 - result.dealer
