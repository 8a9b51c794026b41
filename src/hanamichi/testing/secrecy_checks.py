"""Checks of secrecy: nothing a viewer receives depends on what it cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from hanamichi.core import (
    Chance,
    ChanceDraw,
    Event,
    HanamichiError,
    Recorder,
    Replayed,
    Seat,
    Seeded,
    event_for,
)
from hanamichi.core.errors import MoveError
from hanamichi.testing.sample_match import SampleMatch

_POSITIONS = 10
_WORLDS = 2
_ATTEMPTS = 2
_SWAPS = 8
_PREFIXES = 3

Outcome = tuple[Any, tuple[Event, ...]]


def check_redaction(sample: SampleMatch) -> None:
    """Redacting twice changes nothing, and every field left is for the viewer."""
    for event in _all_events(sample):
        redacted = event.redacted()
        if redacted is not None and redacted.redacted() != redacted:
            sample.fail(f"{event} redacted twice is not the same as redacted once")
        for viewer in sample.viewers:
            told = event_for(event, viewer)
            if told is not None and event_for(told, viewer) != told:
                sample.fail(f"{told}, already redacted for {_name(viewer)}, is redacted again")


def check_views_keep_secrets(sample: SampleMatch) -> None:
    """States that a viewer cannot distinguish give it the same view, byte for byte."""
    for state, viewer, other in _worlds(sample):
        seen = msgspec.json.encode(sample.game.view(state, viewer))
        if msgspec.json.encode(sample.game.view(other, viewer)) != seen:
            sample.fail(f"the view of {_name(viewer)} shows something it may not know", state)


def check_legal_actions_keep_secrets(sample: SampleMatch) -> None:
    """States that a seat cannot distinguish give it the same legal actions in the same order."""
    game = sample.game
    for state, seat, other in _worlds(sample):
        if game.to_act(other) != game.to_act(state):
            sample.fail(f"who is to act depends on what {_name(seat)} may not know", state)
        if seat is not None and game.legal_actions(other, seat) != game.legal_actions(state, seat):
            sample.fail(f"the legal actions of seat {seat} give a secret away", state)


def check_refusals_keep_secrets(sample: SampleMatch) -> None:
    """States that a seat cannot distinguish refuse the same actions with the same messages."""
    choose = sample.random("refusals")
    for state, seat, other in _worlds(sample):
        if seat is None:
            continue
        for action in sample.candidates.draw(state, seat, choose, _ATTEMPTS):
            here, there = (_words(sample.refusal(s, seat, action)) for s in (state, other))
            if here != there:
                sample.fail(
                    f"the answer to {action} of seat {seat} gives a secret away: "
                    f"{here!r} or {there!r}",
                    state,
                )


def check_events_keep_secrets(sample: SampleMatch) -> None:
    """Where two states look the same to a viewer, so do the events that led to them.

    Two worlds are made, alike for the viewer: one by imagining before the same action, one by
    moving two things in what chance gave. When the positions reached differ and the viewer's
    views of them do not, an event that differs told the viewer what the view hides.
    """
    game, choose = sample.game, sample.random("events")

    def deal(chance: Chance) -> Outcome:
        return game.start(sample.options, sample.players, chance)

    _compare_deals(sample, deal, choose.randrange)
    for step in sample.some_steps(_POSITIONS):

        def act(chance: Chance, state: Any = step.before, step: Any = step) -> Outcome:
            return game.apply(state, step.seat, step.action, chance)

        _compare_deals(sample, act, choose.randrange)
        real = act(Seeded(sample.seed))
        for viewer in sample.viewers:
            for other in sample.imagined(step.before, viewer, 2 * _WORLDS):
                try:
                    imagined = act(Seeded(sample.seed), other)
                except MoveError:
                    continue  # in that world the acting seat does not hold the card
                _compare(sample, viewer, real, imagined)


def check_spectators(sample: SampleMatch) -> None:
    """A spectator sees nothing that is hidden from some seat, so watching gives no advantage."""
    for state in sample.some_states(_POSITIONS):
        seen = msgspec.json.encode(sample.game.view(state, None))
        for seat in range(sample.players):
            for other in sample.imagined(state, seat, _WORLDS):
                if msgspec.json.encode(sample.game.view(other, None)) != seen:
                    sample.fail(f"a spectator sees what is hidden from seat {seat}", state)
    for event in _all_events(sample):
        audience = event.audience()
        for seat in range(sample.players):
            if audience.includes(None) and not audience.includes(seat):
                sample.fail(f"a spectator is told {event}, which is kept from seat {seat}")


def check_unknown_seats(sample: SampleMatch) -> None:
    """A seat that is not at the table gets a HanamichiError, or sees no secret."""
    for state in sample.some_states(_POSITIONS):
        for unknown in (-1, sample.players):
            seen = _seen_by(sample, state, unknown)
            for other in sample.imagined(state, None, _WORLDS):
                if _seen_by(sample, other, unknown) != seen:
                    sample.fail(f"seat {unknown}, which is not at the table, sees a secret", state)


def _seen_by(sample: SampleMatch, state: Any, seat: Seat) -> bytes:
    try:
        return msgspec.json.encode(sample.game.view(state, seat))
    except HanamichiError as refusal:
        return str(refusal).encode()


def check_imagined_states_can_be_played(sample: SampleMatch) -> None:
    """An imagined state is a state of the game: it can be played to its end."""
    game, choose = sample.game, sample.random("imagined")
    for state, _, other in list(_worlds(sample))[:: 4 * _WORLDS]:
        chance = Seeded(sample.seed)
        current = other
        for _ in range(sample.limit):
            seat = game.to_act(current)
            if seat is None:
                break
            legal = game.legal_actions(current, seat)
            if not legal:
                sample.fail("play from an imagined state came to a position without actions", state)
            current, _ = game.apply(current, seat, choose.choice(legal), chance)
        else:
            sample.fail("play from an imagined state does not end", state)


def check_redeals(sample: SampleMatch) -> None:
    """Redealt draws give a viewer the same moves, views and events throughout."""
    for count in sorted({len(sample.steps) * n // _PREFIXES for n in range(_PREFIXES + 1)}):
        given = Replayed(sample.chance.draws)
        real = list(_path(sample, count, given))
        draws = sample.chance.draws[: given.used]
        state = real[-1][0]
        for viewer in sample.viewers:
            redealt = sample.game.redeal(draws, state, viewer, Seeded(sample.seed))
            chance = Replayed(redealt)
            try:
                other = list(_path(sample, count, chance))
            except HanamichiError as error:
                sample.fail(f"redealt for {_name(viewer)}, the same moves fail: {error}", state)
            if not chance.exhausted:
                sample.fail(f"redealt for {_name(viewer)}, chance gives more than was asked", state)
            if [_seen(sample, at, viewer) for at in other] != [
                _seen(sample, at, viewer) for at in real
            ]:
                sample.fail(f"redealt for {_name(viewer)}, the match looks different", state)


def _path(sample: SampleMatch, count: int, chance: Chance) -> Iterator[Outcome]:
    """The deal and the first moves of a sample, with this chance."""
    state, events = sample.game.start(sample.options, sample.players, chance)
    yield state, events
    for step in sample.steps[:count]:
        state, events = sample.game.apply(state, step.seat, step.action, chance)
        yield state, events


def _seen(sample: SampleMatch, at: Outcome, viewer: Seat | None) -> tuple[bytes, bytes]:
    state, events = at
    return msgspec.json.encode(sample.game.view(state, viewer)), _log(events, viewer)


# -- how worlds are made and compared ----------------------------------------------------------


def _worlds(sample: SampleMatch) -> Iterator[tuple[Any, Seat | None, Any]]:
    """States of the match, each with a viewer and a state that it cannot distinguish."""
    for state in sample.some_states(_POSITIONS):
        for viewer in sample.viewers:
            for other in sample.imagined(state, viewer, _WORLDS):
                yield state, viewer, other


def _compare_deals(
    sample: SampleMatch, happen: Callable[[Chance], Outcome], pick: Callable[[int], int]
) -> None:
    """Compare an action's events with those after swapping two items of the chance."""
    recorder = Recorder(Seeded(sample.seed))
    real = happen(recorder)
    for _ in range(_SWAPS if recorder.draws else 0):
        try:
            other = happen(Replayed(_with_two_swapped(recorder.draws, pick)))
        except HanamichiError:
            continue  # another order may need other shuffles
        for viewer in sample.viewers:
            _compare(sample, viewer, real, other)


def _with_two_swapped(draws: list[ChanceDraw], pick: Callable[[int], int]) -> list[ChanceDraw]:
    place = pick(len(draws))
    order = list(draws[place].order)
    first, second = pick(len(order)), pick(len(order))
    order[first], order[second] = order[second], order[first]
    return [*draws[:place], ChanceDraw(draws[place].label, tuple(order)), *draws[place + 1 :]]


def _compare(sample: SampleMatch, viewer: Seat | None, real: Outcome, other: Outcome) -> None:
    (state, events), (other_state, other_events) = real, other
    if other_state == state:
        return
    game = sample.game
    view, other_view = (msgspec.json.encode(game.view(s, viewer)) for s in (state, other_state))
    if other_view == view and _log(other_events, viewer) != _log(events, viewer):
        sample.fail(f"the events tell {_name(viewer)} what the view hides", state)


def _log(events: tuple[Event, ...], viewer: Seat | None) -> bytes:
    told = (event_for(event, viewer) for event in events)
    return msgspec.json.encode([event for event in told if event is not None])


def _all_events(sample: SampleMatch) -> dict[Event, None]:
    return dict.fromkeys([*sample.dealt[1], *(e for s in sample.steps for e in s.events)])


def _words(error: MoveError | None) -> tuple[object, ...] | None:
    """All of a refusal that reaches a player."""
    if error is None:
        return None
    return error.code, str(error), error.reason, dict(error.facts)


def _name(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
