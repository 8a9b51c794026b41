"""Rude visitors, briefly: an honest one beside them is never refused, and waits a little."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hanamichi.core.record import MAX_GESTURES
from hanamichi.server.ops.config import DEFAULT_CONFIG
from tests.reliability.absence_proof import attempts
from tests.reliability.flood_proof import flood, flood_requests
from tests.reliability.honest_visitor import HonestTimes
from tests.reliability.record_proof import branch_often, load_often, replay_often
from tests.reliability.rudeness import beside, served
from tests.reliability.seat_proof import shuffle_seats
from tests.reliability.storage_proof import flood_list, store_files
from tests.reliability.thinking_proof import measure
from tests.server.live import live

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other loopback addresses")

_PATIENCE_SECONDS = 15.0
"""On a machine that is busy with other tests; `docs/reliability.md` has the figures."""


def assert_patient(times: HonestTimes) -> None:
    for each in (times.ping, times.page, times.move, times.replay):
        assert each.worst < _PATIENCE_SECONDS


@live
async def test_spectators_who_flood_a_table_are_slowed_down(tmp_path: Path) -> None:
    found = await flood(tmp_path, sockets=30, seconds=4)
    assert_patient(found.honest)
    assert found.answers["frame/too-many"] > found.answers["snapshot"]
    # 100 a second, 300 at once: what all spectators of a table may ask for.
    assert found.answers["ack"] < 1500


@live
async def test_a_flood_of_requests_takes_little_memory(tmp_path: Path) -> None:
    found = await flood_requests(tmp_path, connections=100, seconds=4)
    assert_patient(found.honest)
    assert found.answers["200"] > 100
    assert found.memory_after - found.memory_before < 60


@live
async def test_a_long_record_takes_little_memory_and_time(tmp_path: Path) -> None:
    found, restart = await branch_often(tmp_path, branches=5, gestures=MAX_GESTURES, seconds=3)
    assert_patient(found.honest)
    assert found.answers["201"] == 6
    assert found.memory_after - found.memory_before < 100
    assert restart < 2 * _PATIENCE_SECONDS


@live
async def test_a_record_that_is_too_long_is_not_taken_in(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        found = await beside(server, "a record", 1, "branches", "46", "16600")
    assert found.answers == {"200": 1, "record/too-long": 1}


@live
async def test_an_honest_replay_is_not_held_up_by_many_others(tmp_path: Path) -> None:
    found = await replay_often(tmp_path, replays=5, gestures=MAX_GESTURES, seconds=3)
    assert_patient(found.honest)


@live
async def test_long_matches_that_are_all_asked_for_hold_nobody_up(tmp_path: Path) -> None:
    _, taken, memory = await load_often(tmp_path, tables=20, gestures=MAX_GESTURES)
    assert taken < 2 * _PATIENCE_SECONDS
    assert memory < 300


@live
async def test_files_cannot_be_stored_as_records(tmp_path: Path) -> None:
    found, stored = await store_files(tmp_path, uploads=10, seconds=2)
    assert_patient(found.honest)
    assert stored < 100_000


@live
async def test_one_visitor_does_not_fill_the_list(tmp_path: Path) -> None:
    found, listed = await flood_list(tmp_path, tables=40, seconds=2, people=4)
    assert_patient(found.honest)
    assert listed == 10
    assert found.answers["201"] > listed


@live
async def test_a_quick_bot_answers_beside_many_slow_ones(tmp_path: Path) -> None:
    found = await measure(tmp_path, tables=12, seconds=8.0, settle=1.0)
    assert_patient(found.honest)
    assert found.answer.times > 1
    assert found.answer.worst < _PATIENCE_SECONDS


@live
async def test_an_opponent_cannot_use_a_lost_connection(tmp_path: Path) -> None:
    assert await attempts(tmp_path, seconds=1) == {
        "claim the win": "table/present",
        "seat a bot": "table/present",
        "take all back": "waits",
        "void the match": "waits",
    }


@live
async def test_who_comes_and_goes_leaves_a_waiting_table_to_the_others(tmp_path: Path) -> None:
    found = await shuffle_seats(tmp_path, seconds=8)
    assert 50 < found.changes <= DEFAULT_CONFIG.limits.table_changes_per_hour + 5
    assert found.answers == ("ack", "ack", "ack")
