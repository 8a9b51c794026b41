"""Processes in which seats are reviewed, one at a time."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple, TypeAlias

import msgspec

from hanamichi.bots.worker_process import IDLE, WorkerProcess
from hanamichi.core import HanamichiError, Seat
from hanamichi.records import read_record
from hanamichi.review import Depth, SeatReview, review_seat
from hanamichi.server.bots.process import CONTEXT

_REPORT_SECONDS = 0.5
"""How often a process says how far it is."""


class Piece(NamedTuple):
    """One seat to review."""

    record: bytes
    seat: Seat
    company: tuple[str | None, ...]
    depth: Depth


class Progressed(msgspec.Struct, frozen=True, tag="progressed"):
    """How much is done, 0 to 1."""

    share: float


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """The seat is done."""

    review: SeatReview


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The match cannot be reviewed."""

    code: str


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The review has a fault. Only the kind of error: texts might name cards."""

    kind: str


Answer: TypeAlias = Reviewed | Refused | Failed
_MESSAGES: msgspec.json.Decoder[Progressed | Answer] = msgspec.json.Decoder(Progressed | Answer)


class ReviewProcessLost(Exception):
    """The process has ended. Another one may succeed."""


# -- in the process ----------------------------------------------------------------------------


def review_pieces(pipe: Connection) -> None:
    """The main function of the process: review seats until the pipe is closed."""
    while True:
        try:
            piece: Piece = pickle.loads(pipe.recv_bytes())
        except EOFError:
            return
        pipe.send_bytes(msgspec.json.encode(_answer(piece, pipe)))


def _answer(piece: Piece, pipe: Connection) -> Answer:
    told = time.monotonic()

    def tell(share: float) -> None:
        nonlocal told
        if (now := time.monotonic()) - told >= _REPORT_SECONDS:
            told = now
            pipe.send_bytes(msgspec.json.encode(Progressed(share)))

    try:
        return Reviewed(
            review_seat(
                read_record(piece.record),
                piece.seat,
                company=piece.company,
                depth=piece.depth,
                progress=tell,
            )
        )
    except HanamichiError as error:
        return Refused(error.code)
    except Exception as error:
        return Failed(type(error).__name__)


# -- in the server -----------------------------------------------------------------------------


class ReviewProcess(WorkerProcess):
    """One such process, seen from the server. Its methods block: call them from a thread."""

    def __init__(self, main: Callable[[Connection], None] = review_pieces) -> None:
        self.share = 0.0
        """How much of its piece is done."""
        self.told = time.monotonic()
        """When it last said so."""
        self._lost = False
        # Output is discarded because it might name a card.
        super().__init__(main, context=CONTEXT, output="discard", niceness=IDLE)

    @property
    def usable(self) -> bool:
        """Whether it can be given a piece. One that was killed seems alive for a moment longer."""
        return self.alive and not self._lost

    def review(self, piece: Piece) -> Answer:
        """What comes of a piece; raises `ReviewProcessLost`."""
        self.share, self.told = 0.0, time.monotonic()
        try:
            self.pipe.send_bytes(pickle.dumps(piece, pickle.HIGHEST_PROTOCOL))
            while True:
                message = _MESSAGES.decode(self.pipe.recv_bytes())
                self.told = time.monotonic()
                if not isinstance(message, Progressed):
                    return message
                self.share = message.share
        except (EOFError, OSError):
            self._lost = True
            raise ReviewProcessLost from None
