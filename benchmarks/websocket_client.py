"""A minimal WebSocket client, so that thousands of them use little of a machine.

`Line` connects, answers pings and hands over whole text frames as bytes; it neither compresses nor
validates what a client library would. Tests that kill or flood a server use it too.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_FINAL = 0x80


class Line(asyncio.Protocol):
    """One connection. Frames come to `receive`, one call for each; `closed` is set at the end."""

    def __init__(
        self, port: int, path: str, receive: Callable[[bytes], None], *, cookie: str = ""
    ) -> None:
        self.receive = receive
        self.closed = asyncio.Event()
        self.bytes_in = 0
        self._port = port
        self._upgrade = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._buffer = b""

    async def open(self) -> None:
        """Connect to a server on this machine."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        await self._opened

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Close the connection with a close frame."""
        if self._transport is not None and not self._transport.is_closing():
            self._send(_CLOSE, b"\x03\xe8")
            self._transport.close()

    def abort(self) -> None:
        """Close it as a broken network would."""
        if self._transport is not None:
            self._transport.abort()

    def _send(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        # A client masks what it sends; a mask of zeros leaves the payload as it is.
        if size < 126:
            head = bytes((_FINAL | opcode, 0x80 | size)) + bytes(4)
        else:
            head = bytes((_FINAL | opcode, 0x80 | 126)) + size.to_bytes(2) + bytes(4)
        self._transport.write(head + payload)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # uvloop's transports are no subclasses.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._upgrade.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """The connection is closed, by either side."""
        if not self._opened.done():
            self._opened.set_exception(error or ConnectionError("closed during the handshake"))
        self.closed.set()

    def data_received(self, data: bytes) -> None:
        """Split received data into frames."""
        self.bytes_in += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._opened.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._opened.set_exception(ConnectionError(head.decode(errors="replace")))
                self.abort()
                return
            self._opened.set_result(None)
        at = 0
        while (frame := _frame(buffer, at)) is not None:
            opcode, begin, at = frame
            if opcode == _TEXT:
                self.receive(buffer[begin:at])
            elif opcode == _PING:
                self._send(_PONG, buffer[begin:at])
            elif opcode == _CLOSE:
                self.close()
        self._buffer = buffer[at:]


def _frame(buffer: bytes, at: int) -> tuple[int, int, int] | None:
    """The opcode, begin and end of the frame at an index; none while it is incomplete."""
    if len(buffer) - at < 2:
        return None
    size, begin = buffer[at + 1] & 0x7F, at + 2
    if size >= 126:
        width = 2 if size == 126 else 8
        if len(buffer) < begin + width:
            return None
        size = int.from_bytes(buffer[begin : begin + width])
        begin += width
    end = begin + size
    return None if len(buffer) < end else (buffer[at] & 0x0F, begin, end)
