"""Anything by anybody in any order: a known answer, and a table that reads back the same."""

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
from tests.server.desk import ANN, BO, CY, STRANGER, Desk

CODES = set(get_args(ErrorCode))
PRESETS = ["hanabi/cocktail", "hanabi/grands-feux", "koikoi/nintendo", "koikoi/robin-red"]


def any_command(desk: Desk, choice: random.Random) -> tuple[str, dict[str, Any]]:
    """Something that could be sent, sensible more often than not."""
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
        ("propose", {"what": choice.choice(["take-back", "take-back", "end-match"])}),
        ("propose", {"what": "take-back", "ply": choice.randrange(6)}),
        ("answer", {"agree": choice.random() < 0.7}),
        ("stand-in", {"seat": seat, "bot": "random"}),
        ("link-seat", {}),
        ("use-seat-link", {"key": desk.decision.seat_key or "guess"}),
        ("play-again", {}),
        ("ping", {}),
    ]
    return choice.choice(commands)


def any_move(desk: Desk, choice: random.Random) -> tuple[str, dict[str, Any]]:
    """A move of the seat to act, or one that was read from another game."""
    play, seat = desk.table.play, desk.table.to_act
    if play is None or seat is None or choice.random() < 0.1:
        return "move", {"ply": desk.table.ply, "action": {"type": "stop"}}
    legal = desk.table.game.legal_actions(play.state, seat)
    action = msgspec.to_builtins(choice.choice(legal))
    late = choice.random() < 0.1
    return "move", {"ply": desk.table.ply + late, "action": action}


def bots_move(desk: Desk, choice: random.Random) -> None:
    while (turn := bot_turn(desk.table)) is not None:
        assert desk.table.play is not None
        legal = desk.table.game.legal_actions(desk.table.play.state, turn.seat)
        action = choice.choice(legal)
        desk.take(moves.bot_move(desk.table, turn.seat, Choice(action), desk.context))


def attempt(
    desk: Desk, actor: Actor, kind: str, fields: dict[str, Any]
) -> tuple[Decision, str | None]:
    """What came of a command, or the code with which it was refused."""
    try:
        return desk.do(actor, kind, **fields), None
    except HanamichiError as error:
        return NOTHING, error.code


@given(st.integers(0, 2**32), st.sampled_from(PRESETS))
def test_any_commands_in_any_order(seed: int, preset: str) -> None:
    choice = random.Random(seed)
    desk = Desk(preset, "me", choice.choice(["open", "random"]), seed=seed)
    for _ in range(80):
        actor = choice.choice([ANN, ANN, BO, BO, CY, STRANGER])
        desk.now += choice.choice([0.0, 0.0, 1.0, 9.0])
        desk.present = {name for name in ("ann", "bo", "cy") if choice.random() < 0.8}
        playing_now = desk.table.status == "playing" and choice.random() < 0.6
        if playing_now and desk.table.to_act is not None and choice.random() < 0.8:
            actor = next(
                (
                    each
                    for each in (ANN, BO, CY)
                    if desk.table.seat_of(each.person) == desk.table.to_act
                ),
                actor,
            )
        kind, fields = any_move(desk, choice) if playing_now else any_command(desk, choice)
        desk.expire()
        before = desk.table
        decision, code = attempt(desk, actor, kind, fields)
        assert code is None or (code in CODES and desk.table == before)
        assert bool(decision.entries) == (desk.table.seq != before.seq)
        bots_move(desk, choice)
        for viewer in (ANN, BO, STRANGER):
            notes: dict[str, str] = {}
            presence = desk.context.presence
            shown = projection.snapshot(desk.table, viewer, presence, notes, 0, desk.now)
            assert projection.encode(shown)
    again = desk.reloaded()
    assert again.log == desk.table.log
    assert again.seats == desk.table.seats
    assert (again.play and again.play.state) == (desk.table.play and desk.table.play.state)
    if desk.table.status == "over":
        projection.record(desk.table)
