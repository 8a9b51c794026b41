"""The error raised for a tournament that cannot be played."""

from __future__ import annotations

from hanamichi.core import HanamichiError


class ArenaError(HanamichiError):
    """A tournament that cannot be played as asked; what was played before is kept.

    Codes: `arena/invalid`, `arena/lineup`, `arena/bot`, `arena/file`, `arena/records`,
    `arena/worker`, `arena/ray`.
    """

    code = "arena/invalid"
