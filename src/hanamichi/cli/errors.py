"""How the command line says that something is wrong: one line, a code, an exit status."""

from __future__ import annotations

import json
import re
import sys

from hanamichi.core import HanamichiError

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130

_LONGEST = 600
_BREAKING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]+")


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
    """A record that is readable but not true."""


def one_line(text: str) -> str:
    """Text from outside that can neither break the line nor command the terminal."""
    line = _BREAKING.sub(" ", text).strip()
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def report(error: HanamichiError, *, as_json: bool) -> None:
    """The error as a line on stderr; a program that asked for JSON gets an object on stdout."""
    sys.stderr.write(f"error[{error.code}]: {one_line(str(error))}\n")
    if as_json:
        what = {"code": error.code, "message": one_line(error.message), "where": error.where}
        sys.stdout.write(json.dumps({"error": what}, ensure_ascii=False) + "\n")
