"""Reading and writing files and standard streams, with clear errors."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from hanamichi.cli.errors import FileError
from hanamichi.records import MAX_BYTES, is_link

STANDARD = "-"
"""The file name that means standard input or standard output."""


def read_bytes(name: str, limit: int) -> bytes:
    """Read a file, or standard input for `-`; at most one byte more than the limit."""
    try:
        if name == STANDARD:
            if sys.stdin is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return sys.stdin.buffer.read(limit + 1)
        with Path(name).open("rb") as file:
            return file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise _cannot("read", name, error) from None


def read_record_bytes(name: str) -> bytes:
    """Read the file of a record, or standard input for `-`; a link holds its record itself."""
    try:
        return read_bytes(name, MAX_BYTES)
    except FileError:
        if not is_link(name):
            raise
        return name.encode()


def write_bytes(name: str, data: bytes) -> None:
    """Write a file, or standard output for `-`."""
    try:
        if name == STANDARD:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            Path(name).write_bytes(data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _cannot("write", name, error) from None


def check_writable(name: str) -> None:
    """Raise the error that writing the file would raise later."""
    path = Path(name)
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except (OSError, ValueError) as error:
        raise _cannot("write", name, error) from None


_CODES = {"read": "file/unreadable", "write": "file/unwritable"}
_STREAMS = {"read": "standard input", "write": "standard output"}


def _cannot(do: str, name: str, error: Exception) -> FileError:
    match error:
        case FileNotFoundError() if do == "read":
            return FileError(f"There is no file {name!r}", code="file/missing")
        case FileNotFoundError():
            return FileError(f"There is no folder for {name!r}", code="file/unwritable")
        case IsADirectoryError():
            return FileError(f"{name!r} is a folder, not a file", code="file/directory")
        case _:
            why = error.strerror if isinstance(error, OSError) else str(error)
            what = _STREAMS[do] if name == STANDARD else repr(name)
            return FileError(f"Cannot {do} {what}: {why}", code=_CODES[do])
