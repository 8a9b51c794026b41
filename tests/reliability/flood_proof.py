"""The flood proof: many spectators, and then many requests, as quickly as they can be sent.

    python -m tests.reliability.flood_proof [--sockets 60 400] [--connections 250] [--seconds 10]
                                              [--checkout FOLDER]

Beside them an honest visitor at another address plays, loads the page and looks at a replay; what
it waits for is measured. With --checkout the server is that of another copy of this project.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.reliability.rudeness import Rudeness, beside, served, shown
from tests.reliability.server_process import ROOT


async def flood(folder: Path, sockets: int, seconds: float, checkout: Path = ROOT) -> Rudeness:
    """So many spectators of one table send `set-aids` without waiting for answers."""
    async with served(folder, checkout) as server:
        what = f"{sockets} spectators send set-aids"
        return await beside(server, what, seconds, "set-aids", str(sockets), str(int(seconds)))


async def flood_requests(
    folder: Path, connections: int, seconds: float, checkout: Path = ROOT
) -> Rudeness:
    """The public list is asked for on so many connections without waiting for answers."""
    async with served(folder, checkout) as server:
        what = f"{connections} connections ask for the public list"
        return await beside(server, what, seconds, "lists", str(connections), str(int(seconds)))


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sockets", type=int, nargs="+", default=[60, 400])
    parser.add_argument("--connections", type=int, nargs="+", default=[250])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    for sockets in given.sockets:
        with tempfile.TemporaryDirectory() as folder:
            print(shown(await flood(Path(folder), sockets, given.seconds, given.checkout)))
    for connections in given.connections:
        with tempfile.TemporaryDirectory() as folder:
            found = await flood_requests(Path(folder), connections, given.seconds, given.checkout)
            print(shown(found))


if __name__ == "__main__":
    asyncio.run(main())
