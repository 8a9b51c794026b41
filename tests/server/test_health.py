"""Health, readiness and metrics, and the eviction of idle tables."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hanamichi.server.storage.errors import StorageError
from tests.server.live import live, person, running

HANABI = "hanabi/cocktail"


@live
async def test_readiness_follows_the_database_and_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable() -> None:
        raise StorageError("gone")

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        assert (await ann.client.get("/health")).json() == {"status": "alive"}
        assert (await ann.client.get("/ready")).json() == {"status": "ready"}
        monkeypatch.setattr(server.app.database, "ping", unreachable)
        answer = await ann.client.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "no database"})
        server.app.tasks.closing = True
        assert (await ann.client.get("/ready")).json() == {"status": "closing"}
        assert (await ann.client.get("/health")).status_code == 200


@live
async def test_metrics_hold_no_names(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            await line.move_any(random.Random(1))
            await line.refused("move", ply=99, action={"type": "play", "card": 0})
            await ann.request("GET", "/api/nothing")
            async with ann.connected("no-such-table") as lost:
                await lost.until_closed()
            answer = await ann.client.get("/metrics")
            # Prometheus rejects a content type with a repeated parameter.
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            page = answer.text
    assert "hanamichi_sockets 1.0" in page
    assert 'hanamichi_commands_total{type="MoveCommand"} 2.0' in page
    assert 'hanamichi_refusals_total{code="move/stale"} 1.0' in page
    assert 'hanamichi_refusals_total{code="request/not-found"} 1.0' in page
    assert 'hanamichi_refusals_total{code="table/unknown"} 1.0' in page
    assert table not in page
    assert "Ann" not in page


@live
async def test_an_idle_table_is_evicted_and_loaded_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            await line.move_any(random.Random(1))
            await line.until(lambda: line.to_act)
            now = server.app.clock.now()
            assert server.app.tables.evict_idle(now + 1) == 0, "a client is connected"
            assert line.position is not None
            ply = line.position["ply"]
        while not server.app.tables.evict_idle(server.app.clock.now()):
            await ann.client.get("/health")
        assert server.app.tables._tables == {}
        async with ann.at(table) as line:
            assert line.position is not None
            assert line.position["ply"] == ply
            await line.move_any(random.Random(2))
