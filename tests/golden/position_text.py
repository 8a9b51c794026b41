"""The text of each game's positions in a transcript."""

from __future__ import annotations

from collections.abc import Iterable

from hanamichi.core import Event
from hanamichi.hanabi import HanabiAction, HanabiOutcome, HanabiState, HanabiView
from hanamichi.hanabi import notation as hanabi_notation
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.scoring import points_of
from hanamichi.koikoi import (
    CARDS,
    KoiKoiAction,
    KoiKoiEvent,
    KoiKoiOutcome,
    KoiKoiState,
    KoiKoiView,
    Phase,
    yaku_made,
)
from hanamichi.koikoi import notation as koikoi_notation
from hanamichi.koikoi.cards import cards_in

Names = tuple[str, ...]


class HanabiText:
    """Fireworks, hands, discards."""

    def board(self, state: HanabiState, names: Names) -> list[str]:
        options, suits = state.options, layout_of(state.options).suits
        heights = (f"{suit.letter}{state.fireworks[suit.index]}" for suit in suits)
        counts = [
            f"deck {len(state.deck) - state.drawn}",
            f"clue tokens {state.clue_tokens} of {options.clue_tokens}",
            f"errors {state.errors} of {options.errors}",
            f"points {points_of(options, state.fireworks)}",
        ]
        if options.flamboyants:
            counts.append(f"bonus tiles {len(state.tiles)}")
        if state.turns_left is not None:
            counts.append(f"turns left {state.turns_left}")
        hands = (
            f"{names[seat]}: {' '.join(str(state.deck[card]) for card in hand) or '–'}"
            for seat, hand in enumerate(state.hands)
        )
        return [
            " · ".join(counts),
            f"fireworks (cards in each): {' '.join(heights)}",
            "   ".join(hands),
            f"discards: {_sorted(state.discards) or '–'}",
        ]

    def command(self, action: HanabiAction, view: HanabiView, names: Names) -> str:
        return hanabi_notation.format_action(action, view, names)

    def event(self, event: Event, names: Names) -> str:
        return hanabi_notation.format_event(event, names)

    def outcome(self, outcome: HanabiOutcome, names: Names) -> list[str]:
        rating = "no rating" if outcome.rating is None else outcome.rating.value
        powder = ", black powder" if outcome.black_powder else ""
        return [
            f"{outcome.result} ({outcome.termination})",
            f"score {outcome.score}{powder} of {outcome.maximum}, {rating}; "
            f"the fireworks reached {outcome.points}",
            f"scores {outcome.scores}, winners {outcome.winners}",
        ]

    def is_special(self, state: HanabiState) -> bool:
        return state.pending is not None


class KoiKoiText:
    """Field, hands, captures, yaku."""

    def board(self, state: KoiKoiState, names: Names) -> list[str]:
        round_ = state.round
        calls = f"calls {round_.calls[0]} and {round_.calls[1]}"
        return [
            f"round {round_.number} of {state.options.rounds} · {names[round_.dealer]} deals · "
            f"score {state.scores[0]} to {state.scores[1]} · stock {len(round_.stock)} · {calls}",
            f"field: {_cards(round_.field) or '–'}",
            *(self._side(state, seat, names[seat]) for seat in (0, 1)),
        ]

    def _side(self, state: KoiKoiState, seat: int, name: str) -> str:
        pile = state.round.captures[seat]
        captured = " ".join(map(str, cards_in(pile))) or "–"
        yaku = ", ".join(f"{y.yaku.value} {y.points}" for y in yaku_made(pile, state.options))
        made = f"   yaku: {yaku}" if yaku else ""
        return f"{name} holds {_cards(state.round.hands[seat]) or '–'}   captured: {captured}{made}"

    def command(self, action: KoiKoiAction, view: KoiKoiView, names: Names) -> str:
        return koikoi_notation.format_action(action)

    def event(self, event: KoiKoiEvent, names: Names) -> str:
        return koikoi_notation.format_event(event, names)

    def outcome(self, outcome: KoiKoiOutcome, names: Names) -> list[str]:
        winner = f"{names[outcome.winners[0]]} wins" if outcome.winners else "a draw"
        rounds = (
            f"{r.number}: {r.ending.value}"
            + ("" if r.winner is None else f", {names[r.winner]} {r.points}")
            for r in outcome.rounds
        )
        return [
            f"{winner} ({outcome.termination}), {outcome.scores[0]} to {outcome.scores[1]}",
            *rounds,
        ]

    def is_special(self, state: KoiKoiState) -> bool:
        return state.round.phase is not Phase.PLAY


def _sorted(cards: Iterable[object]) -> str:
    return " ".join(sorted(map(str, cards)))


def _cards(indices: Iterable[int]) -> str:
    return " ".join(str(CARDS[index]) for index in indices)
