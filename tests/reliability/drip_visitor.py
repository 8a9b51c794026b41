"""A visitor whose connections are slow on purpose: they drip, stay silent, or are never read."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import Counter
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["silent", "headers", "body", "unread"]
KINDS: tuple[Kind, ...] = get_args(Kind)
SOURCE = "127.0.0.3"
"""Another address than that of honest visitors."""
_DRIP_SECONDS = 0.5
_LARGE = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
_PIPELINED = 60
"""Requests sent at once whose answers are never read: more than the system buffers."""


class DripVisitor:
    """Holds connections of all kinds open for as long as the server lets it."""

    def __init__(self, address: str, kinds: tuple[Kind, ...] = KINDS) -> None:
        host, _, port = address.partition(":")
        self._server = (host, int(port))
        self._kinds = kinds
        self._tasks: list[asyncio.Task[None]] = []
        self._open_since: dict[int, float] = {}
        self._again = True
        self.longest = 0.0
        """Seconds that the server kept the oldest connection that sends something, or is silent."""
        self.answers: Counter[str] = Counter()
        """The first lines of answers, and connections that ended without one."""

    async def open(self, count: int) -> None:
        """Open so many connections, and others in the place of those that end."""
        for number in range(count):
            kind = self._kinds[number % len(self._kinds)]
            self._tasks.append(asyncio.create_task(self._keep(number, kind)))
            if number % 50 == 49:
                await asyncio.sleep(0.05)

    def let_go(self) -> None:
        """Open no others from now on; those that are open go on."""
        self._again = False

    async def end(self) -> None:
        """Close all of them."""
        now = time.monotonic()
        self.longest = max([self.longest, *(now - since for since in self._open_since.values())])
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, number: int, kind: Kind) -> None:
        while self._again:
            with contextlib.suppress(OSError):
                await self._visit(number, kind)
            await asyncio.sleep(0.1)

    async def _visit(self, number: int, kind: Kind) -> None:
        with contextlib.closing(socket.socket()) as opened:
            opened.setblocking(False)
            opened.bind((SOURCE, 0))
            if kind == "unread":
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(opened, self._server)
            if kind == "unread":
                await loop.sock_sendall(opened, _LARGE * _PIPELINED)
                # Whether the server has closed it cannot be seen without reading.
                await asyncio.Event().wait()
            since = self._open_since[number] = time.monotonic()
            try:
                await self._drip(opened, kind)
            finally:
                self.longest = max(self.longest, time.monotonic() - since)
                del self._open_since[number]

    async def _drip(self, opened: socket.socket, kind: Kind) -> None:
        """Send a little at a time until the server ends the connection."""
        loop = asyncio.get_running_loop()
        if kind != "silent":
            await loop.sock_sendall(opened, _BEGINNINGS[kind])
        received = b""
        while True:
            try:
                async with asyncio.timeout(_DRIP_SECONDS):
                    data = await loop.sock_recv(opened, 65536)
            except TimeoutError:
                if kind != "silent":
                    await loop.sock_sendall(opened, b" ")
                continue
            except OSError:
                data = b""
            received += data
            if not data:
                answer = received.partition(b"\r\n")[0].decode()
                self.answers[answer or "closed"] += 1
                return


_BEGINNINGS: dict[Kind, bytes] = {
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body": b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\n\r\n",
}
