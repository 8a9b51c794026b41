"""The fault proof: real faults of disk, database and network while tables are played."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import text

from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from tests.reliability.faulty_proxy import NetworkFaults, faulty_proxy
from tests.reliability.kill_proof import audit
from tests.reliability.server_process import ServerProcess
from tests.reliability.table_load import TableLoad

Fault = Callable[[ServerProcess], AbstractAsyncContextManager[None]]


class Survived(msgspec.Struct):
    """A fault, and its effects on the players."""

    fault: str
    times: int
    refused: int = 0
    """Commands refused with `server/storage` meanwhile, and accepted later."""
    acknowledged: int = 0
    """Moves; each is stored once."""
    matches: int = 0
    """Finished matches."""
    what: Counter[str] = msgspec.field(default_factory=Counter)
    """Faults of frames and connections, and refusals, by kind."""


async def play_through(
    name: str, url: str, folder: Path, fault: Fault, *, times: int, seed: int, tables: int
) -> Survived:
    """Play tables, cause the fault `times` times, and check everything afterwards."""
    server = ServerProcess(url, folder, "open", "any-disk")
    server.start()
    try:
        await server.until_ready()
        async with TableLoad(server.address, seed, tables) as load:
            await load.gone_on()
            for _ in range(times):
                async with fault(server):
                    await _until_refused(load)
                load.remember()
                await load.gone_on(coming_back=False)
            await load.play_out()
        assert server.stop() == 0
    finally:
        server.sweep()
    complaints = {event["event"].partition(":")[0] for event in server.complaints()}
    assert complaints <= {
        "storage failed",
        "a bot could not move",
        "to be tried again",
        "matches wait for the database",
        "unwatched matches are ended later",
        "who was here is written later",
        "who is blocked is read again later",
        "old data is deleted later",
        "erasures are finished later",
        "the owner's commands wait for the database",
        "the use of the disk is unknown",
        "a table keeps an old nickname",
    }, complaints
    await audit(url, load.players)
    return Survived(
        name,
        times,
        refused=_refusals(load),
        acknowledged=sum(len(player.acknowledged) for player in load.players),
        matches=len(load.finished),
    )


async def _until_refused(load: TableLoad) -> None:
    """Wait until a player is told that the server cannot store a command."""
    before = _refusals(load)
    await load.until(lambda: _refusals(load) > before, 60)


def _refusals(load: TableLoad) -> int:
    return sum(player.troubles["server/storage"] for player in load.players)


@asynccontextmanager
async def no_file_can_grow(server: ServerProcess) -> AsyncIterator[None]:
    """Set RLIMIT_FSIZE of the running process to 0: no file can grow."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[bool]:
    """Mount a small file system; yields False if that is not allowed here."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "none", str(folder)]
    try:
        allowed = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        allowed = False
    try:
        yield allowed
    finally:
        if allowed:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def disk_filled_up(folder: Path) -> Fault:
    """Fill the disk."""

    @asynccontextmanager
    async def fault(_: ServerProcess) -> AsyncIterator[None]:
        ballast = folder / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 4096)
        try:
            yield
        finally:
            ballast.unlink()

    return fault


def sqlite_locked(file: Path) -> Fault:
    """Hold SQLite's write lock in another connection."""

    @asynccontextmanager
    async def fault(_: ServerProcess) -> AsyncIterator[None]:
        other = sqlite3.connect(file, isolation_level=None, timeout=30)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    return fault


def postgres_locked(url: str) -> Fault:
    """Lock the table of entries in another connection."""

    @asynccontextmanager
    async def fault(_: ServerProcess) -> AsyncIterator[None]:
        other = Database(url)
        try:
            async with other.reading() as connection:
                await connection.execute(text("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE"))
                yield
        finally:
            await other.close()

    return fault


async def play_over_faulty_network(
    folder: Path, *, seconds: float, seed: int, tables: int
) -> Survived:
    """Drop, double and swap frames, cut connections and leave them half-open; then stop that."""
    url = sqlite_url(folder)
    server = ServerProcess(url, folder, "open", "ping=1")
    server.start()
    faults = NetworkFaults(seed, dropped=20, doubled=30, swapped=20, cut=5, dead=5)
    try:
        await server.until_ready()
        async with (
            faulty_proxy(server.address, faults) as proxy,
            TableLoad(server.address, seed, tables, sockets=proxy, reply_timeout=1.0) as load,
        ):
            await asyncio.sleep(seconds)
            faults.calm = True
            load.remember()
            await load.gone_on(coming_back=False)
            await load.play_out()
            await _no_socket_left(server)
        assert server.stop() == 0
    finally:
        server.sweep()
    assert not server.complaints(), server.complaints()
    await audit(url, load.players, all_shown=False)
    return Survived(
        "a bad proxy",
        1,
        acknowledged=sum(len(player.acknowledged) for player in load.players),
        matches=len(load.finished),
        what=faults.done + sum((player.troubles for player in load.players), Counter()),
    )


async def _no_socket_left(server: ServerProcess) -> None:
    """Wait until the server has closed half-open connections."""
    async with asyncio.timeout(30), httpx.AsyncClient() as client:
        while True:
            page = (await client.get(f"http://{server.address}/metrics")).text
            if "hanamichi_sockets 0.0" in page:
                return
            await asyncio.sleep(0.1)
