"""Runs a rude visitor beside an honest one, and tells how the honest one fared."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from hanamichi.server.storage.connections import sqlite_url
from tests.reliability.honest_visitor import HonestTimes, HonestVisitor
from tests.reliability.server_process import ROOT, ServerProcess

_ALONE_SECONDS = 2.0


class Rudeness(msgspec.Struct, frozen=True):
    """What was done, what it did to the server, and what an honest visitor noticed."""

    what: str
    honest: HonestTimes
    memory_before: float
    """MiB"""
    memory_after: float
    answers: dict[str, int]
    """To the rude visitor, by code or type."""


class RudeProcess:
    """A rude visitor in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()

    async def answers(self) -> dict[str, int]:
        """Wait for its end: what it was answered."""
        found: dict[str, int] = json.loads(await self.line())
        assert await self._process.wait() == 0
        return found


@asynccontextmanager
async def served(folder: Path, checkout: Path = ROOT) -> AsyncIterator[ServerProcess]:
    """A server with the limits that everybody gets."""
    server = ServerProcess(sqlite_url(folder), folder, checkout=checkout)
    server.start()
    try:
        await server.until_ready()
        yield server
    finally:
        server.sweep()


@asynccontextmanager
async def rude(address: str, *how: str) -> AsyncIterator[RudeProcess]:
    """A rude visitor while the context lasts."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.reliability.rude_visitor", address, *how),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    try:
        yield RudeProcess(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def shown(found: Rudeness) -> str:
    """The result as lines."""
    honest = found.honest
    lines = [f"{found.what}: {found.memory_before:.0f} → {found.memory_after:.0f} MiB"]
    for name in ("ping", "page", "move", "replay"):
        each = getattr(honest, name)
        lines.append(f"  {name:7} median {each.median:.3f} s, worst {each.worst:.3f} s")
    lines.append(f"  answered: {found.answers}")
    return "\n".join(lines)


async def beside(
    server: ServerProcess, what: str, seconds: float, *how: str, ready: bool = False
) -> Rudeness:
    """An honest visitor for some time beside a rude one; `ready`: who first prepares something."""
    async with HonestVisitor(server.address) as honest:
        await honest.attend(_ALONE_SECONDS)  # the processes of bots start now
        before = server.memory()
        async with rude(server.address, *how) as visitor:
            if ready:
                assert await visitor.line() == "ready\n"
            times = await honest.attend(seconds)
            answers = await visitor.answers()
        return Rudeness(what, times, before, server.memory(), answers)
