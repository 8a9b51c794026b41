"""A turn: a card from the hand, a card from the stock, and what the captures lead to."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import structs

from hanamichi.koikoi.actions import PlayCard
from hanamichi.koikoi.cards import (
    CARDS,
    LIGHTNING,
    MATES_OF,
    MONTH_OF,
    Card,
    cards_in,
    mask_of_indices,
)
from hanamichi.koikoi.events import (
    CallsAnnulled,
    CardPlayed,
    CardTaken,
    CardTurned,
    HikiDeclared,
    KoiKoiCalled,
    KoiKoiEvent,
    YakuMade,
)
from hanamichi.koikoi.options import KoiKoiCalls, KoiKoiOptions
from hanamichi.koikoi.scoring import Ending, RoundResult
from hanamichi.koikoi.state import Pairing, Phase, Progress, Round, with_item
from hanamichi.koikoi.stop import stop_round
from hanamichi.koikoi.yaku import total_of, yaku_made

Events: TypeAlias = list[KoiKoiEvent]


def play_card(options: KoiKoiOptions, round_: Round, play: PlayCard, events: Events) -> Progress:
    """Play a card from the hand, then turn the top of the stock."""
    seat, card, target = round_.actor, play.card, play.capture
    if target is not None and target.month != card.month:
        return _aim_lightning(options, round_, target, events)
    if target is not None:
        taken = target.bit
    else:
        taken = mask_of_indices(round_.field) & MATES_OF[card.index]
        if options.must_capture and not taken:
            round_ = _rule_out_captures(round_)
    events.append(CardPlayed(seat, card, cards_in(taken)))
    return _turn_stock(options, _leave_hand(round_, card, taken), events)


def _rule_out_captures(round_: Round) -> Round:
    """Record that a player who did not capture holds none of the field's months."""
    months = 0
    for card in round_.field:
        months |= MONTH_OF[card]
    seat = round_.actor
    ruled_out = with_item(round_.ruled_out, seat, round_.ruled_out[seat] | months)
    return structs.replace(round_, ruled_out=ruled_out)


def _aim_lightning(options: KoiKoiOptions, round_: Round, target: Card, events: Events) -> Progress:
    # 003, La carte Gaji: from the hand it takes any one card.
    seat, opponent = round_.actor, 1 - round_.actor
    missing = MONTH_OF[target.index] & ~mask_of_indices(round_.field)
    if missing.bit_count() == 1:
        # 003, Hiki: three on the field are safe while the opponent holds the fourth, and says so.
        fourth = missing.bit_length() - 1
        if fourth in round_.hands[opponent]:
            events.append(HikiDeclared(opponent, CARDS[fourth], target))
            shown = with_item(round_.shown, opponent, round_.shown[opponent] | missing)
            shown = with_item(shown, seat, shown[seat] | LIGHTNING.bit)
            return structs.replace(round_, shown=shown), None
        ruled_out = with_item(round_.ruled_out, opponent, round_.ruled_out[opponent] | missing)
        round_ = structs.replace(round_, ruled_out=ruled_out)
    events.append(CardPlayed(seat, LIGHTNING, (target,), joker=True))
    round_ = structs.replace(round_, pairing=Pairing(seat, target.month))
    return _turn_stock(options, _leave_hand(round_, LIGHTNING, target.bit), events)


def _leave_hand(round_: Round, card: Card, taken: int) -> Round:
    seat = round_.actor
    hand = round_.hands[seat]
    place = hand.index(card.index)
    field, captures = _meet_field(round_, card.index, taken)
    return structs.replace(
        round_,
        hands=with_item(round_.hands, seat, hand[:place] + hand[place + 1 :]),
        played=with_item(round_.played, seat, round_.played[seat] | card.bit),
        field=field,
        captures=captures,
    )


def _meet_field(round_: Round, card: int, taken: int) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Field and captures after a card came down and took these field cards, or none."""
    if not taken:
        return (*round_.field, card), round_.captures
    seat = round_.actor
    field = tuple([other for other in round_.field if not taken >> other & 1])
    return field, with_item(round_.captures, seat, round_.captures[seat] | taken | 1 << card)


def _turn_stock(options: KoiKoiOptions, round_: Round, events: Events) -> Progress:
    # 003, Piocher une carte; 004, Déroulement du jeu.
    top, stock = round_.stock[0], round_.stock[1:]
    mates = mask_of_indices(round_.field) & MATES_OF[top]
    if mates.bit_count() == 2:
        events.append(CardTurned(round_.actor, CARDS[top], choices=cards_in(mates)))
        return structs.replace(round_, phase=Phase.TURNED, turned=top, stock=stock), None
    events.append(CardTurned(round_.actor, CARDS[top], cards_in(mates)))
    field, captures = _meet_field(round_, top, mates)
    return _finish_turn(
        options, structs.replace(round_, stock=stock, field=field, captures=captures), events
    )


def take_card(options: KoiKoiOptions, round_: Round, target: Card, events: Events) -> Progress:
    """The turned card takes the chosen one of two."""
    assert round_.turned is not None
    events.append(CardTaken(round_.actor, CARDS[round_.turned], (target,)))
    field, captures = _meet_field(round_, round_.turned, target.bit)
    return _finish_turn(
        options, structs.replace(round_, turned=None, field=field, captures=captures), events
    )


def _finish_turn(options: KoiKoiOptions, round_: Round, events: Events) -> Progress:
    seat = round_.actor
    yaku = yaku_made(round_.captures[seat], options)
    total = total_of(yaku)
    if total > round_.asked[seat]:
        events.append(YakuMade(seat, yaku, total))
        return _rise(options, round_, total, events)
    if not any(round_.hands):
        # 003, Fin de manche; 004, Déroulement du jeu: nobody scores, yaku made are lost.
        return round_, RoundResult(round_.number, round_.dealer, Ending.HANDS_EMPTY)
    return structs.replace(round_, phase=Phase.PLAY, actor=1 - seat), None


def _rise(options: KoiKoiOptions, round_: Round, total: int, events: Events) -> Progress:
    seat, opponent = round_.actor, 1 - round_.actor
    # 003, Fin de manche: a yaku annuls what the opponent had called for.
    if options.own_calls_multiply and round_.standing_calls[opponent]:
        events.append(CallsAnnulled(opponent))
    round_ = structs.replace(
        round_,
        phase=Phase.DECIDE,
        asked=with_item(round_.asked, seat, total),
        standing_calls=with_item(round_.standing_calls, opponent, 0),
    )
    # 004, Annoncer Koi-Koi: one call in a round, so the rise after it ends the round.
    call_spent = options.koikoi_calls is KoiKoiCalls.ONE and any(round_.calls)
    if call_spent or not round_.hands[seat]:
        return stop_round(options, round_, Ending.FORCED_STOP, events)
    return round_, None


def call_koi_koi(round_: Round, events: Events) -> Progress:
    """The acting player plays on for more."""
    seat = round_.actor
    events.append(KoiKoiCalled(seat))
    called = structs.replace(
        round_,
        phase=Phase.PLAY,
        actor=1 - seat,
        calls=with_item(round_.calls, seat, round_.calls[seat] + 1),
        standing_calls=with_item(round_.standing_calls, seat, round_.standing_calls[seat] + 1),
    )
    return called, None
