"""Refusals of requests and commands, each with a code of `ErrorCode`."""

from __future__ import annotations

import math

from hanamichi.core import HanamichiError
from hanamichi.server.protocol.error_codes import ErrorCode


class Refused(HanamichiError):
    """A request or a command that was not carried out. Nothing changed."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        where: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, code=code, where=where)
        self.retry_after = None if retry_after is None else max(1, math.ceil(retry_after))
        """Seconds after which trying again makes sense; None where it makes none."""


def retry_after(error: HanamichiError) -> int | None:
    """The seconds after which a refused request may be tried again, if that makes sense."""
    return error.retry_after if isinstance(error, Refused) else None


STORAGE_FAILED = Refused(
    "server/storage",
    "The server could not write this down, so nothing has changed; try again in a moment",
)
UNFIT = "This cannot be kept: it holds the character U+0000, or is too long"
FAULT = Refused("server/internal", "Something went wrong here; nothing has changed")
