"""A server for the reliability proofs.

`python -m tests.reliability.server_main URL PORT [open|tight] [any-disk] [ping=N]` is
`hanamichi serve` without compiling kernels. `open` lifts all limits and quotas, `tight` sets very
low limits; with `any-disk` a disk of any size will do; `ping` is the seconds between two pings.
"""

import contextlib
import gc
import sys

from hanamichi.server.net.listening import listen

if __name__ == "__main__":
    # As in `hanamichi serve`: clients wait while the server is imported.
    gc.disable()
    LISTENING = listen("127.0.0.1", int(sys.argv[2]))

from msgspec import structs

from hanamichi.server.application import Application
from hanamichi.server.ops.config import DEFAULT_CONFIG, WITHOUT_QUOTAS
from hanamichi.server.ops.log import logging_to_stderr
from hanamichi.server.ops.rate_limits import DEFAULT_LIMITS, UNLIMITED
from hanamichi.server.ops.token_bucket import Rate
from hanamichi.server.serve import run, run_alone
from hanamichi.server.storage.database import Database

TIGHT = DEFAULT_LIMITS._replace(frames=Rate(100, 1))
"""Limits that even a slow machine exceeds."""


async def main(url: str, *wishes: str) -> None:
    """Serve until interrupted."""
    limits = UNLIMITED if "open" in wishes else TIGHT if "tight" in wishes else DEFAULT_LIMITS
    ping = next((float(wish[5:]) for wish in wishes if wish.startswith("ping=")), 20.0)
    config = WITHOUT_QUOTAS if "open" in wishes else DEFAULT_CONFIG
    if "any-disk" in wishes:
        retention = structs.replace(config.retention, warn_free_mb=0, full_free_mb=0)
        config = structs.replace(config, retention=retention)
    app = Application(Database(url), bot_pace="instant", limits=limits, config=config)
    with LISTENING:
        await run(app, LISTENING, ping=ping)


if __name__ == "__main__":
    with logging_to_stderr("json"), contextlib.suppress(KeyboardInterrupt):
        run_alone(main(sys.argv[1], *sys.argv[3:]))
