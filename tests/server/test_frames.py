"""The short way to a frame: byte for byte what the long way would send."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from hanamichi.bots import Choice
from hanamichi.catalog import presets
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.messages import Happened
from hanamichi.server.table import moves
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection
from hanamichi.server.views.frames import FrameCache
from tests.server.table_harness import ANN, TableHarness

TABLES = [(preset.id, players) for game, preset in presets() for players in game.seat_counts]


def check(table: Table, before: int, seats: int) -> None:
    news = FrameCache(table, before, 7.0)
    for seat in (*range(seats), None):
        entries = projection.log(table, seat, before)
        for aids in get_args(Aids):
            position = projection.position(table, seat, 7.0, aids=aids)
            assert position is not None
            happened = Happened(entries=entries, position=position)
            assert news.frame(seat, aids=aids) == projection.encode(happened)


@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("variants", ["plain", "all offered"])
def test_everybody_is_sent_what_they_may_know(preset: str, players: int, variants: str) -> None:
    (offers,) = (each.offers for _, each in presets() if each.id == preset)
    options: dict[str, Any] = dict(offers) if variants == "all offered" else {}
    bots = ["random"] * (players - 1)
    harness = TableHarness(preset, "me", *bots, options=options, clock={"bank": 60, "increment": 1})
    harness.do(ANN, "start")
    check(harness.table, 0, players)
    dice = random.Random(preset)
    while harness.table.to_act is not None:
        before, seat, play = harness.table.seq, harness.table.to_act, harness.table.play
        assert play is not None
        action = dice.choice(harness.table.game.legal_actions(play.state, seat))
        harness.take(moves.bot_move(harness.table, seat, Choice(action), harness.context))
        check(harness.table, before, players)
    check(harness.table, 0, players)
    assert FrameCache(harness.table, harness.table.seq, 7.0).frame(0) is None


@pytest.mark.parametrize("preset", ["hanabi/grands-feux", "koikoi/nintendo"])
@pytest.mark.parametrize("what", ["take-back", "end-match"])
def test_so_are_they_when_people_change_the_course_of_a_match(preset: str, what: str) -> None:
    harness = TableHarness(preset, "me", "random")
    harness.do(ANN, "start")
    for _ in range(4):
        seat, play = harness.table.to_act, harness.table.play
        assert seat is not None
        assert play is not None
        action = harness.table.game.legal_actions(play.state, seat)[-1]
        harness.take(moves.bot_move(harness.table, seat, Choice(action), harness.context))
    before = harness.table.seq
    harness.do(ANN, "propose", what=what)
    assert harness.table.status == ("over" if what == "end-match" else "playing")
    check(harness.table, before, 2)
    check(harness.table, 0, 2)
