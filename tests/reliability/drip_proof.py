"""The drip proof: connections of one address that send almost nothing, or read nothing.

    python -m tests.reliability.drip_proof [--connections 200] [--seconds 60] [--checkout FOLDER]
    python -m tests.reliability.drip_proof --crowd 1500

Beside them an honest visitor at another address plays, loads the page and looks at a replay. Then
the rude one opens no more connections, and it is measured how soon the server has closed those
that are left. With --crowd there are more silent connections than the server has descriptors
(1,024), and only whether a page is still served is measured. With --checkout the server is that of
another copy of this project.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import tempfile
import time
from pathlib import Path

import httpx
import msgspec

from tests.reliability.drip_visitor import KINDS, DripVisitor, Kind
from tests.reliability.honest_visitor import SOURCE, HonestTimes, HonestVisitor
from tests.reliability.rudeness import served
from tests.reliability.server_process import ROOT, ServerProcess

_RELEASE_SECONDS = 60.0
"""How long the server has to close what is left."""
_SPARE = 8
"""Connections of the honest visitor, which come and go."""
_DESCRIPTORS = 1024
_PAGE_SECONDS = 20.0


class Drips(msgspec.Struct, frozen=True):
    """What slow connections did to a server."""

    connections: int
    honest: HonestTimes
    longest: float
    """Seconds that a connection was kept which never sent a whole request."""
    held: int
    """Connections that the rude visitor held at the end."""
    released: float | None
    """Seconds until the server had closed them; None if it did not."""
    memory_before: float
    """MiB"""
    memory_after: float
    answers: dict[str, int]


async def drip(
    folder: Path,
    connections: int,
    seconds: float,
    checkout: Path = ROOT,
    kinds: tuple[Kind, ...] = KINDS,
) -> Drips:
    """So many slow connections of one address beside an honest visitor."""
    async with served(folder, checkout) as server, HonestVisitor(server.address) as honest:
        base, memory = sockets(server), server.memory()
        visitor = DripVisitor(server.address, kinds)
        try:
            await visitor.open(connections)
            times = await honest.attend(seconds)
            held, after = sockets(server) - base, server.memory()
            visitor.let_go()
            released = await _released(server, base)
        finally:
            await visitor.end()
        return Drips(
            connections,
            times,
            round(visitor.longest, 1),
            held,
            released,
            memory,
            after,
            dict(visitor.answers),
        )


async def _released(server: ServerProcess, base: int) -> float | None:
    began = time.monotonic()
    while time.monotonic() - began < _RELEASE_SECONDS:
        if sockets(server) <= base + _SPARE:
            return round(time.monotonic() - began, 1)
        await asyncio.sleep(0.1)
    return None


def sockets(server: ServerProcess) -> int:
    """Connections that a server has open."""
    found = 0
    for link in Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # it was closed meanwhile
            found += str(link.readlink()).startswith("socket:")
    return found


async def crowd(folder: Path, connections: int, checkout: Path = ROOT) -> float | None:
    """Seconds for a page beside more silent connections than descriptors; None if none came."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(connections + 1024, hard), hard))
    async with served(folder, checkout) as server:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (_DESCRIPTORS, _DESCRIPTORS))
        visitor = DripVisitor(server.address, ("silent",))
        try:
            await visitor.open(connections)
            await asyncio.sleep(2)
            transport = httpx.AsyncHTTPTransport(local_address=SOURCE)
            async with httpx.AsyncClient(transport=transport, timeout=_PAGE_SECONDS) as client:
                began = time.monotonic()
                try:
                    await client.get(f"http://{server.address}/")
                except httpx.TransportError:
                    return None
                return round(time.monotonic() - began, 3)
        finally:
            await visitor.end()


def shown(found: Drips) -> str:
    """The result as lines."""
    lines = [
        f"{found.connections} slow connections: "
        f"{found.memory_before:.0f} → {found.memory_after:.0f} MiB, {found.held} connections held",
        f"  the longest without a request {found.longest} s, all closed after {found.released} s",
    ]
    for name in ("ping", "page", "move", "replay"):
        each = getattr(found.honest, name)
        lines.append(f"  {name:7} median {each.median:.3f} s, worst {each.worst:.3f} s")
    lines.append(f"  answered: {found.answers}")
    return "\n".join(lines)


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--crowd", type=int)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.crowd:
            print(f"a page beside {given.crowd} silent connections:", end=" ")
            print(await crowd(Path(folder), given.crowd, given.checkout))
        else:
            found = await drip(Path(folder), given.connections, given.seconds, given.checkout)
            print(shown(found))


if __name__ == "__main__":
    asyncio.run(main())
