"""Processes that review while a gate is open, and leave the judgement out: that takes minutes.

The reviews themselves have their own tests; these are about who makes them and when.
"""

from __future__ import annotations

import time
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from hanamichi.review import SeatHistory, SeatReview
from hanamichi.review.hanabi.hanabi_review import HanabiReview
from hanamichi.server.reviews.process import ReviewProcess, review_pieces


class _GatedPipe:
    """A pipe that gives out a piece of work when a file exists."""

    def __init__(self, pipe: Connection, gate: Path) -> None:
        self._pipe = pipe
        self._gate = gate

    def recv_bytes(self) -> bytes:
        piece = self._pipe.recv_bytes()
        while not self._gate.exists():
            time.sleep(0.02)
        return piece

    def send_bytes(self, answer: bytes) -> None:
        self._pipe.send_bytes(answer)


def facts_only(review: HanabiReview, history: SeatHistory, *_: Any) -> SeatReview:
    """The review without its slow part."""
    return review.facts_only(history)


def review_at_gate(gate: Path, pipe: Connection) -> None:
    """The main function of such a process."""
    with patch.object(HanabiReview, "review", facts_only):
        review_pieces(cast("Connection", _GatedPipe(pipe, gate)))


def gated(gate: Path) -> dict[str, Any]:
    """The option of a server whose reviews wait until the file exists."""
    return {"new_review_process": partial(ReviewProcess, partial(review_at_gate, gate))}


def quick() -> dict[str, Any]:
    """The option of a server whose reviews are made at once."""
    return gated(Path(__file__))
