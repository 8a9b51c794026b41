"""What the server refuses, each with a code of `messages.ErrorCode`."""

from __future__ import annotations

import logging

from hanamichi.core import HanamichiError
from hanamichi.server.ops.log import place_of
from hanamichi.server.protocol.messages import ErrorCode

_LOG = logging.getLogger("hanamichi.server")


class Refused(HanamichiError):
    """A request or a command that was not carried out. Nothing changed."""

    def __init__(self, code: ErrorCode, message: str, *, where: str | None = None) -> None:
        super().__init__(message, code=code, where=where)


class StorageError(Exception):
    """The database did not take or give what it should. Nobody was told anything new."""


class Conflict(StorageError):
    """Somebody else wrote to this table first: read it again."""


class InvalidRow(StorageError):
    """The database works, but does not take what it was given."""


STORAGE_FAILED = Refused(
    "server/storage",
    "The server could not write this down, so nothing has changed; try again in a moment",
)
UNFIT = "This cannot be kept: it holds the character U+0000, or is too long"
FAULT = Refused("server/internal", "Something went wrong here; nothing has changed")


def report_fault(error: Exception) -> None:
    """A fault of ours. Its text could hold anything, so only its kind and place are logged."""
    _LOG.error("fault: %s at %s", type(error).__name__, place_of(error))
