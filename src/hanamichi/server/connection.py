"""One open socket, as the room sees it: somebody who asks, and a queue of frames to send."""

from __future__ import annotations

import asyncio

import msgspec

from hanamichi.core import Seat
from hanamichi.server.decision import Actor
from hanamichi.server.messages import Refusal
from hanamichi.server.telling import encode

QUEUE = 256
"""Frames that may wait for a slow reader before it is dropped."""


class Connection:
    """Frames go in without waiting; the socket's writer takes them out."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.seat: Seat | None = None
        """The seat for which it was last shown everything."""
        self.greeted = False
        """It was shown everything: from then on it is told what changes."""
        self.alive = True
        self.refused: str | None = None
        """The code of the last refusal it was sent."""
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()

    def send(self, message: msgspec.Struct | str) -> None:
        """Queue a message, or a frame that was encoded already."""
        if isinstance(message, Refusal):
            self.refused = message.code
        if not self.alive:
            return
        if self._frames.qsize() >= QUEUE:
            self.close()
            return
        self._frames.put_nowait(message if isinstance(message, str) else encode(message))

    def close(self) -> None:
        """Send nothing more after what is queued."""
        if self.alive:
            self.alive = False
            self._frames.put_nowait(None)

    async def next_frame(self) -> str | None:
        """The next frame to send; `None` when there will be none."""
        return await self._frames.get()
