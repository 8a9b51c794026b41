"""Promises about values: pure functions, frozen comparable states, JSON both ways, exact replay."""

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
from hanamichi.testing.sample_match import Trial

_POSITIONS = 12


def frozen_copy(value: Any) -> bytes:
    """A value as bytes: what it was, whatever becomes of it."""
    return msgspec.json.encode(value)


def check_options_json(trial: Trial) -> None:
    """Options survive JSON, can be described, and can be built again from plain values."""
    options = trial.options
    kind: type[Options] = trial.game.options_type
    if msgspec.json.decode(msgspec.json.encode(options), type=kind) != options:
        trial.fail("the options do not survive JSON")
    names = [info.name for info in describe_options(kind)]
    if sorted(names) != sorted(msgspec.to_builtins(options)):
        trial.fail(f"the options are not what describe_options lists: {', '.join(names)}")
    if build_options(kind(), msgspec.to_builtins(options)) != options:
        trial.fail("the options cannot be built again from their plain values")


def check_states_are_values(trial: Trial) -> None:
    """States survive JSON, and equal states are equal, hash alike and are written alike."""
    for state in trial.some_states(_POSITIONS):
        data = msgspec.json.encode(state)
        again = msgspec.json.decode(data, type=trial.game.state_type)
        if again != state or msgspec.json.encode(again) != data:
            trial.fail("the state does not survive JSON", state)
        try:
            same = hash(again) == hash(state)
        except TypeError as error:
            trial.fail(f"the state cannot be hashed: {error}", state)
        if not same:
            trial.fail("two equal states have different hashes", state)


def check_views_json(trial: Trial) -> None:
    """What any viewer sees survives JSON."""
    for state in trial.some_states(_POSITIONS):
        for viewer in trial.viewers:
            view = trial.game.view(state, viewer)
            again = msgspec.json.decode(msgspec.json.encode(view), type=trial.game.view_type)
            if again != view:
                trial.fail(f"the view of {_name(viewer)} does not survive JSON", state)


def check_actions_json(trial: Trial) -> None:
    """Every legal action survives JSON and plain values."""
    for state in trial.some_states(_POSITIONS):
        for seat in range(trial.players):
            for action in trial.game.legal_actions(state, seat):
                for form in (msgspec.json.encode(action), msgspec.to_builtins(action)):
                    if trial.game.parse_action(form) != action:
                        trial.fail(f"{action} does not survive {type(form).__name__}", state)


def check_events_json(trial: Trial) -> None:
    """Every event, whole or redacted, survives JSON as one of the game's events."""
    kind = trial.game.event_type
    for event in dict.fromkeys([*trial.dealt[1], *(e for s in trial.steps for e in s.events)]):
        for viewer in (*trial.viewers, ...):
            told = event if viewer is ... else event_for(event, viewer)
            if told is None:
                continue
            try:
                again = msgspec.json.decode(msgspec.json.encode(told), type=kind)
            except msgspec.DecodeError as error:
                trial.fail(f"{told} is none of the game's events: {error}")
            if again != told:
                trial.fail(f"{told} does not survive JSON")


def check_apply_is_pure(trial: Trial) -> None:
    """The same state, action and chance give the same result, and the state stays as it was."""
    game = trial.game
    for step in trial.some_steps(_POSITIONS):
        before = frozen_copy(step.before)
        results = [
            game.apply(step.before, step.seat, step.action, Seeded(trial.seed)) for _ in range(2)
        ]
        if frozen_copy(step.before) != before:
            trial.fail(f"{step.action} changed the state it was applied to", step.before)
        if results[0] != results[1]:
            trial.fail(f"{step.action} applied twice led to two different results", step.before)
    first, second = (game.start(trial.options, trial.players, Seeded(trial.seed)) for _ in range(2))
    if first != second:
        trial.fail("the same chance dealt two different tables")


def check_questions_change_nothing(trial: Trial) -> None:
    """Looking at a state (views, legal actions, outcome, imagination) leaves it as it was."""
    game = trial.game
    for state in trial.some_states(_POSITIONS):
        before = frozen_copy(state)
        for viewer in trial.viewers:
            answers = [
                (game.view(state, viewer), game.imagine(state, viewer, Seeded(trial.seed)))
                for _ in range(2)
            ]
            if answers[0] != answers[1]:
                trial.fail(f"{_name(viewer)} asked twice and got two answers", state)
        for seat in range(trial.players):
            if game.legal_actions(state, seat) != game.legal_actions(state, seat):
                trial.fail(f"seat {seat} asked twice and got two lists of actions", state)
        if frozen_copy(state) != before:
            trial.fail("looking at the state changed it", state)


def check_replay(trial: Trial) -> None:
    """The record replays to the very states and events of the match, at every ply."""
    record = trial.record()
    if record.game != trial.game.id:
        trial.fail(f"the record is of {record.game}")
    live = [trial.dealt, *((step.after, step.events) for step in trial.steps)]
    replayed = list(replay(trial.game, record))
    if len(live) != len(replayed):
        trial.fail(f"{len(live)} positions were played and {len(replayed)} replayed")
    for (state, events), position in zip(live, replayed, strict=True):
        if position.state != state:
            trial.fail("the replayed state differs from the one that was played", state)
        if position.events != events:
            trial.fail("the replayed events differ from those that happened", state)


def check_record_json(trial: Trial) -> None:
    """The record survives JSON, and what comes back replays to the same end."""
    record = trial.record()
    again = msgspec.json.decode(msgspec.json.encode(record), type=MatchRecord)
    if again != record:
        trial.fail("the record does not survive JSON")
    *_, last = replay(trial.game, again)
    if last.state != trial.states[-1]:
        trial.fail("the record replays to another end once it was written and read")


def _name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
