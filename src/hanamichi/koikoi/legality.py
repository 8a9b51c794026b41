"""The legal actions of the seat to act, computed only from what that seat can see."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.core import IllegalMove, Seat
from hanamichi.koikoi.actions import (
    CALL_KOI_KOI,
    JOKERS,
    KEEP,
    PLAYS,
    STOP,
    SWAP,
    TAKES,
    KoiKoiAction,
    PlayCard,
    TakeCard,
)
from hanamichi.koikoi.cards import (
    CARDS,
    LIGHTNING,
    MATES_OF,
    MONTH_OF,
    NOVEMBER,
    Card,
    cards_in,
    indices_in,
    mask_of_indices,
)
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.state import Phase, Round


def _plays_of(card: Card, mates: int) -> tuple[PlayCard, ...]:
    """The plays of a card while these other cards of its month are on the field."""
    # 003, Dans les 2 cas: with two the player chooses, with three all are taken.
    if mates.bit_count() == 2:
        return tuple(PlayCard(card, target) for target in cards_in(mates))
    return (PLAYS[card.index],)


def _subsets(mask: int) -> list[int]:
    subsets = [0]
    for index in indices_in(mask):
        subsets += [subset | 1 << index for subset in subsets]
    return subsets


# All cases, computed once: card index -> mates on the field -> plays.
_PLAYS = tuple(
    {mates: _plays_of(card, mates) for mates in _subsets(MATES_OF[card.index])} for card in CARDS
)


def legal_actions(options: KoiKoiOptions, round_: Round) -> tuple[KoiKoiAction, ...]:
    """The legal actions of the seat to act."""
    match round_.phase:
        case Phase.PLAY:
            return legal_plays(options, round_)
        case Phase.TURNED:
            assert round_.turned is not None
            choices = mask_of_indices(round_.field) & MATES_OF[round_.turned]
            return tuple([TAKES[index] for index in indices_in(choices)])
        case Phase.DECIDE:
            return (STOP, CALL_KOI_KOI)
        case Phase.SWAP:
            return (SWAP, KEEP)
        case Phase.OVER:
            return ()


def legal_plays(options: KoiKoiOptions, round_: Round) -> tuple[PlayCard, ...]:
    """The plays from the hand, in the order of the hand, then those of the lightning as a joker."""
    field = mask_of_indices(round_.field)
    hand = round_.hands[round_.actor]
    capturing = [card for card in hand if field & MATES_OF[card]] if options.must_capture else []
    plays: list[PlayCard] = []
    # 003, Capturer une carte du Ba: laying a card down is for those who cannot capture.
    for card in capturing or hand:
        plays += _PLAYS[card][field & MATES_OF[card]]
    if options.gaji and LIGHTNING.index in hand:
        plays += [JOKERS[target] for target in indices_in(joker_targets(round_, field))]
    return tuple(plays)


def joker_targets(round_: Round, field: int) -> int:
    """The field cards at which the acting seat may aim its lightning, other months only."""
    opponent = 1 - round_.actor
    # 003, La carte Gaji: no joker once the other player has played a November card.
    if round_.played[opponent] & NOVEMBER:
        return 0
    targets = field & ~NOVEMBER
    # 003, Hiki: a month whose fourth card was shown is out of reach.
    for index in indices_in(round_.shown[opponent] & ~round_.played[opponent]):
        targets &= ~MONTH_OF[index]
    return targets


def refusal(options: KoiKoiOptions, round_: Round, action: KoiKoiAction) -> IllegalMove:
    """Why an action is not legal, in words that tell only what the acting seat knows."""
    match round_.phase, action:
        case Phase.PLAY, PlayCard():
            return _play_refusal(options, round_, action)
        case Phase.PLAY, _:
            return IllegalMove("Play a card from your hand now", reason="play-now")
        case Phase.TURNED, _:
            return _take_refusal(options, round_, action)
        case Phase.DECIDE, _:
            return IllegalMove("Stop or call koi-koi now", reason="stop-or-koi")
        case _:
            return IllegalMove("Swap the hands or keep yours now", reason="swap-or-keep")


def _take_refusal(options: KoiKoiOptions, round_: Round, action: KoiKoiAction) -> IllegalMove:
    assert round_.turned is not None
    turned = CARDS[round_.turned]
    takes = [play.card for play in legal_actions(options, round_) if isinstance(play, TakeCard)]
    facts = {"turned": _fact(turned), "choices": _fact(*takes)}
    if isinstance(action, TakeCard):
        return IllegalMove(
            f"{turned} cannot take {action.card}; choose {_either(takes)}",
            reason="cannot-take",
            facts={**facts, "card": _fact(action.card)},
        )
    return IllegalMove(
        f"Choose what the turned {turned} takes now: {_either(takes)}",
        reason="take-now",
        facts=facts,
    )


def _play_refusal(options: KoiKoiOptions, round_: Round, play: PlayCard) -> IllegalMove:
    card, target = play.card, play.capture
    hand = round_.hands[round_.actor]
    if card.index not in hand:
        return IllegalMove(
            f"You do not hold {card}", reason="not-held", facts={"card": _fact(card)}
        )
    field = mask_of_indices(round_.field)
    mates = field & MATES_OF[card.index]
    if target is not None:
        return _capture_refusal(options, round_, card, target, mates)
    if mates.bit_count() == 2:
        choices = cards_in(mates)
        return IllegalMove(
            f"{card} can take {_either(choices)}: say which",
            reason="say-which",
            facts={"card": _fact(card), "choices": _fact(*choices)},
        )
    able = [CARDS[other] for other in sorted(hand) if field & MATES_OF[other]]
    return IllegalMove(
        f"You can capture, so you must: play {_either(able)}",
        reason="must-capture",
        facts={"cards": _fact(*able)},
    )


def _capture_refusal(
    options: KoiKoiOptions, round_: Round, card: Card, target: Card, mates: int
) -> IllegalMove:
    facts = {"card": _fact(card), "target": _fact(target)}
    if target.index not in round_.field:
        return IllegalMove(f"{target} is not on the field", reason="not-on-field", facts=facts)
    if target.bit & mates:
        return IllegalMove(
            f"{card} has no choice of what to take: play it without naming a card",
            reason="no-choice",
            facts=facts,
        )
    if card is not LIGHTNING or not options.gaji:
        return IllegalMove(
            f"{card} cannot take {target}, which is of another month",
            reason="other-month",
            facts=facts,
        )
    return _joker_refusal(round_, 1 - round_.actor)


def _joker_refusal(round_: Round, opponent: Seat) -> IllegalMove:
    if round_.played[opponent] & NOVEMBER:
        return IllegalMove(
            "Your opponent has played a November card, so the lightning is no joker any more",
            reason="joker-over",
        )
    return IllegalMove(
        "Your opponent has shown the fourth card of that month, which protects the three",
        reason="joker-barred",
    )


def _either(cards: Sequence[Card]) -> str:
    return " or ".join(map(str, cards))


def _fact(*cards: Card) -> str:
    return f"card:{'|'.join(map(str, cards))}"
