"""Errors of the command line: one line each, with a code and an exit status."""

from __future__ import annotations

import json
import re
import sys

from hanamichi.core import HanamichiError

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130

_MAX_LENGTH = 600
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]+")


class UsageError(HanamichiError):
    """A command line that cannot be understood.

    Codes: `cli/usage`, `cli/names`, `cli/seat`, `cli/ply`.
    """

    code = "cli/usage"


class FileError(HanamichiError):
    """A file that cannot be read or written.

    Codes: `file/missing`, `file/directory`, `file/unreadable`, `file/unwritable`.
    """

    code = "file/unreadable"


class VerificationError(HanamichiError):
    """A record that can be read but does not replay."""


def one_line(text: str) -> str:
    """Text as one line without control characters, shortened if it is very long."""
    line = _UNSAFE.sub(" ", text).strip()
    return line if len(line) <= _MAX_LENGTH else line[: _MAX_LENGTH - 1] + "…"


def report(error: HanamichiError, *, as_json: bool) -> None:
    """Print the error as a line on stderr, with --json also as an object on stdout."""
    sys.stderr.write(f"error[{error.code}]: {one_line(str(error))}\n")
    if as_json:
        what = {"code": error.code, "message": one_line(error.message), "where": error.where}
        sys.stdout.write(json.dumps({"error": what}, ensure_ascii=False) + "\n")
        sys.stdout.flush()
