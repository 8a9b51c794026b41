"""`python -m tests.browser.process PORT FOLDER SEED`: a server that deals foreseeable cards."""

import asyncio
import sys
from pathlib import Path

from hanamichi.core import Seeded
from hanamichi.server.house import House
from hanamichi.server.serving import listen, run
from hanamichi.server.storage import Storage, sqlite_url


def main(port: int, folder: Path, seed: int) -> None:
    """Serve until killed, and say at which port."""
    listening = listen("127.0.0.1", port)
    house = House(Storage(sqlite_url(folder)), bot_pace="instant", chance=Seeded(seed))

    def say_where() -> None:
        print(listening.getsockname()[1], flush=True)

    asyncio.run(run(house, listening, started=say_where))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
