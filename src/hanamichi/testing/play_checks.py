"""Checks of play: turns, legal actions, refusals, and that matches end."""

from __future__ import annotations

from typing import Any

import msgspec

from hanamichi.core import (
    GameOver,
    IllegalMove,
    NotYourTurn,
    OptionError,
    Outcome,
    Seat,
    UnparsableMove,
)
from hanamichi.testing.sample_match import SampleMatch, Step
from hanamichi.testing.value_checks import frozen_copy

_POSITIONS = 12
_ATTEMPTS = 3
_NO_MOVES: tuple[Any, ...] = (
    b"",
    b"{",
    b"\xff",
    b"null",
    b"[]",
    b"7",
    b"[" * 5000,
    '{"type": null}',
    '{"type": "no move of any game"}',
    {},
    {"type": "no move of any game"},
)


def check_presets(sample: SampleMatch) -> None:
    """Every preset, and every variant its box offers, is a consistent table of every size."""
    game = sample.game
    for name, preset in game.presets.items():
        if name != preset.id or not name.startswith(f"{game.id}/"):
            sample.fail(f"the preset {preset.id!r} stands under the name {name!r}")
        tables = [preset.options]
        for option, value in preset.offers.items():
            tables.append(msgspec.structs.replace(preset.options, **{option: value}))
        for options in tables:
            for players in game.seat_counts:
                try:
                    game.check(options, players)
                except OptionError as error:
                    sample.fail(f"the preset {name} is refused for {players} players: {error}")


def check_seat_counts(sample: SampleMatch) -> None:
    """Tables that are too small or too large are refused before anything is dealt."""
    game = sample.game
    for players in (0, game.seat_counts[0] - 1, game.seat_counts[-1] + 1):
        try:
            game.start(sample.options, players, sample.chance)
        except OptionError:
            continue
        sample.fail(f"a table of {players} was dealt")


def check_termination(sample: SampleMatch) -> None:
    """Random play comes to an end."""
    last = sample.states[-1]
    if sample.game.to_act(last) is not None:
        sample.fail(sample.stuck or "the match stopped before its end", last)


def check_turns(sample: SampleMatch) -> None:
    """The seat to act has legal actions, each once, and no other seat has any."""
    game = sample.game
    for state in sample.states:
        acting = game.to_act(state)
        if acting is not None and not 0 <= acting < sample.players:
            sample.fail(f"seat {acting}, which is not there, is to act", state)
        for seat in range(sample.players):
            legal = game.legal_actions(state, seat)
            if seat == acting and not legal:
                sample.fail(f"seat {seat} is to act and has no legal action", state)
            if seat != acting and legal:
                sample.fail(f"seat {seat} is not to act and has legal actions", state)
            if len(set(legal)) != len(legal):
                sample.fail(f"seat {seat} has the same legal action twice", state)


def check_outcome(sample: SampleMatch) -> None:
    """There is an outcome exactly when no seat is to act; a cooperative one is equal for all."""
    game = sample.game
    for state in sample.states:
        outcome = game.outcome(state)
        if (outcome is None) != (game.to_act(state) is not None):
            sample.fail(f"seat {game.to_act(state)} is to act, the outcome is {outcome}", state)
        if outcome is None:
            continue
        if len(outcome.scores) != sample.players:
            sample.fail(f"{len(outcome.scores)} scores for {sample.players} seats", state)
        if not set(outcome.winners) <= set(range(sample.players)):
            sample.fail(f"{outcome.winners} are not all seats of this table", state)
        if game.cooperative and not _is_common(outcome, sample.players):
            sample.fail(f"a cooperative match ended for some and not for others: {outcome}", state)


def _is_common(outcome: Outcome, players: int) -> bool:
    return len(set(outcome.scores)) == 1 and len(outcome.winners) in (0, players)


def check_ply(sample: SampleMatch) -> None:
    """The ply counts decisions from 0; gestures leave it, and `max_plies` bounds it."""
    game = sample.game
    first = sample.dealt[0]
    if game.ply(first) != 0:
        sample.fail("the first position has another ply than 0", first)
    for step in sample.steps:
        expected = game.ply(step.before) + (not game.is_gesture(step.action))
        if game.ply(step.after) != expected:
            sample.fail(f"after {step.action} the ply is not {expected}", step.after)
    last = sample.steps[-1].after if sample.steps else first
    if game.ply(last) > game.max_plies(sample.options, sample.players):
        sample.fail("the match has more plies than max_plies allows", last)


def check_gestures(sample: SampleMatch) -> None:
    """A gesture is not listed as legal, takes no turn and uses no chance."""
    game = sample.game
    for step in sample.steps:
        if not game.is_gesture(step.action):
            continue
        if step.action in game.legal_actions(step.before, step.seat):
            sample.fail(f"the gesture {step.action} is listed as legal", step.before)
        if game.to_act(step.after) != game.to_act(step.before):
            sample.fail(f"the gesture {step.action} changed who is to act", step.before)


def check_legal_actions_are_accepted(sample: SampleMatch) -> None:
    """Every listed action can be played."""
    for state in sample.some_states(_POSITIONS):
        seat = sample.game.to_act(state)
        if seat is not None:
            for action in sample.game.legal_actions(state, seat):
                if (error := sample.refusal(state, seat, action)) is not None:
                    sample.fail(f"the legal action {action} was refused: {error}", state)


def check_other_actions_are_refused(sample: SampleMatch) -> None:
    """Every other action is refused as illegal, with a message, and changes nothing."""
    game, choose = sample.game, sample.random("illegal")
    elsewhere = list(dict.fromkeys(step.action for step in sample.steps))
    for state in sample.some_states(_POSITIONS):
        seat = game.to_act(state)
        if seat is None:
            continue
        legal = set(game.legal_actions(state, seat))
        before = frozen_copy(state)
        tries = [*sample.candidates.draw(state, seat, choose, _ATTEMPTS)]
        tries += choose.sample(elsewhere, min(len(elsewhere), 2 * _ATTEMPTS))
        for action in tries:
            if action in legal or game.is_gesture(action):
                continue
            error = sample.refusal(state, seat, action)
            if error is None:
                sample.fail(f"{action} is not legal and was accepted", state)
            if not isinstance(error, IllegalMove) or not error.message:
                sample.fail(f"{action} was refused by {error!r}, not by IllegalMove", state)
        if frozen_copy(state) != before:
            sample.fail("a refused action changed the state", state)


def check_wrong_seats_are_refused(sample: SampleMatch) -> None:
    """A seat that is not to act gets NotYourTurn for every action."""
    game = sample.game
    for state in sample.some_states(_POSITIONS):
        acting = game.to_act(state)
        if acting is None:
            continue
        action = game.legal_actions(state, acting)[0]
        for seat in (*range(sample.players), -1, sample.players):
            if seat != acting:
                _expect(NotYourTurn, sample, state, seat, action)


def check_nothing_after_the_end(sample: SampleMatch) -> None:
    """After the end every seat gets GameOver, and nothing is legal."""
    last = sample.states[-1]
    if sample.game.to_act(last) is not None:
        return
    played = {type(step.action): step.action for step in sample.steps}
    for seat in range(sample.players):
        if sample.game.legal_actions(last, seat):
            sample.fail(f"the match is over and seat {seat} has legal actions", last)
        for action in played.values():
            _expect(GameOver, sample, last, seat, action)


def _expect(
    kind: type[Exception], sample: SampleMatch, state: Any, seat: Seat, action: Any
) -> None:
    error = sample.refusal(state, seat, action)
    if type(error) is not kind:
        got = "accepted" if error is None else f"refused by {error!r}"
        sample.fail(f"{action} of seat {seat} was {got}, not refused by {kind.__name__}", state)


def check_unparsable_moves(sample: SampleMatch) -> None:
    """Invalid data raises UnparsableMove, and so does an action with unknown fields."""
    game = sample.game
    tries: list[Any] = [*_NO_MOVES]
    for step in _one_of_each(sample):
        plain = msgspec.to_builtins(step.action)
        tries += [plain | {"an unknown field": 1}, plain | {"type": 7}]
        for field in plain:
            tries.append({name: value for name, value in plain.items() if name != field})
            tries.append(plain | {field: {"a": "map"}})
    for data in tries:
        try:
            action = game.parse_action(data)
        except UnparsableMove:
            continue
        # a field with a default may be left out
        if isinstance(data, dict) and set(data) < set(msgspec.to_builtins(action)):
            continue
        sample.fail(f"{data!r} was read as {action}")


def _one_of_each(sample: SampleMatch) -> list[Step]:
    return list({type(step.action): step for step in sample.steps}.values())
