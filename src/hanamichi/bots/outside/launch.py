"""What the launcher is asked, and what it answers."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class PythonBot(msgspec.Struct, frozen=True, tag="python"):
    """A bot that can be imported: `package.module:Bot`."""

    reference: str


class CommandBot(msgspec.Struct, frozen=True, tag="command"):
    """A program, in any language."""

    words: tuple[str, ...]


class BuiltInBot(msgspec.Struct, frozen=True, tag="house"):
    """A bot of the house in a process of its own."""

    spec: str


OutsideBot: TypeAlias = PythonBot | CommandBot
SeatBot: TypeAlias = PythonBot | CommandBot | BuiltInBot


class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Start a process; three pipes come with the message: its input, its output, its errors."""

    bot: SeatBot
    folder: str
    """Its own, for as long as it runs."""
    path: tuple[str, ...]
    """Where modules are looked for."""
    check_only: bool = False
    """Say whether there is such a bot, as a `Checked`, and end."""


class End(msgspec.Struct, frozen=True, tag="end"):
    """End a process and all that it started."""

    pid: int


class Launched(msgspec.Struct, frozen=True):
    """The process that was started."""

    pid: int


class Ended(msgspec.Struct, frozen=True):
    """How it ended: a status, or minus the number of a signal."""

    status: int


class Checked(msgspec.Struct, frozen=True):
    """Whether a Python bot can be made."""

    problem: str | None
    origin: str | None
    """The file it comes from."""
