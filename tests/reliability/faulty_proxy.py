"""A proxy that loses, doubles and swaps frames, and cuts or stalls connections."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

AnyConnection = ClientConnection | ServerConnection


class NetworkFaults:
    """The rates of faults per thousand frames, and a count of those that happened."""

    def __init__(
        self, seed: int, *, dropped: int, doubled: int, swapped: int, cut: int, dead: int
    ) -> None:
        self.done: Counter[str] = Counter()
        self.calm = False
        """No more faults: every frame is passed on."""
        self._choice = random.Random(seed)
        self._odds = {
            "dropped": dropped,
            "doubled": doubled,
            "swapped": swapped,
            "cut": cut,
            "dead": dead,
        }

    def next(self) -> str:
        """The fault of the next frame, or `passed`."""
        place = 1000 if self.calm else self._choice.randrange(1000)
        for name, odds in self._odds.items():
            if place < odds:
                self.done[name] += 1
                return name
            place -= odds
        return "passed"


@asynccontextmanager
async def faulty_proxy(address: str, faults: NetworkFaults) -> AsyncIterator[str]:
    """Run the proxy of a server; yields the proxy's address."""

    async def between(client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"Cookie": client.request.headers.get("Cookie", "")}
        with contextlib.suppress(ConnectionClosed, OSError):
            async with connect(
                f"ws://{address}{client.request.path}",
                additional_headers=headers,
                compression=None,
                max_queue=None,
            ) as server:
                await _both_ways(client, server, faults)

    async with serve(between, "127.0.0.1", 0, compression=None, ping_interval=None) as line:
        yield f"127.0.0.1:{next(iter(line.sockets)).getsockname()[1]}"


async def _both_ways(
    client: ServerConnection, server: ClientConnection, faults: NetworkFaults
) -> None:
    dead = asyncio.Event()
    ways = [
        asyncio.create_task(_pass_on(client, server, faults, dead)),
        asyncio.create_task(_pass_on(server, client, faults, dead)),
    ]
    done, waiting = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in waiting:
        way.cancel()
    for way in done:
        error = way.exception()
        assert error is None or isinstance(error, ConnectionClosed | ConnectionAbortedError), error
    # neither side is told, as in a real network
    for side in (client, server):
        side.transport.abort()


async def _pass_on(
    source: AnyConnection, target: AnyConnection, faults: NetworkFaults, dead: asyncio.Event
) -> None:
    held: str | bytes | None = None
    async for frame in source:
        fate = "passed" if dead.is_set() else faults.next()
        if fate == "cut":
            raise ConnectionAbortedError
        if fate == "dead":
            dead.set()
        if fate == "dropped" or dead.is_set():
            continue
        if fate == "swapped" and held is None:
            held = frame
            continue
        for each in (frame, frame) if fate == "doubled" else (frame,):
            await target.send(each)
        if held is not None:
            await target.send(held)
            held = None
