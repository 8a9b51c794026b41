"""The socket of a table: uvicorn's WebSocket protocol with a shorter path for small frames.

With thousands of players, most time would be spent handing small frames from layer to layer. So a
frame that arrives whole goes to its reader without the parser, and frames to clients are written
directly. Handshakes, pings, fragments, compression and closing stay with uvicorn and websockets.

This relies on private names of uvicorn, which `uvicorn_protocols` checks before it is imported.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, apply_mask  # type: ignore[attr-defined]  # in C, if built

from hanamichi.server.net.asgi_socket import MAX_UNSENT_BYTES, SOCKET_EXTENSION

_MAX_UNREAD_FRAMES = 16
"""Frames that may wait for their reader before reading from the network pauses."""
_LONG_FRAME = 4096
"""Bytes of a frame for which reading pauses at once."""
_MAX_FRAGMENTS = 256
"""Fragments of one message; even empty ones take memory."""
_MAX_BATCH = 16
"""Sockets that are flushed together at most, so that no client is sent its frames late."""
_UNREAD_SECONDS = 30.0
"""How long a client may lag so far behind that writing to it is paused."""
_MAX_COMPRESSED = 64 * 1024
"""Bytes of a frame from which on it is not compressed, which all connections would wait for."""
_TEXT = 0x81
"""The first byte of a text frame that is whole and not compressed."""
_MASKED = 0x80


class TableWebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, batch: SendBatch, **named: Any) -> None:
        super().__init__(**named)
        self._batch = batch
        self._unsent = b""
        """Frames to be written together at the end of this iteration of the event loop."""
        self._received = ReceiveQueue()
        self.queue: Any = self._received  # which uvicorn uses too
        self._boundary = FrameBoundary()
        self._last_data = 0.0
        """When data last arrived, in the loop's time."""
        self._abort_timer: asyncio.TimerHandle | None = None

    # -- for the table --

    async def receive_text(self) -> str | bytes | None:
        """The next frame, bytes if it is binary; None when the connection has ended."""
        received = self._received
        event = received.events.popleft() if received.events else await received.get()
        if self.read_paused and not received.events and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
        if event["type"] != "websocket.receive":
            return None
        text: str | bytes | None = event.get("text")
        return event["bytes"] if text is None else text

    def send_text(self, frame: bytes) -> bool:
        """Send a text frame; False, and not sent, if the client is too slow or has gone."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return False
        if transport.get_write_buffer_size() + len(self._unsent) > MAX_UNSENT_BYTES:
            transport.abort()
            return False
        if self.conn.extensions and len(frame) < _MAX_COMPRESSED:  # compressed
            self.conn.send_text(frame)
            data = b"".join(self.conn.data_to_send())
        else:
            data = frame_header(len(frame)) + frame
        if self._unsent:
            self._unsent += data
        else:
            self._unsent = data
            self._batch.add(self)
        return True

    def flush(self) -> None:
        """Write all unsent frames with one system call."""
        data, self._unsent = self._unsent, b""
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def end(self, code: int) -> None:
        """Close the connection with a close frame; `receive_text` returns None then."""
        if self.close_sent or self.transport.is_closing():
            return
        self.flush()
        self._received.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    # -- for uvicorn --

    def pause_writing(self) -> None:
        """Disconnect a client that does not catch up."""
        super().pause_writing()
        self._abort_after(_UNREAD_SECONDS)

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._cancel_abort()

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer, even if it does not read either."""
        super().keepalive_timeout()
        self._abort_after(0)

    def handle_close(self, event: Any) -> None:
        """Close the connection, even if the client does not read what is left."""
        super().handle_close(event)
        self._abort_after(self.close_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._cancel_abort()
        super().connection_lost(exc)

    def _abort_after(self, seconds: float) -> None:
        """Abort unless all is sent by then: closing waits for that, for ever if nobody reads."""
        self._cancel_abort()
        if self.transport.get_write_buffer_size():
            self._abort_timer = self.loop.call_later(seconds, self.transport.abort)

    def _cancel_abort(self) -> None:
        if self._abort_timer is not None:
            self._abort_timer.cancel()
            self._abort_timer = None

    def handle_connect(self, event: Any) -> None:
        """Add this connection to the scope, where the application finds it."""
        super().handle_connect(event)
        if not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[SOCKET_EXTENSION] = self

    def shutdown(self) -> None:
        """Write unsent frames before the server stops."""
        self.flush()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Pass a whole text frame directly to its reader, and anything else to uvicorn."""
        self._last_data = self.loop.time()
        if self.handshake_complete:
            if (
                not self.close_sent
                and self._boundary.between_messages
                and (text := read_whole_text(data))
            ):
                self._received.put_nowait({"type": "websocket.receive", "text": text})
                self._pause(len(text))
                return
            self._boundary.follow(data)
        elif self.handshake_initiated or not data.endswith(b"\r\n\r\n"):
            # Frames before the end of the handshake, whose boundaries are unknown.
            self._boundary.give_up()
        super().data_received(data)

    def handle_ping(self) -> None:
        """Answer, and abort if the client does not read the answers."""
        if self.transport.is_closing():
            return
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        """Add a fragment, unless there are too many."""
        if self.close_sent:
            return
        if len(self.frames) >= _MAX_FRAGMENTS:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    def send_keepalive_ping(self) -> None:
        """Send a ping, unless data arrived recently."""
        assert self.ping_interval is not None
        quiet = self.loop.time() - self._last_data
        if quiet < self.ping_interval:
            rest = self.ping_interval - quiet
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Queue a frame that uvicorn parsed; reading pauses for it as for any other."""
        was_paused, size = self.read_paused, sum(map(len, self.frames))
        self.read_paused = True  # or uvicorn would pause reading for every frame
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        self._pause(size)

    def _pause(self, size: int) -> None:
        """Pause reading if many frames, or a long one, wait for their reader."""
        if self.read_paused or self.transport.is_closing():
            return
        if len(self._received.events) >= _MAX_UNREAD_FRAMES or size > _LONG_FRAME:
            self.read_paused = True
            self.transport.pause_reading()


class SendBatch:
    """The connections of a server with unsent frames, flushed once per iteration of the loop."""

    def __init__(self, report: Callable[[Exception], None]) -> None:
        self._report = report
        self._connections: list[TableWebSocketProtocol] = []

    def add(self, connection: TableWebSocketProtocol) -> None:
        """Flush a connection soon."""
        self._connections.append(connection)
        if len(self._connections) == 1:
            connection.loop.call_soon(self.flush)
        elif len(self._connections) == _MAX_BATCH:
            self.flush()

    def flush(self) -> None:
        """Flush all of them now."""
        connections, self._connections = self._connections, []
        for connection in connections:
            try:
                connection.flush()
            except Exception as error:  # the others must still be flushed
                self._report(error)
                connection.transport.abort()


class ReceiveQueue:
    """Events that the reader has not taken yet: the part of `asyncio.Queue` needed here."""

    __slots__ = ("_waiting", "events")

    def __init__(self) -> None:
        self.events: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Add an event, and wake the waiting reader."""
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
        """Whether there is no event."""
        return not self.events


class FrameBoundary:
    """Follows a stream of bytes to know whether it is between two messages."""

    __slots__ = ("_head", "_open", "_skip")

    def __init__(self) -> None:
        self._head = b""
        """The first bytes of a frame whose size is not known yet."""
        self._skip = 0
        """Bytes left of the current frame."""
        self._open = False
        """The last frame of the current message has not arrived."""

    @property
    def between_messages(self) -> bool:
        """Whether the next byte begins a message."""
        return not (self._head or self._skip or self._open)

    def give_up(self) -> None:
        """Never be between messages again, because the boundaries are unknown."""
        self._skip = 1 << 62

    def follow(self, data: bytes) -> None:
        """Advance over received bytes."""
        at, data = self._skip, self._head + data
        self._head, self._skip = b"", 0
        while at < len(data):
            size = frame_size(data[at : at + 10])
            if size is None:
                self._head = data[at:]
                return
            if data[at] & 0x08 == 0:  # not a control frame, which may come between fragments
                self._open = data[at] & 0x80 == 0
            at += size
        self._skip = at - len(data)


def frame_size(head: bytes) -> int | None:
    """The size of a frame from its header; None if the header is incomplete."""
    if len(head) < 2:
        return None
    size, begin = head[1] & 0x7F, 2
    if size >= 126:
        width = 2 if size == 126 else 8
        if len(head) < begin + width:
            return None
        size, begin = int.from_bytes(head[begin : begin + width]), begin + width
    return begin + size + (4 if head[1] & _MASKED else 0)


def read_whole_text(data: bytes) -> str | None:
    """The text of data that is exactly one plain text frame; None for anything else."""
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


def frame_header(size: int) -> bytes:
    """The header of a text frame from a server."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
