"""Hostile input gets a known answer and changes no table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hanamichi.server.storage.connections import sqlite_url
from tests.reliability.fuzz_frames import flood, throw
from tests.reliability.fuzz_http import ask_everything
from tests.reliability.fuzz_wire import break_the_wire
from tests.server.live import live

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@live
async def test_hostile_frames_are_answered_and_change_nothing(tmp_path: Path) -> None:
    done = await throw(sqlite_url(tmp_path), tmp_path, frames=3000, made_up=300, seed=0)
    assert done.frames >= 3000
    assert {"frame/malformed", "frame/too-large", "table/not-your-seat"} <= set(done.answers)
    assert done.memory_after - done.memory_before < 16


@live
async def test_rate_limits_refuse_hostile_frames_unread(tmp_path: Path) -> None:
    answers = await flood(sqlite_url(tmp_path), tmp_path, "tight", frames=1000, seed=0)
    assert answers["frame/too-many"] > 10


@live
async def test_broken_handshakes_and_frames_do_no_harm(tmp_path: Path) -> None:
    assert await break_the_wire(sqlite_url(tmp_path), tmp_path, rounds=2, seed=0) > 50


@live
async def test_every_answer_matches_the_schema_and_none_is_a_server_error(tmp_path: Path) -> None:
    done = await ask_everything(sqlite_url(tmp_path), tmp_path, examples=3, derandomize=True)
    assert done.operations >= 20
    assert {200, 201, 400, 404} <= set(done.statuses)
    assert max(done.statuses) < 500
