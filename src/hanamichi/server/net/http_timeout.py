"""HTTP connections with limits: how many there are, and how long a client may be silent.

uvicorn waits for a first request, and for the rest of a partial one, without a limit, and never
gives up a client that does not read. This relies on private names of uvicorn, which
`uvicorn_protocols` checks before it is imported. Bodies that arrive slowly are refused by
`request_limits`, which can answer them.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from hanamichi.server.net.connection_gate import ConnectionGate, Refusal
from hanamichi.server.net.write_watch import WriteWatch
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.refusal_page import HTML, refusal_page, wants_page

_TIMEOUT_SECONDS = 30.0
"""The time within which the headers of a request must be complete."""
_REFUSED_SECONDS = 2.0
"""How long a refused connection may wait for its answer."""

TOO_MANY = Refused(
    "request/too-many",
    "Too many connections from one address; close some, or wait a minute",
    retry_after=60,
)
FULL = Refused("server/full", "The server has no connection left; try again soon", retry_after=30)


class TimeoutHTTPProtocol(H11Protocol):
    """One connection, with the parser that limits the size of headers."""

    def __init__(self, gate: ConnectionGate, **named: Any) -> None:
        super().__init__(**named)
        self._gate = gate
        self._entered: str | None = None
        self._refusal: Refusal | None = None
        self._answering = False
        self._timer: asyncio.TimerHandle | None = None
        self._writes: WriteWatch

    def connection_made(  # type: ignore[override]  # uvicorn's own is as narrow
        self, transport: asyncio.Transport
    ) -> None:
        """Count the connection, and start the timer for the first request."""
        super().connection_made(transport)
        self._writes = WriteWatch(self.loop, transport)
        entered = self._gate.enter(self.client, len(self.connections) - 1)
        if not isinstance(entered, Refusal):
            self._entered = entered
            self._start_timer()
            return
        # Answered with the first data: unread data would make the system discard the answer.
        self._refusal = entered
        self._answering = self._gate.may_answer()
        if self._answering:
            self._timer = self.loop.call_later(_REFUSED_SECONDS, transport.abort)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request, unless the connection is refused."""
        if self._refusal is None:
            super().data_received(data)
        elif not self.transport.is_closing():
            self.transport.write(_answer(self._refusal, data))
            self.transport.close()

    def on_response_complete(self) -> None:
        """Start the timers for the rest of the response, and for the next request."""
        super().on_response_complete()
        self._start_timer()
        self._writes.start()

    def pause_writing(self) -> None:
        """Watch a client that reads slowly."""
        super().pause_writing()
        self._writes.start()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop the timer: a table's socket has a keepalive of its own, and is counted there."""
        self._end()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._end()
        super().connection_lost(exc)

    def _end(self) -> None:
        self._cancel_timer()
        self._writes.stop()
        if self._answering:
            self._gate.answered()
            self._answering = False
        if self._entered is not None:
            self._gate.leave(self._entered)
            self._entered = None

    def _start_timer(self) -> None:
        self._cancel_timer()
        if not self.transport.is_closing():
            self._timer = self.loop.call_later(_TIMEOUT_SECONDS, self._time_out)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            self.transport.close()


def _answer(refusal: Refusal, data: bytes) -> bytes:
    """A whole response, for connections whose requests are not read: `data` is the first part."""
    status, refused = _OUT_OF_ROOM[refusal]
    wait = refused.retry_after or 1
    # A code is a string where it is raised; a test checks that each is listed.
    code: Any = refused.code
    problem = Problem(code, refused.message, retry_after=wait)
    kind, body = "application/json", msgspec.json.encode(problem)
    asked = _REQUEST.match(data)
    if asked is not None and wants_page(asked[1].decode("latin-1"), _header(data, b"accept")):
        kind, body = HTML, refusal_page(problem, _header(data, b"accept-language")) or body
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
        f"retry-after: {wait}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


def _header(data: bytes, name: bytes) -> str:
    """The value of a header at the beginning of a request, as far as it has arrived."""
    for line in data.split(b"\r\n", _MAX_LINES)[1:_MAX_LINES]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.decode("latin-1").strip()
    return ""


_REQUEST = re.compile(rb"GET (/[^ ]{0,2000}) HTTP/")
_MAX_LINES = 64
_OUT_OF_ROOM = {
    Refusal.ADDRESS: ("429 Too Many Requests", TOO_MANY),
    Refusal.SERVER: ("503 Service Unavailable", FULL),
}
