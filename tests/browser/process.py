"""`python -m tests.browser.process PORT FOLDER SEED CLIENT [STAGE…]`: foreseeable cards."""

import asyncio
import sys
from pathlib import Path

from hanamichi.core import Seeded
from hanamichi.server.house import House
from hanamichi.server.serving import listen, run
from hanamichi.server.storage import Storage, sqlite_url
from tests.browser.stages import store


def main(port: int, folder: Path, seed: int, client: Path, stages: list[str]) -> None:
    """Serve until killed, and say at which port."""
    listening = listen("127.0.0.1", port)
    if stages:
        asyncio.run(prepare(folder, stages))
    house = House(Storage(sqlite_url(folder)), bot_pace="instant", chance=Seeded(seed))

    def say_where() -> None:
        print(listening.getsockname()[1], flush=True)

    asyncio.run(run(house, listening, started=say_where, client=client))


async def prepare(folder: Path, stages: list[str]) -> None:
    """Tables in the middle of a match, as if they had been played here before."""
    storage = Storage(sqlite_url(folder))
    await store(storage, stages)
    await storage.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]), sys.argv[5:])
