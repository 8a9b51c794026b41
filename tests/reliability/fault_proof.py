"""Faults of the machine and of the network, made really; a club plays through each of them."""

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
    """A fault that was made, and what players noticed of it."""

    fault: str
    times: int
    refused: int = 0
    """Commands answered with `server/storage` meanwhile, and carried out later."""
    acknowledged: int = 0
    """Moves, every one of which was found again, once."""
    matches: int = 0
    """Played to their end."""
    what: Counter[str] = msgspec.field(default_factory=Counter)
    """What was done to frames and connections."""


async def play_through(
    name: str, url: str, folder: Path, fault: Fault, *, times: int, seed: int, tables: int
) -> Survived:
    """A club at play, the fault so many times, and everything as it should be afterwards."""
    server = ServerProcess(url, folder)
    server.start()
    try:
        await server.until_ready()
        async with TableLoad(server.address, seed, tables) as club:
            await club.gone_on()
            for _ in range(times):
                async with fault(server):
                    await _somebody_is_told(club)
                club.remember()
                await club.gone_on(coming_back=False)
            await club.play_out()
        assert server.stop() == 0
    finally:
        server.sweep()
    complaints = {event["event"].partition(":")[0] for event in server.complaints()}
    assert complaints <= {
        "storage failed",
        "a bot could not move",
        "to be tried again",
        "a table keeps an old nickname",
    }, complaints
    await audit(url, club.players)
    return Survived(
        name,
        times,
        refused=_troubles(club),
        acknowledged=sum(len(player.acknowledged) for player in club.players),
        matches=len(club.finished),
    )


async def _somebody_is_told(club: TableLoad) -> None:
    """Wait until somebody hears that it cannot be written down."""
    before = _troubles(club)
    await club.until(lambda: _troubles(club) > before, 60)


def _troubles(club: TableLoad) -> int:
    return sum(player.troubles["server/storage"] for player in club.players)


@asynccontextmanager
async def no_file_can_grow(server: ServerProcess) -> AsyncIterator[None]:
    """RLIMIT_FSIZE of the running process: every write beyond what there is fails."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[bool]:
    """A file system of its own of that size; False where this machine allows none."""
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
    """Something else takes every byte that is left on the disk."""

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
    """Another program holds SQLite's one lock for writing."""

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
    """Another session holds the table of entries."""

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
    """Frames dropped, doubled and swapped, connections cut and half-open; then a calm end."""
    url = sqlite_url(folder)
    server = ServerProcess(url, folder, "open", "ping=1")
    server.start()
    mischief = NetworkFaults(seed, dropped=20, doubled=30, swapped=20, cut=5, dead=5)
    try:
        await server.until_ready()
        async with (
            faulty_proxy(server.address, mischief) as line,
            TableLoad(server.address, seed, tables, sockets=line, patience=1.0) as club,
        ):
            await asyncio.sleep(seconds)
            mischief.calm = True
            club.remember()
            await club.gone_on(coming_back=False)
            await club.play_out()
            await _no_socket_left(server)
        assert server.stop() == 0
    finally:
        server.sweep()
    assert not server.complaints(), server.complaints()
    await audit(url, club.players, all_told=False)
    return Survived(
        "a bad line",
        1,
        acknowledged=sum(len(player.acknowledged) for player in club.players),
        matches=len(club.finished),
        what=mischief.done + sum((player.troubles for player in club.players), Counter()),
    )


async def _no_socket_left(server: ServerProcess) -> None:
    """Half-open connections are found out and let go."""
    async with asyncio.timeout(30), httpx.AsyncClient() as client:
        while True:
            page = (await client.get(f"http://{server.address}/metrics")).text
            if "hanamichi_sockets 0.0" in page:
                return
            await asyncio.sleep(0.1)
