"""One open socket, as the room sees it: somebody who asks, and a line to tell them."""

from __future__ import annotations

from typing import Protocol

import msgspec

from hanamichi.core import Seat
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.messages import Refusal
from hanamichi.server.table.decision import Actor
from hanamichi.server.views.projection import encode

GOING_AWAY = 1001
"""The code with which we end a connection that did nothing wrong."""


class FrameWriter(Protocol):
    """What a connection writes to."""

    def send_text(self, frame: bytes) -> bool:
        """Send a frame without waiting; false when the reader is too slow or has gone."""

    def end(self, code: int) -> None:
        """Close, after all that was sent."""


class Connection:
    """Somebody at the other end of a line."""

    __slots__ = ("_line", "actor", "aids", "alive", "greeted", "hinting", "refused", "seat")

    def __init__(self, actor: Actor, line: FrameWriter, *, aids: Aids = "all") -> None:
        self.actor = actor
        self.aids = aids
        """What it is told beside a position: what follows from it."""
        self.seat: Seat | None = None
        """The seat for which it was last shown everything."""
        self.greeted = False
        """It was shown everything: from then on it is told what changes."""
        self.alive = True
        self.hinting = False
        """It waits for a hint: one at a time."""
        self.refused: str | None = None
        """The code of the last refusal it was sent."""
        self._line = line

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Send a message, or a frame that was encoded already. Who reads too slowly is let go."""
        if isinstance(message, Refusal):
            self.refused = message.code
        if self.alive:
            frame = message if isinstance(message, bytes) else encode(message)
            self.alive = self._line.send_text(frame)

    def close(self) -> None:
        """Send nothing more."""
        if self.alive:
            self.alive = False
            self._line.end(GOING_AWAY)
