"""A table's socket, as near to its bytes as can be: uvicorn's protocol with a shorter way through.

Where thousands play, most of the time would go into handing small frames from layer to layer. So a
frame that came whole goes to its reader without the parser, and what a table says goes out at once.
All else, handshakes, pings, fragments, compression and the end, uvicorn and websockets do.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, apply_mask  # type: ignore[attr-defined]  # in C, if built

from hanamichi.server.ops.log import report_fault

WIRE = "hanamichi.wire"
"""Where in a socket's scope, among the extensions, its wire is."""
_UNREAD = 16
"""Frames that wait for their reader before no more are read from the network."""
_LONG = 4096
"""Bytes of a frame that waits alone."""
_UNSENT = 1024 * 1024
"""Bytes that may wait for a slow reader before it is let go."""
_PIECES = 256
"""Fragments of one message: more than anybody needs, and even empty ones would pile up."""
_TOGETHER = 16
"""Wires that wait for each other at most, so that nobody is told late."""
_TEXT = 0x81
"""The first byte of a text frame that is whole and not compressed."""
_MASKED = 0x80


class TableWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, outbox: SendBatch, **named: Any) -> None:
        super().__init__(**named)
        self._outbox = outbox
        self._unsent = b""
        """Frames that go out together, as soon as this turn of the loop is over."""
        self._inbox = ReceiveQueue()
        self.queue: Any = self._inbox  # what uvicorn puts in and takes out, it finds here
        self._seam = FrameBoundary()
        self._heard = 0.0
        """When anything came last, in the loop's time."""

    # -- for the reader and the writer of a table --

    async def receive_text(self) -> str | bytes | None:
        """The next frame, bytes where it is binary; none when the connection has ended."""
        inbox = self._inbox
        event = inbox.events.popleft() if inbox.events else await inbox.get()
        if self.read_paused and not inbox.events and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
        if event["type"] != "websocket.receive":
            return None
        text: str | bytes | None = event.get("text")
        return event["bytes"] if text is None else text

    def send_text(self, frame: bytes) -> bool:
        """Send a text frame; false, and not sent, if its reader is too slow or has gone."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return False
        if transport.get_write_buffer_size() + len(self._unsent) > _UNSENT:
            transport.abort()
            return False
        if self.conn.extensions:  # compressed
            self.conn.send_text(frame)
            data = b"".join(self.conn.data_to_send())
        else:
            data = head_of(len(frame)) + frame
        if self._unsent:
            self._unsent += data
        else:
            self._unsent = data
            self._outbox.add(self)
        return True

    def flush(self) -> None:
        """Send what waits, with one call of the system for all of it."""
        data, self._unsent = self._unsent, b""
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def end(self, code: int) -> None:
        """Close the connection politely; its reader hears of it too."""
        if self.close_sent or self.transport.is_closing():
            return
        self.flush()
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    # -- for uvicorn --

    def handle_connect(self, event: Any) -> None:
        """Let the application find this wire."""
        super().handle_connect(event)
        if not self.handshake_complete:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]  # ours to add

    def shutdown(self) -> None:
        """The server stops: what was said is sent before the end."""
        self.flush()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Take a frame that is all there the short way."""
        self._heard = self.loop.time()
        if self.handshake_complete:
            if not self.close_sent and self._seam.is_clear and (text := whole_text(data)):
                self._inbox.put_nowait({"type": "websocket.receive", "text": text})
                self._pause(len(text))
                return
            self._seam.follow(data)
        elif self.handshake_initiated or not data.endswith(b"\r\n\r\n"):
            self._seam.lose()  # frames before the handshake was answered: somewhere in there
        super().data_received(data)

    def handle_ping(self) -> None:
        """Answer, unless answers pile up for one who does not read them."""
        if self.transport.is_closing():
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > _UNSENT:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        """Take one more fragment, unless there are too many."""
        if self.close_sent:
            return
        if len(self.frames) >= _PIECES:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    def send_keepalive_ping(self) -> None:
        """Ask whether anybody is there, unless somebody was heard just now."""
        assert self.ping_interval is not None
        quiet = self.loop.time() - self._heard
        if quiet < self.ping_interval:
            rest = self.ping_interval - quiet
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """A frame that came the long way: reading pauses for it as for any other."""
        was_paused, size = self.read_paused, sum(map(len, self.frames))
        self.read_paused = True  # so that it is not done for each frame
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        self._pause(size)

    def _pause(self, size: int) -> None:
        """Read no more for now, if many frames wait for their reader or one that is long."""
        if self.read_paused or self.transport.is_closing():
            return
        if len(self._inbox.events) >= _UNREAD or size > _LONG:
            self.read_paused = True
            self.transport.pause_reading()


class SendBatch:
    """The wires of a server that have something to send, until this turn of the loop is over."""

    def __init__(self) -> None:
        self._wires: list[TableWebSocketProtocol] = []

    def add(self, wire: TableWebSocketProtocol) -> None:
        """Have a wire send soon."""
        self._wires.append(wire)
        if len(self._wires) == 1:
            wire.loop.call_soon(self.flush)
        elif len(self._wires) == _TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Have all of them send now."""
        wires, self._wires = self._wires, []
        for wire in wires:
            try:
                wire.flush()
            except Exception as error:  # one that breaks keeps nobody else from hearing
                report_fault(error)
                wire.transport.abort()


class ReceiveQueue:
    """What one reader has not taken yet: the little of an `asyncio.Queue` that is needed here."""

    __slots__ = ("_waiting", "events")

    def __init__(self) -> None:
        self.events: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Add an event, and wake who waits for it."""
        self.events.append(event)
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def get(self) -> Any:
        """The next event."""
        while not self.events:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self.events.popleft()

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self.events


class FrameBoundary:
    """Where frames meet in a stream of bytes, and whether one message has ended there."""

    __slots__ = ("_head", "_open", "_skip")

    def __init__(self) -> None:
        self._head = b""
        """The beginning of a frame whose size is not known yet."""
        self._skip = 0
        """Bytes that the current frame still has."""
        self._open = False
        """A message was begun whose last frame has not come."""

    @property
    def is_clear(self) -> bool:
        """Whether the next byte begins a message."""
        return not (self._head or self._skip or self._open)

    def lose(self) -> None:
        """Never say so again."""
        self._skip = 1 << 62

    def follow(self, data: bytes) -> None:
        """So many bytes later."""
        at, data = self._skip, self._head + data
        self._head, self._skip = b"", 0
        while at < len(data):
            size = size_of(data[at : at + 10])
            if size is None:
                self._head = data[at:]
                return
            if data[at] & 0x08 == 0:  # not one of those that may come in between
                self._open = data[at] & 0x80 == 0
            at += size
        self._skip = at - len(data)


def size_of(head: bytes) -> int | None:
    """How long the frame is that begins so; none if that is not all there."""
    if len(head) < 2:
        return None
    size, begin = head[1] & 0x7F, 2
    if size >= 126:
        width = 2 if size == 126 else 8
        if len(head) < begin + width:
            return None
        size, begin = int.from_bytes(head[begin : begin + width]), begin + width
    return begin + size + (4 if head[1] & _MASKED else 0)


def whole_text(data: bytes) -> str | None:
    """The text of a frame that is all there and nothing else: none for anything unusual."""
    size = len(data) - 6
    if size < 1 or data[0] != _TEXT:
        return None
    begin = 2
    if size >= 126:
        size -= 2
        begin = 4
        if data[1] != _MASKED | 126 or not 126 <= size < 1 << 16 or data[2:4] != size.to_bytes(2):
            return None
    elif data[1] != _MASKED | size:
        return None
    try:
        return str(apply_mask(data[begin + 4 :], data[begin : begin + 4]), "utf-8")
    except UnicodeDecodeError:
        return None


def head_of(size: int) -> bytes:
    """What goes before the payload of a text frame from a server."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
