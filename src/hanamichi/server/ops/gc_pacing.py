"""Looking for garbage without making anybody wait.

What is no longer used goes by itself; Python looks only for things that hold on to each other, such
as a socket and its task. To find them it goes through everything there is, and thousands of tables
are a million things: everybody would wait the better part of a second. So only what is new is gone
through, again and again, a little at a time; what outlasts that is left alone until nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from types import TracebackType
from typing import Literal

_NEW = 2_000
"""So many things more than before, and the new ones are gone through: a millisecond."""
_NEVER = 1 << 30
_SOME = 50
"""After so many rounds everything is gone through, once nobody plays for a while."""
_MANY = 5_000
"""After so many, whoever plays: what may have piled up is bounded."""
_WHILE = 10.0
"""Seconds without a command, after which nobody waits for anything."""


class GcPacing:
    """When this process looks for garbage. While it is entered, Python does not by itself."""

    def __init__(self, commands: Callable[[], int]) -> None:
        self._commands = commands
        """How many commands came in so far."""
        self._seen = -1
        self._rounds = 0
        """How often new things were gone through since everything was."""
        self._wanted = False
        self._usual: tuple[int, int, int] | None = None

    def __enter__(self) -> GcPacing:
        self._usual = gc.get_threshold()
        gc.set_threshold(_NEW, _NEVER, _NEVER)
        gc.callbacks.append(self._heard)
        self.clear()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._usual is not None
        gc.callbacks.remove(self._heard)
        gc.set_threshold(*self._usual)
        self._usual = None
        gc.unfreeze()

    def want(self) -> None:
        """There is something to find: tables were put away."""
        self._wanted = True

    def clear(self) -> None:
        """Go through everything now."""
        gc.unfreeze()
        gc.collect()
        if self._usual is not None:
            gc.freeze()
        self._rounds, self._wanted = 0, False

    def look(self) -> None:
        """Go through everything, if it is time and nobody has played since the last look."""
        commands = self._commands()
        quiet, self._seen = commands == self._seen, commands
        if self._rounds >= _MANY or (quiet and (self._wanted or self._rounds >= _SOME)):
            self.clear()

    async def keep_looking(self) -> None:
        """Look now and then, for ever."""
        while True:
            await asyncio.sleep(_WHILE)
            self.look()

    def _heard(self, phase: Literal["start", "stop"], _: dict[str, int]) -> None:
        if phase == "stop":
            self._rounds += 1
            gc.freeze()  # what is left is old now
