"""A connection before it is anybody's: who comes and asks for nothing is let go.

uvicorn waits for a first request, and for the rest of a half one, for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

_PATIENCE = 30.0
"""Seconds in which the head of a request is all there."""


class TimeoutHTTPProtocol(H11Protocol):
    """One connection, of the parser that bounds how long a head may be."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override]  # uvicorn's own is as narrow
        self, transport: asyncio.Transport
    ) -> None:
        """Somebody came."""
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        """They were answered, and may ask again."""
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a table's socket, which looks after itself."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self._waiting = self.loop.call_later(_PATIENCE, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        cycle: Any = self.cycle  # none before the first request
        if cycle is None or cycle.response_complete:
            self.transport.close()
