"""A short version of `drip_proof`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.reliability.drip_proof import crowd, drip
from tests.server.live import live

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc")


@live
async def test_slow_connections_end_and_nobody_else_notices(tmp_path: Path) -> None:
    found = await drip(tmp_path, connections=40, seconds=3, kinds=("body", "unread"))
    assert found.held >= 30
    assert found.released is not None, "what drips is closed"
    assert found.honest.move.times


@live
async def test_a_crowd_of_silent_connections_leaves_room(tmp_path: Path) -> None:
    assert await crowd(tmp_path, connections=1_200) is not None
