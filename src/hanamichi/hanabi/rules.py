"""Hanabi as a `Game`: dealing, legal actions and their effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec import structs

from hanamichi.core import Chance, ChanceDraw, Game, IllegalMove, Match, Seat, Transition
from hanamichi.hanabi import actions as act
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.cards import UNBUILT
from hanamichi.hanabi.events import HanabiEvent, HandDealt, HandRearranged, TurnPassed
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.legality import legal_actions
from hanamichi.hanabi.options import PRESETS, HanabiOptions, check_options, hand_size
from hanamichi.hanabi.scoring import HanabiOutcome, outcome_of
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.tiles import TILES
from hanamichi.hanabi.turn import Turn
from hanamichi.hanabi.view import HanabiView, view_of
from hanamichi.hanabi.worlds import imagine, redeal

HanabiTransition = Transition[HanabiState, HanabiEvent]


class Hanabi(
    Game[HanabiOptions, HanabiState, HanabiAction, HanabiEvent, HanabiView, HanabiOutcome]
):
    """All editions and all custom tables of Hanabi."""

    id: ClassVar[str] = "hanabi"
    seat_counts: ClassVar[range] = range(2, 6)
    cooperative: ClassVar[bool] = True
    presets: ClassVar = PRESETS
    options_type = HanabiOptions
    state_type = HanabiState
    view_type = HanabiView
    action_type = HanabiAction
    event_type = HanabiEvent

    def check(self, options: HanabiOptions, players: int) -> None:
        check_options(options, players)

    def start(self, options: HanabiOptions, players: int, chance: Chance) -> HanabiTransition:
        self.check_players(players)
        check_options(options, players)
        layout = layout_of(options)
        first = options.first_seat
        if first is None:
            first = chance.shuffle("first-seat", range(players))[0]
        deck = chance.shuffle("deck", layout.deck)
        size = hand_size(options, players)
        hands = tuple(tuple(range(seat * size, (seat + 1) * size)) for seat in range(players))
        state = HanabiState(
            options=options,
            deck=deck,
            drawn=players * size,
            hands=hands,
            told=((0,) * size,) * players,
            fireworks=UNBUILT,
            discards=(),
            clue_tokens=options.clue_tokens,
            errors=0,
            turn=first,
            tiles=chance.shuffle("tiles", TILES) if options.flamboyants else (),
        )
        events: list[HanabiEvent] = [
            HandDealt(seat, hand, tuple(deck[card] for card in hand))
            for seat, hand in enumerate(hands)
        ]
        events.append(TurnPassed(first))
        return Transition(state, tuple(events))

    def to_act(self, state: HanabiState) -> Seat | None:
        return state.turn if state.ended is None else None

    def ply(self, state: HanabiState) -> int:
        return state.ply

    def legal_actions(self, state: HanabiState, seat: Seat) -> tuple[HanabiAction, ...]:
        if seat != state.turn or state.ended is not None:
            return ()
        return legal_actions(state)

    def is_gesture(self, action: HanabiAction) -> bool:
        return isinstance(action, act.Rearrange)

    def apply(
        self, state: HanabiState, seat: Seat, action: HanabiAction, chance: Chance
    ) -> HanabiTransition:
        if isinstance(action, act.Rearrange):
            return self._rearrange(state, seat, action)
        if seat != state.turn or state.ended is not None:
            self.check_turn(state, seat)
        turn = Turn(state, chance)
        turn.take(action)
        return Transition(turn.state(), tuple(turn.events))

    def _rearrange(self, state: HanabiState, seat: Seat, action: act.Rearrange) -> HanabiTransition:
        """A public gesture: cards keep their identity and what they were told (000, Conseils)."""
        if state.ended is not None or not 0 <= seat < state.players:
            self.check_turn(state, seat)
        hand = state.hands[seat]
        if sorted(action.cards) != sorted(hand):
            raise IllegalMove("Name each card of your own hand exactly once", reason="arrange")
        told = dict(zip(hand, state.told[seat], strict=True))
        return Transition(
            _replace_hand(state, seat, action.cards, tuple(told[card] for card in action.cards)),
            (HandRearranged(seat, action.cards),),
        )

    def view(self, state: HanabiState, seat: Seat | None) -> HanabiView:
        return view_of(state, seat)

    def outcome(self, state: HanabiState) -> HanabiOutcome | None:
        return outcome_of(state)

    def imagine(self, state: HanabiState, seat: Seat | None, chance: Chance) -> HanabiState:
        return imagine(state, seat, chance)

    def redeal(
        self, draws: Sequence[ChanceDraw], state: HanabiState, seat: Seat | None, chance: Chance
    ) -> tuple[ChanceDraw, ...]:
        return redeal(draws, state, seat, chance)


def _replace_hand(
    state: HanabiState, seat: Seat, hand: tuple[int, ...], told: tuple[int, ...]
) -> HanabiState:
    return structs.replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        told=(*state.told[:seat], told, *state.told[seat + 1 :]),
    )


HANABI = Hanabi()

HanabiMatch: TypeAlias = Match[
    HanabiOptions, HanabiState, HanabiAction, HanabiEvent, HanabiView, HanabiOutcome
]
"""A match of Hanabi."""
