"""Numbers about the process, which the metrics show."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from hanamichi.server.ops import process_stats
from hanamichi.server.ops.loop_lag import LoopLag
from tests.server.live import live, person, running


def test_memory_grows_with_what_is_kept() -> None:
    before = process_stats.memory_bytes()
    kept = os.urandom(50_000_000)
    assert process_stats.memory_bytes() > before + 25_000_000
    assert kept


def test_without_proc_the_most_memory_ever_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = process_stats.memory_bytes()
    monkeypatch.setattr(process_stats, "_PROC", Path("/nowhere"))
    assert process_stats.memory_bytes() >= now // 2


def test_open_descriptors_are_counted() -> None:
    before = process_stats.open_descriptors()
    opened = os.open("/dev/null", os.O_RDONLY)
    assert process_stats.open_descriptors() == before + 1
    os.close(opened)
    assert before < process_stats.raise_descriptor_limit()


@live
async def test_a_blocked_event_loop_is_noticed() -> None:
    lag = LoopLag()
    task = asyncio.create_task(lag.run())
    await asyncio.sleep(0)
    time.sleep(0.7)  # noqa: ASYNC251
    await asyncio.sleep(0.1)
    assert lag.take_worst() > 0.1
    task.cancel()


@live
async def test_metrics_tell_of_the_process(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        page = (await reader.client.get("/metrics")).text
    values = dict(
        line.rsplit(" ", 1) for line in page.splitlines() if line and not line.startswith("#")
    )
    assert float(values["hanamichi_memory_bytes"]) > 10_000_000
    assert (
        0 < float(values["hanamichi_open_descriptors"]) < float(values["hanamichi_max_descriptors"])
    )
    assert float(values["hanamichi_uptime_seconds"]) > 0
    assert float(values["hanamichi_loop_lag_worst_seconds"]) >= 0
    assert float(values["hanamichi_connections"]) >= 1
