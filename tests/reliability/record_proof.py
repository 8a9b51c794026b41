"""The record proof: records as long as they may be, branched and replayed again and again.

    python -m tests.reliability.record_proof [--gestures 2000] [--checkout FOLDER]

Beside it an honest visitor at another address plays, loads the page and looks at a replay; what it
waits for is measured, and how much memory the server takes. With --checkout the server is that of
another copy of this project; the attack on an older one had 16,600 gestures.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from hanamichi.core.record import MAX_GESTURES
from tests.reliability.honest_visitor import HonestVisitor
from tests.reliability.rudeness import Rudeness, beside, rude, served, shown
from tests.reliability.server_process import ROOT

_BRANCHES = 46
_REPLAYS = 25
_TABLES = 460


async def branch_often(
    folder: Path, branches: int, gestures: int, seconds: float, checkout: Path = ROOT
) -> tuple[Rudeness, float]:
    """Branch a long record; the result, and the seconds from a restart to an honest move."""
    async with served(folder, checkout) as server:
        what = f"a record of {gestures} gestures, branched {branches} times"
        found = await beside(server, what, seconds, "branches", str(branches), str(gestures))
        server.kill()
        await server.until_alone()
        began = time.monotonic()
        server.start()
        await server.until_ready()
        async with HonestVisitor(server.address) as honest:
            await honest.attend(0)
        return found, time.monotonic() - began


async def replay_often(
    folder: Path, replays: int, gestures: int, seconds: float, checkout: Path = ROOT
) -> Rudeness:
    """Open many long records at the same time."""
    async with served(folder, checkout) as server:
        what = f"{replays} replays of {gestures} gestures in parallel"
        return await beside(
            server, what, seconds, "replays", str(replays), str(gestures), ready=True
        )


async def load_often(
    folder: Path, tables: int, gestures: int, checkout: Path = ROOT
) -> tuple[float, float, float]:
    """Ask for long matches of several people at once, after they were opened and after a restart.

    The result: memory in MiB when they were opened, the seconds until an honest visitor has then
    opened a table, moved, and seen the page and a replay, and memory at the end.
    """
    async with (
        served(folder, checkout) as server,
        rude(server.address, "long-tables", str(tables), str(gestures)) as visitor,
    ):
        assert await visitor.line() == "ready\n"
        opened = server.memory()
        server.kill()
        await server.until_alone()
        server.start()
        await server.until_ready()
        began = time.monotonic()
        async with HonestVisitor(server.address) as honest:
            await honest.attend(0)
        taken = time.monotonic() - began
        await visitor.answers()
        return opened, taken, server.memory()


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--gestures", type=int, default=MAX_GESTURES)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, restart = await branch_often(
            Path(folder), _BRANCHES, given.gestures, 10, given.checkout
        )
        print(shown(found))
        print(f"  from a restart to a move, a page and a replay: {restart:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        print(shown(await replay_often(Path(folder), _REPLAYS, given.gestures, 10, given.checkout)))
    with tempfile.TemporaryDirectory() as folder:
        opened, taken, after = await load_often(
            Path(folder), _TABLES, given.gestures, given.checkout
        )
        print(f"{_TABLES} matches of {given.gestures} gestures of ten people: {opened:.0f} MiB")
        print(f"  all asked for after a restart: {after:.0f} MiB")
        print(f"  until a table, a move, a page and a replay: {taken:.1f} s")


if __name__ == "__main__":
    asyncio.run(main())
