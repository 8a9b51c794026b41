"""Checks of values: pure functions, frozen comparable states, JSON both ways, exact replay."""

from __future__ import annotations

from typing import Any

import msgspec

from hanamichi.core import (
    MatchRecord,
    Options,
    Seeded,
    build_options,
    describe_options,
    event_for,
    replay,
)
from hanamichi.testing.sample_match import SampleMatch

_POSITIONS = 12


def frozen_copy(value: Any) -> bytes:
    """A value as bytes, to compare later."""
    return msgspec.json.encode(value)


def check_options_json(sample: SampleMatch) -> None:
    """Options survive JSON, can be described, and can be built again from plain values."""
    options = sample.options
    kind: type[Options] = sample.game.options_type
    if msgspec.json.decode(msgspec.json.encode(options), type=kind) != options:
        sample.fail("the options do not survive JSON")
    names = [info.name for info in describe_options(kind)]
    if sorted(names) != sorted(msgspec.to_builtins(options)):
        sample.fail(f"the options are not what describe_options lists: {', '.join(names)}")
    if build_options(kind(), msgspec.to_builtins(options)) != options:
        sample.fail("the options cannot be built again from their plain values")


def check_states_are_values(sample: SampleMatch) -> None:
    """States survive JSON, and equal states are equal, hash alike and are written alike."""
    for state in sample.some_states(_POSITIONS):
        data = msgspec.json.encode(state)
        again = msgspec.json.decode(data, type=sample.game.state_type)
        if again != state or msgspec.json.encode(again) != data:
            sample.fail("the state does not survive JSON", state)
        try:
            same = hash(again) == hash(state)
        except TypeError as error:
            sample.fail(f"the state cannot be hashed: {error}", state)
        if not same:
            sample.fail("two equal states have different hashes", state)


def check_views_json(sample: SampleMatch) -> None:
    """What any viewer sees survives JSON."""
    for state in sample.some_states(_POSITIONS):
        for viewer in sample.viewers:
            view = sample.game.view(state, viewer)
            again = msgspec.json.decode(msgspec.json.encode(view), type=sample.game.view_type)
            if again != view:
                sample.fail(f"the view of {_name(viewer)} does not survive JSON", state)


def check_actions_json(sample: SampleMatch) -> None:
    """Every legal action survives JSON and plain values."""
    for state in sample.some_states(_POSITIONS):
        for seat in range(sample.players):
            for action in sample.game.legal_actions(state, seat):
                for form in (msgspec.json.encode(action), msgspec.to_builtins(action)):
                    if sample.game.parse_action(form) != action:
                        sample.fail(f"{action} does not survive {type(form).__name__}", state)


def check_events_json(sample: SampleMatch) -> None:
    """Every event, whole or redacted, survives JSON as one of the game's events."""
    kind = sample.game.event_type
    for event in dict.fromkeys([*sample.dealt[1], *(e for s in sample.steps for e in s.events)]):
        for viewer in (*sample.viewers, ...):
            told = event if viewer is ... else event_for(event, viewer)
            if told is None:
                continue
            try:
                again = msgspec.json.decode(msgspec.json.encode(told), type=kind)
            except msgspec.DecodeError as error:
                sample.fail(f"{told} is none of the game's events: {error}")
            if again != told:
                sample.fail(f"{told} does not survive JSON")


def check_apply_is_pure(sample: SampleMatch) -> None:
    """The same state, action and chance give the same result, and the state stays as it was."""
    game = sample.game
    for step in sample.some_steps(_POSITIONS):
        before = frozen_copy(step.before)
        results = [
            game.apply(step.before, step.seat, step.action, Seeded(sample.seed)) for _ in range(2)
        ]
        if frozen_copy(step.before) != before:
            sample.fail(f"{step.action} changed the state it was applied to", step.before)
        if results[0] != results[1]:
            sample.fail(f"{step.action} applied twice led to two different results", step.before)
    first, second = (
        game.start(sample.options, sample.players, Seeded(sample.seed)) for _ in range(2)
    )
    if first != second:
        sample.fail("the same chance dealt two different tables")


def check_questions_change_nothing(sample: SampleMatch) -> None:
    """Reading a state (views, legal actions, outcome, imagined states) does not change it."""
    game = sample.game
    for state in sample.some_states(_POSITIONS):
        before = frozen_copy(state)
        for viewer in sample.viewers:
            answers = [
                (game.view(state, viewer), game.imagine(state, viewer, Seeded(sample.seed)))
                for _ in range(2)
            ]
            if answers[0] != answers[1]:
                sample.fail(f"{_name(viewer)} asked twice and got two answers", state)
        for seat in range(sample.players):
            if game.legal_actions(state, seat) != game.legal_actions(state, seat):
                sample.fail(f"seat {seat} asked twice and got two lists of actions", state)
        if frozen_copy(state) != before:
            sample.fail("looking at the state changed it", state)


def check_replay(sample: SampleMatch) -> None:
    """The record replays to the very states and events of the match, at every ply."""
    record = sample.record()
    if record.game != sample.game.id:
        sample.fail(f"the record is of {record.game}")
    live = [sample.dealt, *((step.after, step.events) for step in sample.steps)]
    replayed = list(replay(sample.game, record))
    if len(live) != len(replayed):
        sample.fail(f"{len(live)} positions were played and {len(replayed)} replayed")
    for (state, events), position in zip(live, replayed, strict=True):
        if position.state != state:
            sample.fail("the replayed state differs from the one that was played", state)
        if position.events != events:
            sample.fail("the replayed events differ from those that happened", state)


def check_record_json(sample: SampleMatch) -> None:
    """The record survives JSON, and the decoded one replays to the same end."""
    record = sample.record()
    again = msgspec.json.decode(msgspec.json.encode(record), type=MatchRecord)
    if again != record:
        sample.fail("the record does not survive JSON")
    *_, last = replay(sample.game, again)
    if last.state != sample.states[-1]:
        sample.fail("the record replays to another end once it was written and read")


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
