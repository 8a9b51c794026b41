"""Keeps long work off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_LONG = 200
"""Entries of a table that take a few milliseconds to decode, to replay or to write."""


async def run_off_loop(items: int, task: Callable[[], T]) -> T:
    """Run a task; in a thread if it has so many items that all tables would wait for it."""
    return await asyncio.to_thread(task) if items > _LONG else task()
