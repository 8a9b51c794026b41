"""What a tool is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class ToolError(Exception):
    """A call that cannot be carried out; the text says what to do instead."""


class Found(NamedTuple):
    """What a tool answers: text to read, and the same as data."""

    text: str
    data: dict[str, Any] | None = None


class Tool(NamedTuple):
    """Something that a client may call."""

    description: str
    schema: dict[str, Any]
    """The JSON Schema of its arguments."""
    call: Callable[[dict[str, Any]], Found]
    read_only: bool = True
