"""A killed server comes back with all its matches, and no acknowledged move is lost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.reliability.restart_proof import Restart, Restarts, report, restart_often
from tests.server.live import live

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@live
async def test_all_matches_of_a_killed_server_go_on(tmp_path: Path) -> None:
    found = await restart_often(tmp_path, tables=30, connected=20, kills=2)
    assert len(found.restarts) == 2
    assert found.acknowledged > 20 * 8
    for each in found.restarts:
        assert 0 < each.listening < each.position < each.move <= each.half <= each.most <= each.all


def test_the_report_names_every_phase() -> None:
    restart = Restart(0.1, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5)
    text = report(Restarts(2000, 2000, (restart, restart), 12345, 6))
    assert "| the first move is acknowledged | 1.10 | 1.10 |" in text
    assert "2,000 matches, 4,000 sockets, 2 kills; 12,345 moves acknowledged and stored" in text
