"""Text notation: parsing typed moves, and one-line descriptions of events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hanamichi.core import UnparsableMove
from hanamichi.koikoi import events as ev
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
from hanamichi.koikoi.cards import CARDS, Card
from hanamichi.koikoi.events import KoiKoiEvent
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.scoring import Ending, FactorName, RoundResult, StopValue
from hanamichi.koikoi.view import KoiKoiView
from hanamichi.koikoi.yaku import YakuPoints

_WORDS: dict[str, KoiKoiAction] = {
    "swap": SWAP,
    "keep": KEEP,
    "stop": STOP,
    "koi": CALL_KOI_KOI,
    "koikoi": CALL_KOI_KOI,
    "koi-koi": CALL_KOI_KOI,
}
_CARD_NAMES = {card.value: card for card in CARDS}
_NAMES = ("Player 1", "Player 2")
_EVERYTHING = KoiKoiOptions(hand_swap=True)
"""What is assumed of a table without a view: every command may be typed there."""
_REASONS = {
    FactorName.OWN_CALLS: "own koi-koi",
    FactorName.OPPONENT_CALLED: "opponent's koi-koi",
    FactorName.SEVEN_OR_MORE: "seven or more",
}


def example_commands(options: KoiKoiOptions) -> dict[str, str]:
    """An example of each command that these options allow, by kind of command."""
    commands = {
        "play": "play 3",
        "play_card": "play 3R",
        "play_takes": "play 3a takes 3R",
        "take": "take 8A",
        "stop": "stop",
        "koi": "koi",
    }
    if options.hand_swap:
        commands |= {"swap": "swap", "keep": "keep"}
    return commands


def parse_card(text: str) -> Card:
    """A card from how it is written; the letter's case matters only between `A` and `a`."""
    name = re.sub(r"^0+", "", text)
    for spelling in (name, name.upper(), name.lower()):
        card = _CARD_NAMES.get(spelling)
        if card is not None:
            return card
    raise UnparsableMove(
        f"There is no card {text!r}; a card is a month and a letter, such as 3L, 2A, 1R or 12c",
        reason="card",
    )


def parse_action(text: str, view: KoiKoiView | None = None) -> KoiKoiAction:
    """A typed move. With a view, a card in hand may be named by its place, counted from 1."""
    match [_verb(word) for word in text.split()]:
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["play", card]:
            return PlayCard(_hand_card(card, view))
        case ["play", card, "takes" | "take", target]:
            return _play_taking(_hand_card(card, view), parse_card(target), view)
        case ["take", card]:
            return TakeCard(parse_card(card))
        case _:
            known = example_commands(_EVERYTHING if view is None else view.options)
            raise UnparsableMove(
                f"{_shortened(text)!r} is no move. Write one of: {' · '.join(known.values())}",
                reason="command",
            )


def _verb(word: str) -> str:
    """Verbs in lower case; cards as they are, since `2A` is not `2a`."""
    return word if word[0].isdecimal() else word.lower()


def _hand_card(text: str, view: KoiKoiView | None) -> Card:
    if not text.isdecimal():
        return parse_card(text)
    hand = view.hand if view is not None else None
    if hand is None:
        raise UnparsableMove(
            "There is no hand to count in here; name the card, such as 3L", reason="no-hand"
        )
    place = int(text) if len(text) < 4 else 0
    if not 1 <= place <= len(hand):
        raise UnparsableMove(
            f"You hold {len(hand)} cards: there is no number {text[:8]}",
            reason="place",
            facts={"count": len(hand)},
        )
    return hand[place - 1]


def _play_taking(card: Card, target: Card, view: KoiKoiView | None) -> PlayCard:
    """Drop words that are optional in the notation."""
    if view is not None and target.month == card.month:
        mates = [other for other in view.field if other.month == card.month]
        if len(mates) != 2 and target in mates:
            return PlayCard(card)
    return PlayCard(card, target)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"


def format_action(action: KoiKoiAction) -> str:
    """A move as it is typed."""
    match action:
        case PlayCard(card, None):
            return f"play {card}"
        case PlayCard(card, target):
            return f"play {card} takes {target}"
        case TakeCard(card):
            return f"take {card}"
        case Stop():
            return "stop"
        case CallKoiKoi():
            return "koi"
        case Swap():
            return "swap"
        case Keep():
            return "keep"


def format_cards(cards: Iterable[Card]) -> str:
    """Cards in a row."""
    return " ".join(map(str, cards))


def format_event(event: KoiKoiEvent, names: Sequence[str] = _NAMES) -> str:
    """What happened, in one line; hidden cards are counted, not named."""
    match event:
        case ev.DealerDrawn(draws, dealer):
            drawn = ", again ".join(f"{a} and {b}" for a, b in draws)
            return f"{names[0]} and {names[1]} draw {drawn}: {names[dealer]} deals first"
        case ev.RoundStarted(number, dealer):
            return f"Round {number}: {names[dealer]} deals"
        case ev.HandDealt(seat, count, cards, face_down):
            what = format_cards(cards) or f"{count} cards"
            return f"{names[seat]} is dealt {what}" + (" face down" if face_down else "")
        case ev.FieldDealt(cards):
            return f"The field is dealt {format_cards(cards)}"
        case ev.SwapDecided(seat, swapped):
            return f"{names[seat]} {'swaps the hands' if swapped else 'keeps the hand'}"
        case ev.HandSeen(seat, cards):
            looked = f"{names[seat]} looks at the hand"
            return f"{looked}: {format_cards(cards)}" if cards else looked
        case ev.LuckyHandShown(seat, pattern, cards):
            what = pattern.value.replace("-", " ")
            return f"{names[seat]} shows a lucky hand, {what}: {format_cards(cards)}"
        case ev.LuckyHandsCancelled():
            return "Both hands are lucky, so neither counts"
        case ev.DealVoided(pattern):
            return f"The field has {pattern.value.replace('-', ' ')}: the deal is void"
        case ev.CardPlayed(seat, card, captured, joker):
            played = f"{names[seat]} plays {card}" + (" as a joker" if joker else "")
            return f"{played} and takes {format_cards(captured)}" if captured else played
        case ev.HikiDeclared(seat, card, aimed_at):
            return f"{names[seat]} shows {card}: a Hiki, the lightning cannot take {aimed_at}"
        case ev.CardTurned(seat, card, captured, choices):
            turned = f"{names[seat]} turns {card}"
            if choices:
                return f"{turned}, which can take {' or '.join(map(str, choices))}"
            return f"{turned} and takes {format_cards(captured)}" if captured else turned
        case ev.CardTaken(seat, card, captured):
            return f"{names[seat]} takes {format_cards(captured)} with {card}"
        case ev.YakuMade(seat, yaku, total):
            return f"{names[seat]} has {_yaku(yaku)}: {total} in all"
        case ev.CallsAnnulled(seat):
            return f"{names[seat]}'s koi-koi is annulled"
        case ev.KoiKoiCalled(seat):
            return f"{names[seat]} calls koi-koi"
        case ev.FieldClaimed(seat, cards):
            return f"{names[seat]}'s lightning claims {format_cards(cards)} from the field"
        case ev.RoundEnded(result, scores):
            return f"{_ended(result, names)}. The score is {scores[0]} to {scores[1]}"
        case ev.MatchEnded(outcome):
            first, second = outcome.scores
            who = f"{names[outcome.winners[0]]} wins" if outcome.winners else "The match is drawn"
            return f"{who}, {first} to {second}"


def _ended(result: RoundResult, names: Sequence[str]) -> str:
    if result.winner is None or result.value is None:
        why = "two lucky hands" if result.ending is Ending.BOTH_LUCKY else "no cards are left"
        return f"Round {result.number} is a draw: {why}"
    if result.ending is Ending.LUCKY_HAND:
        how = "wins by a lucky hand"
    else:
        stops = "must stop" if result.ending is Ending.FORCED_STOP else "stops"
        how = f"{stops} with {_yaku(result.value.yaku)}"
    return f"{names[result.winner]} {how} and scores {format_stop(result.value)}"


def format_stop(value: StopValue) -> str:
    """A stop's points, factor by factor."""
    if not value.factors:
        return str(value.points)
    factors = "".join(f" × {factor.times} ({_REASONS[factor.name]})" for factor in value.factors)
    return f"{value.total}{factors} = {value.points}"


def _yaku(yaku: Iterable[YakuPoints]) -> str:
    return ", ".join(f"{entry.yaku.value} {entry.points}" for entry in yaku)
