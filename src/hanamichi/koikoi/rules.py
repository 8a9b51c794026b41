"""Koi-Koi as a `Game`: dealing, legal actions and their effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from hanamichi.core import Chance, ChanceDraw, Game, Match, Seat, Transition
from hanamichi.koikoi.actions import CallKoiKoi, Keep, KoiKoiAction, PlayCard, Stop, Swap, TakeCard
from hanamichi.koikoi.deal import draw_dealer
from hanamichi.koikoi.events import DealerDrawn, KoiKoiEvent
from hanamichi.koikoi.legality import legal_actions, refusal
from hanamichi.koikoi.options import PRESETS, KoiKoiOptions, check_options
from hanamichi.koikoi.rounds import begin_round, decide_swap, end_round
from hanamichi.koikoi.scoring import Ending, KoiKoiOutcome, match_outcome
from hanamichi.koikoi.state import KoiKoiState, Phase, Progress
from hanamichi.koikoi.stop import stop_round
from hanamichi.koikoi.turn import call_koi_koi, play_card, take_card
from hanamichi.koikoi.view import KoiKoiView, view_of
from hanamichi.koikoi.worlds import imagine, redeal

_MAX_ROUND_PLIES = 50
"""Two decisions about swapping, and in 16 turns a card played, one taken and a call each."""

KoiKoiTransition = Transition[KoiKoiState, KoiKoiEvent]


class KoiKoi(
    Game[KoiKoiOptions, KoiKoiState, KoiKoiAction, KoiKoiEvent, KoiKoiView, KoiKoiOutcome]
):
    """All editions and all custom tables of Koi-Koi."""

    id: ClassVar[str] = "koikoi"
    seat_counts: ClassVar[range] = range(2, 3)
    presets: ClassVar = PRESETS
    options_type = KoiKoiOptions
    state_type = KoiKoiState
    view_type = KoiKoiView
    action_type = KoiKoiAction
    event_type = KoiKoiEvent

    def check(self, options: KoiKoiOptions, players: int) -> None:
        self.check_players(players)
        check_options(options)

    def start(self, options: KoiKoiOptions, players: int, chance: Chance) -> KoiKoiTransition:
        self.check(options, players)
        events: list[KoiKoiEvent] = []
        dealer = options.first_dealer
        if dealer is None:
            draws, dealer = draw_dealer(chance)
            events.append(DealerDrawn(draws, dealer))
        round_, result = begin_round(options, 1, dealer, chance, events)
        state = KoiKoiState(options, 0, (0, 0), (), round_)
        if result is not None:
            state = end_round(state, result, chance, events)
        return Transition(state, tuple(events))

    def to_act(self, state: KoiKoiState) -> Seat | None:
        return None if state.round.phase is Phase.OVER else state.round.actor

    def ply(self, state: KoiKoiState) -> int:
        return state.ply

    def max_plies(self, options: KoiKoiOptions, players: int) -> int:
        return options.rounds * _MAX_ROUND_PLIES

    def legal_actions(self, state: KoiKoiState, seat: Seat) -> tuple[KoiKoiAction, ...]:
        return legal_actions(state.options, state.round) if seat == state.round.actor else ()

    def apply(
        self, state: KoiKoiState, seat: Seat, action: KoiKoiAction, chance: Chance
    ) -> KoiKoiTransition:
        self.check_turn(state, seat)
        if action not in legal_actions(state.options, state.round):
            raise refusal(state.options, state.round, action)
        events: list[KoiKoiEvent] = []
        round_, result = _progress(state, action, chance, events)
        state = KoiKoiState(state.options, state.ply + 1, state.scores, state.results, round_)
        if result is not None:
            state = end_round(state, result, chance, events)
        return Transition(state, tuple(events))

    def view(self, state: KoiKoiState, seat: Seat | None) -> KoiKoiView:
        return view_of(state, seat)

    def outcome(self, state: KoiKoiState) -> KoiKoiOutcome | None:
        if state.round.phase is not Phase.OVER:
            return None
        return match_outcome(state.results, state.scores)

    def imagine(self, state: KoiKoiState, seat: Seat | None, chance: Chance) -> KoiKoiState:
        return imagine(view_of(state, seat), chance)

    def redeal(
        self, draws: Sequence[ChanceDraw], state: KoiKoiState, seat: Seat | None, chance: Chance
    ) -> tuple[ChanceDraw, ...]:
        return redeal(draws, state, seat, chance)


def _progress(
    state: KoiKoiState, action: KoiKoiAction, chance: Chance, events: list[KoiKoiEvent]
) -> Progress:
    """The round after a legal action."""
    options, round_ = state.options, state.round
    match action:
        case PlayCard():
            return play_card(options, round_, action, events)
        case TakeCard(card):
            return take_card(options, round_, card, events)
        case CallKoiKoi():
            return call_koi_koi(round_, events)
        case Stop():
            return stop_round(options, round_, Ending.STOP, events)
        case Swap() | Keep():
            swap = isinstance(action, Swap)
            return decide_swap(options, round_, chance, events, swap=swap)


KOIKOI = KoiKoi()

KoiKoiMatch: TypeAlias = Match[
    KoiKoiOptions, KoiKoiState, KoiKoiAction, KoiKoiEvent, KoiKoiView, KoiKoiOutcome
]
"""A match of Koi-Koi."""
