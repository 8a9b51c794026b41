"""The storage proof: one visitor who stores files as records, and opens tables without end.

    python -m tests.reliability.storage_proof [--uploads 60] [--tables 600] [--checkout FOLDER]

Beside it an honest visitor at another address plays, loads the page and looks at a replay; what it
waits for is measured, and what is stored in the end. With --checkout the server is that of another
copy of this project.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from pathlib import Path

import httpx

from tests.reliability.rudeness import Rudeness, beside, served, shown
from tests.reliability.server_process import ROOT

_KIB = 680
"""Of text in every upload."""
_PEOPLE = 6


async def store_files(
    folder: Path, uploads: int, seconds: float, checkout: Path = ROOT
) -> tuple[Rudeness, int]:
    """Upload files as records; the result, and how many bytes of them are stored."""
    async with served(folder, checkout) as server:
        what = f"{uploads} uploads of {_KIB} KiB"
        found = await beside(server, what, seconds, "uploads", str(uploads), str(_KIB))
    return found, _stored(folder)


async def flood_list(
    folder: Path, tables: int, seconds: float, checkout: Path = ROOT, people: int = _PEOPLE
) -> tuple[Rudeness, int]:
    """Open listed tables; the result, and how many the public list shows."""
    async with served(folder, checkout) as server:
        what = f"{tables} listed tables of {people} people at one address"
        found = await beside(server, what, seconds, "tables", str(tables), str(people))
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as client:
            return found, len((await client.get("/api/tables")).json()["tables"])


def _stored(folder: Path) -> int:
    with sqlite3.connect(folder / "hanamichi.db") as connection:
        (found,) = connection.execute("SELECT sum(length(body)) FROM imports").fetchone()
    return int(found or 0)


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--uploads", type=int, default=60)
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found, stored = await store_files(Path(folder), given.uploads, 5, given.checkout)
        print(f"{shown(found)}\n  stored: {stored / 1e6:.2f} MB")
    with tempfile.TemporaryDirectory() as folder:
        found, listed = await flood_list(Path(folder), given.tables, 5, given.checkout)
        print(f"{shown(found)}\n  shown in the public list: {listed}")


if __name__ == "__main__":
    asyncio.run(main())
