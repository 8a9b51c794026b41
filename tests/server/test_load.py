"""Many tables at once on a real server: `benchmarks/load.py` in short, and without a clock."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

from benchmarks.load import Clients
from benchmarks.load_clients import HanamichiTable
from benchmarks.load_servers import fill, hanamichi
from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.ops.config import WITHOUT_QUOTAS
from hanamichi.server.ops.rate_limits import UNLIMITED
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Moved
from tests.server.live import TIMEOUT_SECONDS, live, person, running


@live
async def test_what_many_tables_received_is_what_is_stored(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    invitations = [
        *await fill(url, "hanabi/online", 35, options={"errors": 10}),
        *await fill(url, "koikoi/nintendo", 15, options={}),
    ]
    tables = [HanamichiTable(each) for each in invitations]
    clients = Clients(tables)
    with hanamichi(tmp_path) as server:
        await clients.connect(server.port)
        await clients.play_moves(1000)
        clients.close()
    assert [text for table in tables for text in table.refused] == []
    assert min(table.moves for table in tables) > 0
    storage = Database(url)
    for table in tables:
        entries = await storage.entries(table.id)
        moves = {item.entry.command: item.seq for item in entries if isinstance(item.entry, Moved)}
        # Every move that all seats saw and that was acknowledged, in its place, and no other.
        assert moves == table.acknowledged
        assert len(moves) == table.moves
        assert list(moves.values()) == sorted(moves.values())
    await storage.close()


@live
async def test_evicted_tables_leave_nothing_in_memory(tmp_path: Path) -> None:
    invitations = await fill(sqlite_url(tmp_path), "hanabi/online", 5, options={})
    clients = Clients([HanamichiTable(each) for each in invitations])
    async with running(tmp_path, limits=UNLIMITED, config=WITHOUT_QUOTAS) as server:
        await clients.connect(int(server.address.rpartition(":")[2]))
        tables = [weakref.ref(await server.app.tables.get(each.table)) for each in invitations]
        clients.close()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while server.app.tables.evict_idle(server.app.clock.now()) + _gone(tables) < len(
                tables
            ):
                gc.collect()
                await asyncio.sleep(0.01)
        gc.collect()
        assert _gone(tables) == len(tables)


@live
async def test_evicted_tables_leave_the_memory_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        opened = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        tables = [weakref.ref(await server.app.tables.get(opened))]
        gc.disable()
        try:
            assert server.app.tables.evict_idle(server.app.clock.now()) == 1
            assert _gone(tables) == 1
        finally:
            gc.enable()


def _gone(tables: list[weakref.ref[LiveTable]]) -> int:
    return sum(table() is None for table in tables)
