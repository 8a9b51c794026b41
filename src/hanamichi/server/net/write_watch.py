"""Ends connections whose clients do not read what is sent to them."""

from __future__ import annotations

import asyncio

_SECONDS = 15.0
"""How long a client may take nothing of what waits for it."""
_MIN_BYTES = 16 * 1024
"""What it must take in that time, unless less is left."""


class WriteWatch:
    """Watches the unsent bytes of one connection, also while it is closing.

    Closing a transport waits until everything is sent, for ever if nobody reads.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._unsent = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Watch from now on, if anything is unsent."""
        self.stop()
        self._unsent = self._transport.get_write_buffer_size()
        if self._unsent:
            self._timer = self._loop.call_later(_SECONDS, self._check)

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self) -> None:
        unsent = self._transport.get_write_buffer_size()
        if unsent and unsent > self._unsent - _MIN_BYTES:
            self._transport.abort()
        else:
            self.start()
