"""`python -m tests.reliability.serve URL PORT [open]`: a real server as a process, to be killed.

As `hanamichi serve`, but for the kernels that it would compile for bots that do not play here. With
`open`, nobody asks too often: what is sent must be read and judged.
"""

import asyncio
import contextlib
import sys

from hanamichi.server.house import House
from hanamichi.server.limits import UNLIMITED, USUAL
from hanamichi.server.logbook import begin
from hanamichi.server.serving import listen, run
from hanamichi.server.storage import Storage

if __name__ == "__main__":
    url, port, *gate = sys.argv[1:]
    begin("json")
    house = House(Storage(url), bot_pace="instant", limits=UNLIMITED if gate else USUAL)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(house, listen("127.0.0.1", int(port))))
