"""A server killed at any moment keeps every acknowledged move, and play goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.reliability.kill_proof import kill_often
from tests.server.live import live

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@live
async def test_a_killed_server_has_every_acknowledged_move(url: str, tmp_path: Path) -> None:
    done = await kill_often(url, tmp_path, kills=2, seed=7)
    assert done.acknowledged > 100
    assert done.returns > done.kills
