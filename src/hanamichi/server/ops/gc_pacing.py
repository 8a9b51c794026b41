"""Runs Python's garbage collector without making clients wait.

Most objects are freed by reference counting; the collector is needed for cycles, such as a socket
and its task. A full collection visits every object, and thousands of tables are a million objects:
all clients would wait for most of a second. So only new objects are collected, a little at a time;
those that survive are frozen until a full collection, which waits until no match is played.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from types import TracebackType
from typing import Literal

from hanamichi.server.ops import process_stats

_YOUNG_THRESHOLD = 2_000
"""New objects after which they are collected, which takes a millisecond."""
_NEVER = 1 << 30
_ROUNDS_BEFORE_FULL = 50
"""Collections of new objects after which a full one is due, once no match is played."""
_MAX_ROUNDS = 5_000
"""Collections of new objects after which a full one happens even during play."""
_MAX_GROWTH = 96 << 20
"""Bytes by which the process may have grown since a full collection. Garbage that was still in use
when new objects were collected waits for a full one, and a flood of requests leaves much of it."""
_INTERVAL_SECONDS = 10.0
"""Without a command for this long, no match is played."""


class GcPacing:
    """Decides when the garbage collector runs. While entered, Python's own pacing is off."""

    def __init__(
        self,
        command_count: Callable[[], int],
        memory: Callable[[], int] = process_stats.memory_bytes,
    ) -> None:
        self._command_count = command_count
        self._memory = memory
        self._memory_before = 0
        """What the process had after the last full collection."""
        self._last_count = -1
        self._rounds = 0
        """Collections of new objects since the last full collection."""
        self._requested = False
        self._default: tuple[int, int, int] | None = None

    def __enter__(self) -> GcPacing:
        self._default = gc.get_threshold()
        gc.set_threshold(_YOUNG_THRESHOLD, _NEVER, _NEVER)
        gc.callbacks.append(self._collected)
        # Clients wait already: the garbage of the start is collected when no match is played.
        gc.freeze()
        gc.enable()
        self._requested = True
        self._memory_before = self._memory()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._default is not None
        gc.callbacks.remove(self._collected)
        gc.set_threshold(*self._default)
        self._default = None
        gc.unfreeze()

    def request(self) -> None:
        """There is garbage to collect, for example because tables were evicted."""
        self._requested = True

    def collect(self) -> None:
        """Run a full collection now."""
        gc.unfreeze()
        gc.collect()
        if self._default is not None:
            gc.freeze()
        self._rounds, self._requested = 0, False
        self._memory_before = self._memory()

    def collect_if_due(self) -> None:
        """Run a full collection, if one is due and no command came since the last call.

        It does not wait for that when too much may be garbage.
        """
        count = self._command_count()
        quiet, self._last_count = count == self._last_count, count
        due = self._requested or self._rounds >= _ROUNDS_BEFORE_FULL
        if (quiet and due) or self._rounds >= _MAX_ROUNDS or self._has_grown():
            self.collect()

    def _has_grown(self) -> bool:
        return self._memory() - self._memory_before > _MAX_GROWTH

    async def run(self) -> None:
        """Collect whenever it is due, until cancelled."""
        while True:
            await asyncio.sleep(_INTERVAL_SECONDS)
            self.collect_if_due()

    def _collected(self, phase: Literal["start", "stop"], _: dict[str, int]) -> None:
        if phase == "stop":
            self._rounds += 1
            gc.freeze()  # what survived is old now
