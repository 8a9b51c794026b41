"""Promises about playing: who acts, what is legal, what is refused and how, and that it ends."""

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
from hanamichi.testing.sample_match import Step, Trial
from hanamichi.testing.value_checks import frozen_copy

_POSITIONS = 12
_TRIES = 3
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


def check_presets(trial: Trial) -> None:
    """Every preset, and every variant its box offers, is a consistent table of every size."""
    game = trial.game
    for name, preset in game.presets.items():
        if name != preset.id or not name.startswith(f"{game.id}/"):
            trial.fail(f"the preset {preset.id!r} stands under the name {name!r}")
        tables = [preset.options]
        for option, value in preset.offers.items():
            tables.append(msgspec.structs.replace(preset.options, **{option: value}))
        for options in tables:
            for players in game.seat_counts:
                try:
                    game.check(options, players)
                except OptionError as error:
                    trial.fail(f"the preset {name} is refused for {players} players: {error}")


def check_seat_counts(trial: Trial) -> None:
    """Tables that are too small or too large are refused before anything is dealt."""
    game = trial.game
    for players in (0, game.seat_counts[0] - 1, game.seat_counts[-1] + 1):
        try:
            game.start(trial.options, players, trial.chance)
        except OptionError:
            continue
        trial.fail(f"a table of {players} was dealt")


def check_termination(trial: Trial) -> None:
    """Random play comes to an end."""
    last = trial.states[-1]
    if trial.game.to_act(last) is not None:
        trial.fail(trial.stuck or "the match stopped before its end", last)


def check_turns(trial: Trial) -> None:
    """The seat to act has legal actions, each once, and no other seat has any."""
    game = trial.game
    for state in trial.states:
        acting = game.to_act(state)
        if acting is not None and not 0 <= acting < trial.players:
            trial.fail(f"seat {acting}, which is not there, is to act", state)
        for seat in range(trial.players):
            legal = game.legal_actions(state, seat)
            if seat == acting and not legal:
                trial.fail(f"seat {seat} is to act and has no legal action", state)
            if seat != acting and legal:
                trial.fail(f"seat {seat} is not to act and has legal actions", state)
            if len(set(legal)) != len(legal):
                trial.fail(f"seat {seat} has the same legal action twice", state)


def check_outcome(trial: Trial) -> None:
    """There is an outcome exactly when nobody is to act; friends share it."""
    game = trial.game
    for state in trial.states:
        outcome = game.outcome(state)
        if (outcome is None) != (game.to_act(state) is not None):
            trial.fail(f"seat {game.to_act(state)} is to act, the outcome is {outcome}", state)
        if outcome is None:
            continue
        if len(outcome.scores) != trial.players:
            trial.fail(f"{len(outcome.scores)} scores for {trial.players} seats", state)
        if not set(outcome.winners) <= set(range(trial.players)):
            trial.fail(f"{outcome.winners} are not all seats of this table", state)
        if game.cooperative and not _is_common(outcome, trial.players):
            trial.fail(f"a cooperative match ended for some and not for others: {outcome}", state)


def _is_common(outcome: Outcome, players: int) -> bool:
    return len(set(outcome.scores)) == 1 and len(outcome.winners) in (0, players)


def check_ply(trial: Trial) -> None:
    """The ply counts decisions from 0; gestures leave it."""
    game = trial.game
    first = trial.dealt[0]
    if game.ply(first) != 0:
        trial.fail("the first position has another ply than 0", first)
    for step in trial.steps:
        expected = game.ply(step.before) + (not game.is_gesture(step.action))
        if game.ply(step.after) != expected:
            trial.fail(f"after {step.action} the ply is not {expected}", step.after)


def check_gestures(trial: Trial) -> None:
    """A gesture is never listed as legal, takes no turn and asks nothing of chance."""
    game = trial.game
    for step in trial.steps:
        if not game.is_gesture(step.action):
            continue
        if step.action in game.legal_actions(step.before, step.seat):
            trial.fail(f"the gesture {step.action} is listed as legal", step.before)
        if game.to_act(step.after) != game.to_act(step.before):
            trial.fail(f"the gesture {step.action} changed who is to act", step.before)


def check_legal_actions_are_accepted(trial: Trial) -> None:
    """Whatever is listed as legal can be played."""
    for state in trial.some_states(_POSITIONS):
        seat = trial.game.to_act(state)
        if seat is not None:
            for action in trial.game.legal_actions(state, seat):
                if (error := trial.refusal(state, seat, action)) is not None:
                    trial.fail(f"the legal action {action} was refused: {error}", state)


def check_other_actions_are_refused(trial: Trial) -> None:
    """Whatever is not listed is refused as illegal, in words, and changes nothing."""
    game, choose = trial.game, trial.random("illegal")
    elsewhere = list(dict.fromkeys(step.action for step in trial.steps))
    for state in trial.some_states(_POSITIONS):
        seat = game.to_act(state)
        if seat is None:
            continue
        legal = set(game.legal_actions(state, seat))
        before = frozen_copy(state)
        tries = [*trial.candidates.draw(state, seat, choose, _TRIES)]
        tries += choose.sample(elsewhere, min(len(elsewhere), 2 * _TRIES))
        for action in tries:
            if action in legal or game.is_gesture(action):
                continue
            error = trial.refusal(state, seat, action)
            if error is None:
                trial.fail(f"{action} is not legal and was accepted", state)
            if not isinstance(error, IllegalMove) or not error.message:
                trial.fail(f"{action} was refused by {error!r}, not by IllegalMove", state)
        if frozen_copy(state) != before:
            trial.fail("a refused action changed the state", state)


def check_wrong_seats_are_refused(trial: Trial) -> None:
    """A seat that is not to act gets NotYourTurn, whatever it plays; so does no seat at all."""
    game = trial.game
    for state in trial.some_states(_POSITIONS):
        acting = game.to_act(state)
        if acting is None:
            continue
        action = game.legal_actions(state, acting)[0]
        for seat in (*range(trial.players), -1, trial.players):
            if seat != acting:
                _expect(NotYourTurn, trial, state, seat, action)


def check_nothing_after_the_end(trial: Trial) -> None:
    """After the end every seat gets GameOver, and nothing is legal."""
    last = trial.states[-1]
    if trial.game.to_act(last) is not None:
        return
    played = {type(step.action): step.action for step in trial.steps}
    for seat in range(trial.players):
        if trial.game.legal_actions(last, seat):
            trial.fail(f"the match is over and seat {seat} has legal actions", last)
        for action in played.values():
            _expect(GameOver, trial, last, seat, action)


def _expect(kind: type[Exception], trial: Trial, state: Any, seat: Seat, action: Any) -> None:
    error = trial.refusal(state, seat, action)
    if type(error) is not kind:
        got = "accepted" if error is None else f"refused by {error!r}"
        trial.fail(f"{action} of seat {seat} was {got}, not refused by {kind.__name__}", state)


def check_unparsable_moves(trial: Trial) -> None:
    """What is no move of the game raises UnparsableMove, a move with odd fields included."""
    game = trial.game
    tries: list[Any] = [*_NO_MOVES]
    for step in _one_of_each(trial):
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
        trial.fail(f"{data!r} was read as {action}")


def _one_of_each(trial: Trial) -> list[Step]:
    return list({type(step.action): step for step in trial.steps}.values())
