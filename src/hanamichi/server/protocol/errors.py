"""Refusals of requests and commands, each with a code of `ErrorCode`."""

from __future__ import annotations

from hanamichi.core import HanamichiError
from hanamichi.server.protocol.error_codes import ErrorCode


class Refused(HanamichiError):
    """A request or a command that was not carried out. Nothing changed."""

    def __init__(self, code: ErrorCode, message: str, *, where: str | None = None) -> None:
        super().__init__(message, code=code, where=where)


STORAGE_FAILED = Refused(
    "server/storage",
    "The server could not write this down, so nothing has changed; try again in a moment",
)
UNFIT = "This cannot be kept: it holds the character U+0000, or is too long"
FAULT = Refused("server/internal", "Something went wrong here; nothing has changed")
