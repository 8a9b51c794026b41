"""Errors that programs written for the original environment catch, too."""

from __future__ import annotations

from hanamichi.batch import BatchError


class IllegalMove(BatchError, AssertionError):
    """A move that is not legal; nothing has changed."""


class NoAction(BatchError, ValueError):
    """Something that is neither a number nor a dictionary."""


class UnknownEnvironment(BatchError, ValueError):
    """A name of an environment that there is not."""
