"""The kill proof: a server under load, killed at random moments; nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

import msgspec
from sqlalchemy import text

from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Moved, Stored
from hanamichi.server.table.state import Table, load
from tests.reliability.server_process import ServerProcess
from tests.reliability.socket_players import Acknowledged, Player
from tests.reliability.table_load import TABLES, TableLoad

_EARLY_KILL_RATE = 0.25
"""The share of kills during a start or while clients reconnect."""


class Kills(msgspec.Struct, frozen=True):
    """The kills, and what was found intact afterwards."""

    database: str
    kills: int
    while_starting: int
    """Kills before all clients were back."""
    tables: int
    matches: int
    """Finished matches."""
    acknowledged: int
    """Moves; each is stored once."""
    cut_off: int
    """Moves in flight at a kill, sent again."""
    shown: int
    """Log entries shown to clients; each is stored."""
    returns: int
    """Reconnections."""
    back_median: float
    """Seconds from a kill until all clients are back and every table has moved."""
    back_worst: float


async def kill_often(
    url: str,
    folder: Path,
    *,
    kills: int,
    seed: int,
    tables: int = len(TABLES),
    seconds: float = float("inf"),
) -> Kills:
    """Kill a server repeatedly under load, and check that nothing acknowledged is lost.

    After `seconds` no more kills follow, and the matches are finished.
    """
    choice = random.Random(seed)
    server = ServerProcess(url, folder, "open")
    server.start()
    done, early, waits = 0, 0, []
    deadline = time.monotonic() + seconds
    try:
        await server.until_ready()
        async with TableLoad(server.address, seed, tables) as load:
            await load.gone_on()
            while done < kills and time.monotonic() < deadline:
                done += 1
                await asyncio.sleep(choice.uniform(0, 0.4))
                server.kill()
                killed = time.monotonic()
                load.remember()
                await server.until_alone()
                server.start()
                if choice.random() < _EARLY_KILL_RATE:
                    early += 1
                    await asyncio.sleep(choice.uniform(0, 1.5))
                else:
                    await load.gone_on()
                    waits.append(time.monotonic() - killed)
            await load.gone_on()
            await load.play_out()
        status = server.stop()
        assert status == 0, f"ended with {status}"
        await server.until_alone()
    finally:
        server.sweep()
    assert not server.complaints(), server.complaints()
    players = load.players
    await audit(url, players)
    return Kills(
        database="PostgreSQL" if url.startswith("postgresql") else "SQLite",
        kills=done,
        while_starting=early,
        tables=tables,
        matches=len(load.finished),
        acknowledged=sum(len(player.acknowledged) for player in players),
        cut_off=sum(player.resent for player in players),
        shown=sum(len(player.seen) for player in players),
        returns=sum(player.snapshots - 1 for player in players),
        back_median=statistics.median(waits) if waits else 0.0,
        back_worst=max(waits, default=0.0),
    )


async def audit(url: str, players: list[Player], *, all_shown: bool = True) -> None:
    """Check that everything sent to clients is stored once and loads as a match."""
    storage = Database(url)
    try:
        await storage.open()
        for player in players:
            assert not player.broken, player.broken
            assert not player.surprises, player.surprises
            stored = await storage.entries(player.table)
            table = load(player.table, stored, 0.0)
            assert table.status == "over"
            check_shown(player, table, all_shown=all_shown)
            check_once(stored)
            for item in player.acknowledged:
                check_stored(item, stored[item.seq - 1])
        if url.startswith("sqlite"):
            async with storage.reading() as connection:
                found = await connection.scalar(text("PRAGMA integrity_check"))
            assert found == "ok"
    finally:
        await storage.close()


def check_shown(player: Player, table: Table, *, all_shown: bool) -> None:
    """The log has every entry that was shown; if no frame was lost, all were shown."""
    log = [item.seq for item in table.log]
    assert set(player.seen) <= set(log)
    assert not all_shown or sorted(player.seen) == log


def check_once(stored: list[Stored]) -> None:
    """The indexes have no gap and no duplicate, and no command is stored twice."""
    assert [item.seq for item in stored] == list(range(1, len(stored) + 1))
    commands = [
        (item.entry.seat, item.entry.command)
        for item in stored
        if isinstance(item.entry, Moved) and item.entry.command is not None
    ]
    assert len(set(commands)) == len(commands)


def check_stored(item: Acknowledged, stored: Stored) -> None:
    """An acknowledged move is stored at the acknowledged index."""
    entry = stored.entry
    assert isinstance(entry, Moved)
    assert (stored.seq, entry.seat, entry.command) == (item.seq, item.seat, item.id)
    assert entry.action == item.action
