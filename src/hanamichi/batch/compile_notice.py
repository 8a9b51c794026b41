"""Says on standard error what is being compiled, so that nobody wonders why nothing happens."""

from __future__ import annotations

import os
import sys
from typing import Any

from numba.core import event

from hanamichi.batch.kernel_cache import KernelCache, cache_folder
from hanamichi.batch.kernel_contents import NoContents

QUIET = "HANAMICHI_QUIET"
"""The environment variable that turns notices off."""

_BYTES_PER_SECOND = 2500
"""How much bytecode is compiled in a second of one core of 2024, roughly."""
_WORTH_SAYING = 1.0
"""Seconds; of less nobody needs to hear."""


class _Notices(event.Listener):
    """Counts how deep the compiler is, and announces the outermost kernel."""

    def __init__(self) -> None:
        self._depth = 0
        self._said = False

    def on_start(self, event: Any) -> None:
        """A kernel is not in the cache, and is compiled now."""
        dispatcher = event.data["dispatcher"]
        if not self._depth and isinstance(dispatcher._cache, KernelCache):
            self._announce(dispatcher)
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """It is compiled, or could not be."""
        self._depth -= 1

    def _announce(self, dispatcher: Any) -> None:
        try:
            seconds = dispatcher._cache.contents.instructions / _BYTES_PER_SECOND
        except NoContents:
            return
        if seconds < _WORTH_SAYING or os.environ.get(QUIET) or sys.stderr is None:
            return
        function = dispatcher.py_func
        name = f"{function.__module__.removeprefix('hanamichi.')}.{function.__name__}"
        lines = [f"hanamichi: compiling {name}, about {seconds:.0f} s"]
        if not self._said:
            lines.append(f"(once on this machine; kept in {cache_folder()};")
            lines.append(f"'hanamichi warm-up' compiles everything ahead, {QUIET}=1 says nothing)")
        self._said = True
        print(*lines, file=sys.stderr, flush=True)  # noqa: T201  # for people, as promised


def announce_compiling() -> None:
    """From now on, say what is compiled."""
    event.register("numba:compile", _Notices())  # type: ignore[no-untyped-call]
