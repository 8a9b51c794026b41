"""One client connection of a live table."""

from __future__ import annotations

from typing import Protocol

import msgspec

from hanamichi.core import Seat
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.messages import Refusal
from hanamichi.server.table.decision import Actor
from hanamichi.server.views.projection import encode, refusal

GOING_AWAY = 1001
"""The close code for a connection that did nothing wrong."""
REFUSED = 4403
"""The close code for a client that must not come again."""
UNKNOWN = 4404
"""The close code for a table that does not exist."""


class FrameWriter(Protocol):
    """The socket that a connection writes to."""

    def send_text(self, frame: bytes) -> bool:
        """Send a frame without waiting; False if the client is too slow or has gone."""

    def end(self, code: int) -> None:
        """Close the socket, after all that was sent."""


class Connection:
    """A client that has the table open."""

    __slots__ = (
        "_writer",
        "actor",
        "aids",
        "alive",
        "greeted",
        "hinting",
        "refused",
        "seat",
        "snapshot_due",
        "snapshot_from",
    )

    def __init__(self, actor: Actor, writer: FrameWriter, *, aids: Aids = "all") -> None:
        self.actor = actor
        self.aids = aids
        """Which deductions it is sent with every position."""
        self.seat: Seat | None = None
        """The seat of its last snapshot."""
        self.greeted = False
        """It was sent a snapshot, so from now on it is sent changes."""
        self.alive = True
        self.hinting = False
        """It waits for a hint, and may ask for one at a time."""
        self.refused: str | None = None
        """The code of the last refusal it was sent."""
        self.snapshot_from = 0.0
        """From when on, in the loop's time, it may be sent another snapshot for other aids."""
        self.snapshot_due = False
        """It waits for that snapshot."""
        self._writer = writer

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Send a message or an encoded frame. A client that reads too slowly is disconnected."""
        if isinstance(message, Refusal):
            self.refused = message.code
        if self.alive:
            frame = message if isinstance(message, bytes) else encode(message)
            self.alive = self._writer.send_text(frame)

    def refuse(self, error: Refused, code: int) -> None:
        """Say why, and close the socket."""
        self.send(refusal(error, None))
        self.close(code)

    def close(self, code: int = GOING_AWAY) -> None:
        """Close the socket."""
        if self.alive:
            self.alive = False
            self._writer.end(code)
