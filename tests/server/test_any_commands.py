"""Random commands in any order: each gets a known answer, and the table reloads to the same."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.bots import Choice
from hanamichi.core import HanamichiError
from hanamichi.server.live.bot_turns import bot_turn
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.table import moves
from hanamichi.server.table.decision import NOTHING, Actor, Decision
from hanamichi.server.views import projection
from tests.server.table_harness import ANN, BO, CY, STRANGER, TableHarness

CODES = set(get_args(ErrorCode))
PRESETS = ["hanabi/cocktail", "hanabi/grands-feux", "koikoi/nintendo", "koikoi/robin-red"]


def any_command(harness: TableHarness, choice: random.Random) -> tuple[str, dict[str, Any]]:
    """A random command, usually a sensible one."""
    seat = choice.randrange(4)
    plan = choice.choice([{"type": "me"}, {"type": "open"}, {"type": "bot", "bot": "random"}])
    commands: list[tuple[str, dict[str, Any]]] = [
        ("sit", {}),
        ("sit", {"seat": seat}),
        ("leave", {}),
        ("come-back", {}),
        ("set-seat", {"seat": seat, "plan": plan}),
        ("change-table", {"players": choice.randrange(1, 6)}),
        ("change-table", {"preset": choice.choice(PRESETS)}),
        ("change-table", {"clock": choice.choice([None, {"bank": 30, "increment": 2}])}),
        ("start", {}),
        ("propose", {"what": choice.choice(["take-back", "take-back", "end-match", "claim-win"])}),
        ("propose", {"what": "take-back", "ply": choice.randrange(6)}),
        ("answer", {"agree": choice.random() < 0.7}),
        ("stand-in", {"seat": seat, "bot": "random"}),
        ("link-seat", {}),
        ("revoke-seat-links", {}),
        ("use-seat-link", {"key": harness.decision.seat_key or "guess"}),
        ("play-again", {}),
        ("ping", {}),
    ]
    return choice.choice(commands)


def any_move(harness: TableHarness, choice: random.Random) -> tuple[str, dict[str, Any]]:
    """A move of the seat to act, or one that was read from another game."""
    play, seat = harness.table.play, harness.table.to_act
    if play is None or seat is None or choice.random() < 0.1:
        return "move", {"ply": harness.table.ply, "action": {"type": "stop"}}
    legal = harness.table.game.legal_actions(play.state, seat)
    action = msgspec.to_builtins(choice.choice(legal))
    late = choice.random() < 0.1
    return "move", {"ply": harness.table.ply + late, "action": action}


def bots_move(harness: TableHarness, choice: random.Random) -> None:
    while (turn := bot_turn(harness.table)) is not None:
        assert harness.table.play is not None
        legal = harness.table.game.legal_actions(harness.table.play.state, turn.seat)
        action = choice.choice(legal)
        harness.take(moves.bot_move(harness.table, turn.seat, Choice(action), harness.context))


def attempt(
    harness: TableHarness, actor: Actor, kind: str, fields: dict[str, Any]
) -> tuple[Decision, str | None]:
    """The decision about a command, or the code of its refusal."""
    try:
        return harness.do(actor, kind, **fields), None
    except HanamichiError as error:
        return NOTHING, error.code


@given(st.integers(0, 2**32), st.sampled_from(PRESETS))
def test_any_commands_in_any_order(seed: int, preset: str) -> None:
    choice = random.Random(seed)
    harness = TableHarness(preset, "me", choice.choice(["open", "random"]), seed=seed)
    for _ in range(80):
        actor = choice.choice([ANN, ANN, BO, BO, CY, STRANGER])
        harness.now += choice.choice([0.0, 0.0, 1.0, 9.0, 100.0])
        if choice.random() < 0.02:
            harness.wait_for_absence()
        harness.present = {name for name in ("ann", "bo", "cy") if choice.random() < 0.8}
        playing_now = harness.table.status == "playing" and choice.random() < 0.6
        if playing_now and harness.table.to_act is not None and choice.random() < 0.8:
            actor = next(
                (
                    each
                    for each in (ANN, BO, CY)
                    if harness.table.seat_of(each.person) == harness.table.to_act
                ),
                actor,
            )
        kind, fields = any_move(harness, choice) if playing_now else any_command(harness, choice)
        harness.expire()
        before = harness.table
        decision, code = attempt(harness, actor, kind, fields)
        assert code is None or (code in CODES and harness.table == before)
        assert bool(decision.entries) == (harness.table.seq != before.seq)
        bots_move(harness, choice)
        for viewer in (ANN, BO, STRANGER):
            notes: dict[str, str] = {}
            presence = harness.context.presence
            shown = projection.snapshot(
                harness.table, viewer, presence, notes, 0, now=harness.now, at=harness.at
            )
            assert projection.encode(shown)
    again = harness.reloaded()
    assert again.log == harness.table.log
    assert again.seats == harness.table.seats
    assert (again.play and again.play.state) == (harness.table.play and harness.table.play.state)
    if harness.table.status == "over":
        projection.record(harness.table)
