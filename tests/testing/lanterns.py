"""Lanterns: a third game, as small as a game with secrets can be.

Everyone holds two numbered lanterns that nobody else sees. On your turn hang one that is higher
than the last, and take another; or pass. When all pass in a row, the player who hung most has won.
docs/adding-a-game.md builds this very file, step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta, structs

from hanamichi.core import (
    Action,
    Audience,
    Chance,
    ChanceDraw,
    Event,
    Game,
    IllegalMove,
    OptionError,
    Options,
    Outcome,
    Preset,
    Seat,
    Transition,
    check_viewer,
    only,
    seats_but,
)

HAND = 2


class LanternsOptions(Options, frozen=True, kw_only=True):
    """The rules of one table."""

    lanterns: Annotated[int, Meta(ge=4, le=30, description="Numbered from 1 to this.")] = 12
    refill: Annotated[bool, Meta(description="Take a lantern after hanging one.")] = True


class Hang(Action, frozen=True):
    """Hang a lantern from one's hand."""

    lantern: Annotated[int, Meta(ge=1, le=30)]


class Pass(Action, frozen=True):
    """Hang nothing."""


LanternsAction: TypeAlias = Hang | Pass


class Taken(Event, frozen=True):
    """A player took lanterns, which only that player sees."""

    seat: Seat
    count: int
    lanterns: tuple[int, ...] = ()

    def audience(self) -> Audience:
        return only(self.seat)

    def redacted(self) -> Event:
        return structs.replace(self, lanterns=())

    def informs(self) -> Audience:
        return only(self.seat)


class Hung(Event, frozen=True):
    """A lantern hangs."""

    seat: Seat
    lantern: int

    def informs(self) -> Audience:
        return seats_but(self.seat)


class Passed(Event, frozen=True):
    """A player hung nothing."""

    seat: Seat


LanternsEvent: TypeAlias = Taken | Hung | Passed


class LanternsState(msgspec.Struct, frozen=True):
    """The whole truth."""

    options: LanternsOptions
    stock: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    hung: tuple[tuple[Seat, int], ...] = ()
    turn: Seat = 0
    passes: int = 0
    ply: int = 0

    @property
    def last(self) -> int:
        """The highest lantern so far."""
        return self.hung[-1][1] if self.hung else 0


class LanternsView(msgspec.Struct, frozen=True, kw_only=True):
    """What one may see."""

    options: LanternsOptions
    seat: Seat | None
    hands: tuple[tuple[int, ...] | None, ...]
    """None where a hand is hidden."""
    hand_sizes: tuple[int, ...]
    stock: int
    hung: tuple[tuple[Seat, int], ...]
    turn: Seat
    passes: int
    ply: int


PRESETS = {
    preset.id: preset
    for preset in (
        Preset("lanterns/box", LanternsOptions(), "toy", "Lanterns", {"refill": False}),
        Preset("lanterns/feast", LanternsOptions(lanterns=24), "toy", "Lanterns, large"),
    )
}

LanternsTransition = Transition[LanternsState, LanternsEvent]


class Lanterns(
    Game[LanternsOptions, LanternsState, LanternsAction, LanternsEvent, LanternsView, Outcome]
):
    """The game."""

    id: ClassVar[str] = "lanterns"
    seat_counts: ClassVar[range] = range(2, 5)
    presets: ClassVar = PRESETS
    options_type = LanternsOptions
    state_type = LanternsState
    view_type = LanternsView
    action_type = LanternsAction
    event_type = LanternsEvent

    def check(self, options: LanternsOptions, players: int) -> None:
        self.check_players(players)
        if options.lanterns < HAND * players:
            raise OptionError(
                f"{options.lanterns} lanterns are too few for {players} players",
                code="options/inconsistent",
                where="lanterns",
            )

    def start(self, options: LanternsOptions, players: int, chance: Chance) -> LanternsTransition:
        self.check(options, players)
        stock = chance.shuffle("stock", range(1, options.lanterns + 1))
        hands = tuple(stock[HAND * seat : HAND * (seat + 1)] for seat in range(players))
        state = LanternsState(options, stock[HAND * players :], hands)
        return Transition(state, tuple(Taken(n, HAND, hand) for n, hand in enumerate(hands)))

    def to_act(self, state: LanternsState) -> Seat | None:
        return None if state.passes == len(state.hands) else state.turn

    def ply(self, state: LanternsState) -> int:
        return state.ply

    def legal_actions(self, state: LanternsState, seat: Seat) -> tuple[LanternsAction, ...]:
        if seat != self.to_act(state):
            return ()
        return (*(Hang(card) for card in state.hands[seat] if card > state.last), Pass())

    def apply(
        self, state: LanternsState, seat: Seat, action: LanternsAction, chance: Chance
    ) -> LanternsTransition:
        self.check_turn(state, seat)
        turn = (seat + 1) % len(state.hands)
        after = structs.replace(state, turn=turn, ply=state.ply + 1)
        if isinstance(action, Pass):
            return Transition(structs.replace(after, passes=state.passes + 1), (Passed(seat),))
        lantern = action.lantern
        if action not in self.legal_actions(state, seat):
            raise IllegalMove(f"You cannot hang {lantern} after {state.last}")
        events: list[LanternsEvent] = [Hung(seat, lantern)]
        hand = tuple(card for card in state.hands[seat] if card != lantern)
        stock = state.stock
        if state.options.refill and stock:
            hand, stock = (*hand, stock[0]), stock[1:]
            events.append(Taken(seat, 1, hand[-1:]))
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        hung = (*state.hung, (seat, lantern))
        after = structs.replace(after, hands=hands, stock=stock, hung=hung, passes=0)
        return Transition(after, tuple(events))

    def view(self, state: LanternsState, seat: Seat | None) -> LanternsView:
        check_viewer(seat, len(state.hands))
        return LanternsView(
            options=state.options,
            seat=seat,
            hands=tuple(hand if n == seat else None for n, hand in enumerate(state.hands)),
            hand_sizes=tuple(len(hand) for hand in state.hands),
            stock=len(state.stock),
            hung=state.hung,
            turn=state.turn,
            passes=state.passes,
            ply=state.ply,
        )

    def outcome(self, state: LanternsState) -> Outcome | None:
        if self.to_act(state) is not None:
            return None
        scores = tuple(
            sum(owner == seat for owner, _ in state.hung) for seat in range(len(state.hands))
        )
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(termination="all-passed", scores=scores, winners=winners)

    def imagine(self, state: LanternsState, seat: Seat | None, chance: Chance) -> LanternsState:
        hidden = [n for owner, hand in enumerate(state.hands) if owner != seat for n in hand]
        pool = list(chance.shuffle("imagine", [*hidden, *state.stock]))
        hands = tuple(
            hand if owner == seat else tuple(pool.pop() for _ in hand)
            for owner, hand in enumerate(state.hands)
        )
        return structs.replace(state, hands=hands, stock=tuple(pool))

    def redeal(
        self, draws: Sequence[ChanceDraw], state: LanternsState, seat: Seat | None, chance: Chance
    ) -> tuple[ChanceDraw, ...]:
        other = self.imagine(state, seat, chance)
        places, others = (sum((*s.hands, s.stock), ()) for s in (state, other))
        instead = dict(zip(places, others, strict=True))
        (stock,) = draws
        return (ChanceDraw("stock", tuple(instead.get(n, n) for n in stock.order)),)


LANTERNS = Lanterns()


def open_view(state: LanternsState) -> LanternsView:
    """A view with every hand face up."""
    return structs.replace(LANTERNS.view(state, None), hands=state.hands)
