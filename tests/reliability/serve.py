"""`python -m tests.reliability.serve URL PORT`: a real server as a process, to be killed.

As `hanamichi serve`, but for the kernels that it would compile for bots that do not play here.
"""

import asyncio
import contextlib
import sys

from hanamichi.server.house import House
from hanamichi.server.serving import listen, run
from hanamichi.server.storage import Storage

if __name__ == "__main__":
    house = House(Storage(sys.argv[1]), bot_pace="instant")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(house, listen("127.0.0.1", int(sys.argv[2]))))
