"""`python -m tests.browser.process PORT FOLDER SEED CLIENT [staged]`: foreseeable cards."""

import asyncio
import sys
from pathlib import Path

from hanamichi.core import Seeded
from hanamichi.server.live.tables import LiveTables
from hanamichi.server.serve import listen, run
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from tests.browser.occasions import store


def main(port: int, folder: Path, seed: int, client: Path, *, staged: bool) -> None:
    """Serve until killed, and say at which port."""
    listening = listen("127.0.0.1", port)
    if staged:
        asyncio.run(prepare(folder))
    house = LiveTables(Database(sqlite_url(folder)), bot_pace="instant", chance=Seeded(seed))

    def say_where() -> None:
        print(listening.getsockname()[1], flush=True)

    asyncio.run(run(house, listening, started=say_where, client=client))


async def prepare(folder: Path) -> None:
    """Tables in the middle of a match, as if they had been played here before."""
    storage = Database(sqlite_url(folder))
    await store(storage)
    await storage.close()


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        Path(sys.argv[2]),
        int(sys.argv[3]),
        Path(sys.argv[4]),
        staged="staged" in sys.argv[5:],
    )
