"""Processes that review as usual, but only while a gate is open."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

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


def _review_at_gate(gate: Path, pipe: Connection) -> None:
    review_pieces(cast("Connection", _GatedPipe(pipe, gate)))


def gated(gate: Path) -> dict[str, Any]:
    """The option of a server whose reviews wait until the file exists."""
    new_process: Callable[[], ReviewProcess] = partial(
        ReviewProcess, partial(_review_at_gate, gate)
    )
    return {"new_review_process": new_process}
