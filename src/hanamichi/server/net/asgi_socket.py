"""What a table reads from and writes to: the fast protocol, or a plain ASGI socket."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

SOCKET_EXTENSION = "hanamichi.socket"
"""The key, among the extensions of a socket's scope, of its `TableWebSocketProtocol`."""
MAX_UNSENT_BYTES = 1024 * 1024
"""Bytes that may wait for a slow client before it is disconnected."""
_TOO_SLOW = 1013
_FINISH_SECONDS = 10.0
"""After this long, frames that the client has not taken are given up."""

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]


class TableSocket(Protocol):
    """A WebSocket connection of a table."""

    async def receive_text(self) -> str | bytes | None:
        """The next frame, bytes if it is binary; None when the connection has ended."""

    def send_text(self, frame: bytes) -> bool:
        """Send a frame without waiting; False if the client is too slow or has gone."""

    def end(self, code: int) -> None:
        """Close the connection, after all that was sent."""


class AsgiSocket:
    """A table's socket over plain ASGI, for versions of uvicorn without the fast protocol."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._events: deque[dict[str, Any]] = deque()
        self._unsent = 0
        self._ended = False
        self._too_slow = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def receive_text(self) -> str | bytes | None:
        """The next frame, bytes if it is binary; None when the connection has ended."""
        event = await self._next_event()
        if event is None or event["type"] != "websocket.receive":
            self._ended = True
            return None
        text: str | bytes | None = event.get("text")
        return event["bytes"] if text is None else text

    async def _next_event(self) -> Any:
        """The next event; None if the client is too slow, even where it cannot be told so."""
        received = asyncio.ensure_future(self._receive())
        too_slow = asyncio.ensure_future(self._too_slow.wait())
        try:
            await asyncio.wait([received, too_slow], return_when=asyncio.FIRST_COMPLETED)
            return received.result() if received.done() else None
        finally:
            received.cancel()
            too_slow.cancel()

    def send_text(self, frame: bytes) -> bool:
        """Send a frame without waiting; False if the client is too slow or has gone."""
        if self._ended:
            return False
        if self._unsent + len(frame) > MAX_UNSENT_BYTES:
            self._events.clear()
            self.end(_TOO_SLOW)
            self._too_slow.set()
            return False
        self._unsent += len(frame)
        self._put({"type": "websocket.send", "text": frame.decode()})
        return True

    def end(self, code: int) -> None:
        """Close the connection, after all that was sent."""
        if not self._ended:
            self._ended = True
            self._put({"type": "websocket.close", "code": code})

    async def finish(self) -> None:
        """Wait until all is written, but not for ever, before the ASGI application returns."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=_FINISH_SECONDS)
            self._writer.cancel()

    def _put(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._events:
                event = self._events.popleft()
                await self._send(event)
                self._unsent -= len(event.get("text", "").encode())
        except Exception:
            # The client has gone, for which servers raise different errors. The reader learns of it
            # by itself.
            self._ended = True
            self._events.clear()
