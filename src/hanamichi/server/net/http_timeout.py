"""Closes connections that do not send a complete request within a time limit.

uvicorn waits for a first request, and for the rest of a partial one, without a limit. This relies
on private names of uvicorn, which `uvicorn_protocols` checks before it is imported.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

_TIMEOUT_SECONDS = 30.0
"""The time within which the headers of a request must be complete."""


class TimeoutHTTPProtocol(H11Protocol):
    """One connection, with the parser that limits the size of headers."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # uvicorn's own is as narrow
        self, transport: asyncio.Transport
    ) -> None:
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_timer()

    def on_response_complete(self) -> None:
        """Start the timer for the next request."""
        super().on_response_complete()
        self._start_timer()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop the timer: a table's socket has a keepalive of its own."""
        self._cancel_timer()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._cancel_timer()
        super().connection_lost(exc)

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
