"""What is played at a table, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

BotPace: TypeAlias = Literal["instant", "quick", "human"]
"""How long bots seem to think: not at all, half a second, or about two seconds."""


class ClockSettings(msgspec.Struct, frozen=True, gc=False):
    """Thinking time of each player, in seconds."""

    bank: int
    """For the whole match."""
    increment: int = 0
    """Added after every move."""


class TableSettings(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The game, its options and how the table is run."""

    game: str
    preset: str
    options: Mapping[str, Any]
    """All options, defaults included."""
    listed: bool
    clock: ClockSettings | None
    bot_pace: BotPace
