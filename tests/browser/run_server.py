"""Runs a server: `python -m tests.browser.run_server PORT FOLDER SEED CLIENT [with-tables]`.

It prints its port. Each further line on its standard input is a seed for the tables that follow.
"""

import asyncio
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from hanamichi.core import Seeded
from hanamichi.server.application import Application
from hanamichi.server.net.listening import listen
from hanamichi.server.ops.config import WITHOUT_QUOTAS
from hanamichi.server.serve import run
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from tests.browser.stored_tables import store

T = TypeVar("T")


class Reseedable:
    """Chance whose seed may change while the server runs."""

    def __init__(self, seed: int) -> None:
        self._seeded = Seeded(seed)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return self._seeded.shuffle(label, items)

    def read_seeds(self) -> None:
        """Take a seed from each line of standard input, and confirm it."""
        for line in sys.stdin:
            self._seeded = Seeded(int(line))
            print("seeded", flush=True)


def main(port: int, folder: Path, seed: int, client: Path, *, with_tables: bool) -> None:
    """Serve until killed."""
    listening = listen("127.0.0.1", port)
    if with_tables:
        asyncio.run(prepare(folder))
    chance = Reseedable(seed)
    app = Application(
        Database(sqlite_url(folder)), bot_pace="instant", chance=chance, config=WITHOUT_QUOTAS
    )

    def started() -> None:
        print(listening.getsockname()[1], flush=True)
        threading.Thread(target=chance.read_seeds, daemon=True).start()

    asyncio.run(run(app, listening, started=started, client=client))


async def prepare(folder: Path) -> None:
    """Store tables in the middle of a match."""
    database = Database(sqlite_url(folder))
    await store(database)
    await database.close()


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        Path(sys.argv[2]),
        int(sys.argv[3]),
        Path(sys.argv[4]),
        with_tables="with-tables" in sys.argv[5:],
    )
