"""Several servers, each a process of its own, on one PostgreSQL.

`python -m tests.server.fleet URL [patient]` is one of them: it prints its port and serves until it
is ended. A patient one never takes another for dead because it is silent.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from hanamichi.server.application import Application
from hanamichi.server.cluster import postgres
from hanamichi.server.http.host_names import HostNames
from hanamichi.server.net.listening import listen
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.config import WITHOUT_QUOTAS
from hanamichi.server.ops.rate_limits import UNLIMITED
from hanamichi.server.protocol.commands import BotPace
from hanamichi.server.serve import run
from hanamichi.server.storage.database import Database
from tests.server.live import Server

SITE = "play.example.org"
"""The public name of every server."""


class ServerProcess(Server):
    """One server process of a fleet."""

    def __init__(self, url: str, *wishes: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "tests.server.fleet", url, *wishes],
            env=os.environ,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def up(self) -> None:
        """Wait until it listens."""
        assert self.process.stdout is not None
        port = await asyncio.to_thread(self.process.stdout.readline)
        assert port, "the server did not start"
        self.address = f"127.0.0.1:{int(port)}"

    async def end(self, how: signal.Signals) -> int:
        """Send a signal, and wait for the end; its exit status."""
        self.process.send_signal(how)
        return await asyncio.to_thread(self.process.wait, 30)


class Fleet:
    """Processes that share a database."""

    def __init__(self, url: str, *wishes: str) -> None:
        self.url = url
        self._wishes = wishes
        self.members: list[ServerProcess] = []
        """Those that are alive."""
        self.front: Server | None = None
        """A proxy in front of all of them."""
        self.started: list[ServerProcess] = []

    async def grow(self, count: int) -> None:
        """Start so many at the same time."""
        fresh = [ServerProcess(self.url, *self._wishes) for _ in range(count)]
        self.started += fresh
        await asyncio.gather(*(member.up() for member in fresh))
        self.members += fresh

    def any(self, choice: random.Random) -> Server:
        """The server for a new connection: the proxy, or a random process."""
        return self.front or choice.choice(self.members)

    async def kill(self, member: ServerProcess) -> None:
        """Kill a process, like a power cut."""
        self.members.remove(member)
        await member.end(signal.SIGKILL)

    async def retire(self, member: ServerProcess) -> int:
        """Terminate a process, like an update; its exit status."""
        self.members.remove(member)
        return await member.end(signal.SIGTERM)


@asynccontextmanager
async def fleet_of(count: int, url: str, *wishes: str) -> AsyncIterator[Fleet]:
    """So many processes, all of which are ended afterwards."""
    fleet = Fleet(url, *wishes)
    try:
        await fleet.grow(count)
        yield fleet
    finally:
        for member in fleet.started:
            member.process.kill()
            member.process.wait()
            if member.process.stdout is not None:
                member.process.stdout.close()


def _pause(pace: BotPace) -> float:
    """Shorter than for people, because only programs watch here."""
    return 0.0 if pace == "instant" else 0.15


async def _serve(url: str) -> None:
    app = Application(
        Database(url),
        bot_pace="instant",
        pause=_pause,
        limits=UNLIMITED,
        config=WITHOUT_QUOTAS,
    )
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        proxies = TrustedProxies(["127.0.0.1"])
        hosts = HostNames([SITE])
        await run(app, listening, started=lambda: print(port), proxies=proxies, hosts=hosts)


if __name__ == "__main__":
    if "patient" in sys.argv[2:]:
        postgres.TIMEOUT_SECONDS = 3600.0
    asyncio.run(_serve(sys.argv[1]))
