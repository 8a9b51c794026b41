"""Lanterns, broken on purpose: each mutant breaks one rule of `Game`, and one check must notice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import structs

from hanamichi.core import (
    EVERYONE,
    Action,
    Audience,
    Chance,
    ChanceDraw,
    Event,
    IllegalMove,
    NotYourTurn,
    Outcome,
    Preset,
    Seat,
    Transition,
)
from tests.testing import lanterns as toy
from tests.testing.lanterns import Hang, Lanterns, LanternsOptions, LanternsState, Taken


class LeakingView(Lanterns):
    """Everyone sees the next lantern of the stock in the place of how many there are."""

    def view(self, state: LanternsState, seat: Seat | None) -> toy.LanternsView:
        return structs.replace(super().view(state, seat), stock=sum(state.stock[:1]))


class LeakingLegalActions(Lanterns):
    """Passing is legal only when the opponent has something to hang."""

    def legal_actions(self, state: LanternsState, seat: Seat) -> tuple[toy.LanternsAction, ...]:
        legal = super().legal_actions(state, seat)
        if len(legal) > 1 and max(state.hands[seat - 1], default=0) < state.last:
            return legal[:-1]
        return legal


class LeakingRefusal(Lanterns):
    """The refusal names what the next player holds."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        try:
            return super().apply(state, seat, action, chance)
        except IllegalMove:
            next_hand = state.hands[(seat + 1) % len(state.hands)]
            raise IllegalMove(f"You cannot hang it, but {next_hand} can be hung") from None


class LeakingFacts(Lanterns):
    """The facts of the refusal name what the next player holds; its message does not."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        try:
            return super().apply(state, seat, action, chance)
        except IllegalMove as error:
            next_hand = str(state.hands[(seat + 1) % len(state.hands)])
            raise IllegalMove(error.message, reason="low", facts={"next": next_hand}) from None


class OpenlyTaken(Taken, frozen=True):
    """Tells everyone which lantern was taken."""

    def audience(self) -> Audience:
        return EVERYONE


class HalfRedacted(Taken, frozen=True):
    """Redacted, it still tells which lantern was taken."""

    def redacted(self) -> Event:
        return self


class TakenTwice(Taken, frozen=True):
    """Every redaction counts one down."""

    def redacted(self) -> Event:
        return structs.replace(self, lanterns=(), count=self.count - 1)


class SeenByTheGallery(Taken, frozen=True):
    """Spectators see what players do not."""

    def audience(self) -> Audience:
        return Audience(only=frozenset({self.seat}), spectators=True)


class OtherEvents(Lanterns):
    """Tells of taken lanterns by another event, where `when` says so."""

    def __init__(self, kind: type[Taken], *, when: str) -> None:
        self.kind = kind
        self.when = when
        self.event_type: Any = kind | toy.Hung | toy.Passed

    def _told(self, result: Any) -> Any:
        events = (
            self.kind(e.seat, e.count, e.lanterns) if isinstance(e, Taken) else e
            for e in result.events
        )
        return Transition(result.state, tuple(events))

    def start(self, options: LanternsOptions, players: int, chance: Chance) -> Any:
        result = super().start(options, players, chance)
        return self._told(result) if "deal" in self.when else result

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        result = super().apply(state, seat, action, chance)
        return self._told(result) if "play" in self.when else result


class UnknownEvents(Lanterns):
    """Emits an event that its event type does not list."""

    event_type = toy.Taken | toy.Passed


class Careless(Lanterns):
    """Accepts any lantern in hand, however low."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        if isinstance(action, Hang) and action.lantern in state.hands[seat]:
            self.check_turn(state, seat)
            low = structs.replace(state, hung=())
            return super().apply(low, seat, action, chance)
        return super().apply(state, seat, action, chance)


class Picky(Lanterns):
    """Refuses high lanterns, which it lists as legal."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        if isinstance(action, Hang) and action.lantern > 10:
            self.check_turn(state, seat)
            raise IllegalMove("Not that one")
        return super().apply(state, seat, action, chance)


class WrongError(Lanterns):
    """Says that it is not your turn when the move is illegal."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        try:
            return super().apply(state, seat, action, chance)
        except IllegalMove:
            raise NotYourTurn("Not now") from None


class AnyoneActs(Lanterns):
    """Lets any seat play for the one to act."""

    def check_turn(self, state: LanternsState, seat: Seat) -> None:
        acting = self.to_act(state)
        super().check_turn(state, seat if acting is None else acting)


class PlaysOn(Lanterns):
    """Accepts moves after the end."""

    def check_turn(self, state: LanternsState, seat: Seat) -> None:
        if self.to_act(state) is not None:
            super().check_turn(state, seat)


class Endless(Lanterns):
    """Forgets the passes."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        after, events = super().apply(state, seat, action, chance)
        return Transition(structs.replace(after, passes=0), events)


class Helpless(Lanterns):
    """Leaves a seat without anything to do."""

    def legal_actions(self, state: LanternsState, seat: Seat) -> tuple[toy.LanternsAction, ...]:
        return super().legal_actions(state, seat)[:-1]


class EarlyOutcome(Lanterns):
    """Announces a result while playing."""

    def outcome(self, state: LanternsState) -> Outcome | None:
        return super().outcome(structs.replace(state, passes=len(state.hands)))


class DoublePly(Lanterns):
    """Counts every decision twice."""

    def ply(self, state: LanternsState) -> int:
        return 2 * state.ply


class Nod(Action, frozen=True):
    """A gesture."""


class ListedGesture(Lanterns):
    """Lists a gesture among the legal actions."""

    action_type = Hang | toy.Pass | Nod

    def is_gesture(self, action: Any) -> bool:
        return isinstance(action, Nod)

    def legal_actions(self, state: LanternsState, seat: Seat) -> Any:
        legal = super().legal_actions(state, seat)
        return (*legal, Nod()) if legal else ()

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        if isinstance(action, Nod):
            if self.to_act(state) is None:
                self.check_turn(state, seat)
            return Transition(state, ())
        return super().apply(state, seat, action, chance)


class Mutating(Lanterns):
    """Changes the state it was given."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        result = super().apply(state, seat, action, chance)
        structs.force_setattr(state, "hung", (*state.hung, (seat, 1)))
        return result


class MutatingRefusal(Lanterns):
    """Counts refused moves in the state it was given."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        try:
            return super().apply(state, seat, action, chance)
        except IllegalMove:
            structs.force_setattr(state, "passes", state.passes + 1)
            raise


class Fickle(Lanterns):
    """Draws a random number itself."""

    def apply(self, state: LanternsState, seat: Seat, action: Any, chance: Chance) -> Any:
        after, events = super().apply(state, seat, action, chance)
        stock = tuple(random.sample(after.stock, len(after.stock)))
        return Transition(structs.replace(after, stock=stock), events)


class Remembering(Lanterns):
    """Keeps something of the match outside its states."""

    matches = 0

    def start(self, options: LanternsOptions, players: int, chance: Chance) -> Any:
        state, events = super().start(options, players, chance)
        self.matches += 1
        turn = self.matches % players
        return Transition(structs.replace(state, turn=turn), events)


class RestlessImagination(Lanterns):
    """Imagines something else each time."""

    def imagine(self, state: LanternsState, seat: Seat | None, chance: Chance) -> LanternsState:
        shuffled = random.sample(state.stock, len(state.stock))
        return super().imagine(structs.replace(state, stock=tuple(shuffled)), seat, chance)


class LostImagination(Lanterns):
    """Imagines a table at which a seat is never asked."""

    def imagine(self, state: LanternsState, seat: Seat | None, chance: Chance) -> LanternsState:
        imagined = super().imagine(state, seat, chance)
        return structs.replace(imagined, passes=-10_000)

    def view(self, state: LanternsState, seat: Seat | None) -> toy.LanternsView:
        return structs.replace(super().view(state, seat), passes=0)


class ListState(msgspec.Struct, frozen=True):
    """A state that cannot be hashed."""

    inner: LanternsState
    history: list[int] = []


class Unhashable(Lanterns):
    """Keeps a list in its states."""

    state_type: Any = ListState

    def start(self, options: LanternsOptions, players: int, chance: Chance) -> Any:
        state, events = super().start(options, players, chance)
        return Transition(ListState(state), events)

    def apply(self, state: Any, seat: Seat, action: Any, chance: Chance) -> Any:
        after, events = super().apply(state.inner, seat, action, chance)
        return Transition(ListState(after), events)

    def to_act(self, state: Any) -> Seat | None:
        return super().to_act(getattr(state, "inner", state))

    def ply(self, state: Any) -> int:
        return super().ply(state.inner)

    def legal_actions(self, state: Any, seat: Seat) -> Any:
        return super().legal_actions(getattr(state, "inner", state), seat)

    def view(self, state: Any, seat: Seat | None) -> Any:
        return super().view(state.inner, seat)

    def outcome(self, state: Any) -> Any:
        return super().outcome(state.inner)

    def imagine(self, state: Any, seat: Seat | None, chance: Chance) -> Any:
        return ListState(super().imagine(state.inner, seat, chance))


class ForgetfulView(Lanterns):
    """Shows a view that does not survive JSON."""

    view_type: Any = toy.LanternsOptions


class StrictParser(Lanterns):
    """Lets the reader's own error out."""

    def parse_action(self, data: bytes | str | Mapping[str, Any] | Action) -> Any:
        if isinstance(data, bytes | str):
            return msgspec.json.decode(data, type=self.action_type)
        return super().parse_action(data)


class DeafParser(Lanterns):
    """Reads every number one too low."""

    def parse_action(self, data: bytes | str | Mapping[str, Any] | Action) -> Any:
        action = super().parse_action(data)
        return Hang(action.lantern - 1) if isinstance(action, Hang) else action


class ForeignRedeal(Lanterns):
    """Deals cards again that the seat has seen."""

    def redeal(
        self, draws: Sequence[ChanceDraw], state: LanternsState, seat: Seat | None, chance: Chance
    ) -> tuple[ChanceDraw, ...]:
        (stock,) = super().redeal(draws, state, seat, chance)
        return (ChanceDraw("stock", stock.order[::-1]),)


class BadPreset(Lanterns):
    """Sells a box that three players cannot play."""

    presets: ClassVar = {
        **toy.PRESETS,
        "lanterns/tiny": Preset(
            "lanterns/tiny", LanternsOptions(lanterns=5), "toy", "Lanterns, tiny"
        ),
    }


class AnySize(Lanterns):
    """Deals to any number of players."""

    def check_players(self, players: int) -> None:
        return


class ExtraOptions(LanternsOptions, frozen=True, kw_only=True):
    """Has an option that JSON does not carry."""

    secret: int = 0


class OddOptions(Lanterns):
    """Its options are not of its options type."""

    presets: ClassVar = {
        "lanterns/odd": Preset("lanterns/odd", ExtraOptions(secret=3), "toy", "Odd")
    }


class OpenGallery(Lanterns):
    """Shows spectators the hand of seat 0, and knows it."""

    def view(self, state: LanternsState, seat: Seat | None) -> toy.LanternsView:
        view = super().view(state, seat)
        shown = (state.hands[0], *view.hands[1:])
        return structs.replace(view, hands=shown) if seat is None else view

    def imagine(self, state: LanternsState, seat: Seat | None, chance: Chance) -> LanternsState:
        return super().imagine(state, 0 if seat is None else seat, chance)


class SeatFromBehind(Lanterns):
    """Counts seats as Python counts items, so that seat -1 is the last player."""

    def view(self, state: LanternsState, seat: Seat | None) -> toy.LanternsView:
        return super().view(state, None if seat is None else seat % len(state.hands))


class FalseFriends(Lanterns):
    """Says that everybody wins or loses together, and lets one win."""

    cooperative = True


class BrokenRecord(Lanterns):
    """Gives its result in a form that JSON does not give back."""

    def outcome(self, state: LanternsState) -> Any:
        outcome = super().outcome(state)
        return outcome and structs.replace(outcome, termination=f"after {random.random()}")


class Mutant(NamedTuple):
    """A broken game, and the check that must notice."""

    game: Lanterns
    caught_by: str


MUTANTS = {
    f"{type(mutant.game).__name__}{number}": mutant
    for number, mutant in enumerate(
        (
            Mutant(LeakingView(), "check_views_keep_secrets"),
            Mutant(LeakingLegalActions(), "check_legal_actions_keep_secrets"),
            Mutant(LeakingRefusal(), "check_refusals_keep_secrets"),
            Mutant(LeakingFacts(), "check_refusals_keep_secrets"),
            Mutant(OtherEvents(OpenlyTaken, when="play"), "check_events_keep_secrets"),
            Mutant(OtherEvents(OpenlyTaken, when="deal"), "check_events_keep_secrets"),
            Mutant(OtherEvents(HalfRedacted, when="play deal"), "check_events_keep_secrets"),
            Mutant(OtherEvents(TakenTwice, when="play deal"), "check_redaction"),
            Mutant(OtherEvents(SeenByTheGallery, when="play deal"), "check_spectators"),
            Mutant(OpenGallery(), "check_spectators"),
            Mutant(UnknownEvents(), "check_events_json"),
            Mutant(Careless(), "check_other_actions_are_refused"),
            Mutant(WrongError(), "check_other_actions_are_refused"),
            Mutant(MutatingRefusal(), "check_other_actions_are_refused"),
            Mutant(Picky(), "check_legal_actions_are_accepted"),
            Mutant(AnyoneActs(), "check_wrong_seats_are_refused"),
            Mutant(PlaysOn(), "check_nothing_after_the_end"),
            Mutant(Endless(), "check_termination"),
            Mutant(Helpless(), "check_turns"),
            Mutant(EarlyOutcome(), "check_outcome"),
            Mutant(FalseFriends(), "check_outcome"),
            Mutant(SeatFromBehind(), "check_unknown_seats"),
            Mutant(DoublePly(), "check_ply"),
            Mutant(ListedGesture(), "check_gestures"),
            Mutant(Mutating(), "check_apply_is_pure"),
            Mutant(Fickle(), "check_apply_is_pure"),
            Mutant(Fickle(), "check_replay"),
            Mutant(Remembering(), "check_replay"),
            Mutant(BrokenRecord(), "check_record_json"),
            Mutant(RestlessImagination(), "check_questions_change_nothing"),
            Mutant(LostImagination(), "check_imagined_states_can_be_played"),
            Mutant(ForeignRedeal(), "check_redeals"),
            Mutant(Unhashable(), "check_states_are_values"),
            Mutant(ForgetfulView(), "check_views_json"),
            Mutant(StrictParser(), "check_unparsable_moves"),
            Mutant(DeafParser(), "check_actions_json"),
            Mutant(BadPreset(), "check_presets"),
            Mutant(AnySize(), "check_seat_counts"),
            Mutant(OddOptions(), "check_options_json"),
        )
    )
}
