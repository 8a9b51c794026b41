"""The error raised for a batch that cannot do what it is asked."""

from __future__ import annotations

from hanamichi.core import HanamichiError


class BatchError(HanamichiError):
    """A batch was asked for something it cannot do; no game has changed.

    Codes: `batch/invalid`, `batch/unsupported`, `batch/no-gpu`.
    """

    code = "batch/invalid"
