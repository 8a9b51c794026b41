"""The lock by which one server at a time uses an SQLite file.

It is a lock of the operating system on a file beside the database, so it ends with the process that
holds it, however that ends. The database itself is not locked: commands that back up or restore
work beside a server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url

from hanamichi.server.storage.connections import is_file
from hanamichi.server.storage.errors import StorageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOG = logging.getLogger("hanamichi.server")
_PATIENCE_SECONDS = 1.0
"""How long a server waits for one that is just ending, or for a command that looks at the lock."""
_RETRY_SECONDS = 0.02
_WIDTH = 20
_WINDOWS_OFFSET = 1 << 30
"""Windows lets nobody else read a locked byte, so it lies behind the text of the file."""


class DatabaseInUse(StorageError):
    """Another server uses the file."""


class FileLock:
    """The lock of one database. A database that is not a file needs none: it is always acquired."""

    def __init__(self, url: str) -> None:
        self._file = lock_file(url)
        self._descriptor: int | None = None

    async def acquire(self) -> None:
        """Take the lock; raises `DatabaseInUse` when another server holds it.

        On a file system without locks it logs that nothing protects the database.
        """
        if self._file is None:
            return
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(f"{self._file.name}: {error.strerror or error}") from None
        try:
            await _lock_patiently(descriptor)
        except BlockingIOError:
            holder = _holder(descriptor)
            os.close(descriptor)
            raise DatabaseInUse(holder) from None
        except OSError as error:
            _LOG.warning("the database cannot be locked (%s): run one server only", error.strerror)
        self._descriptor = descriptor
        with suppress(OSError):  # a full disk does not free the lock
            # Of one width: to cut a file short takes a third of a second on some disks.
            os.write(descriptor, f"{os.getpid():<{_WIDTH}}\n".encode())

    def release(self) -> None:
        """Give the lock up, if it is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_held(url: str) -> bool:
    """Whether a server is running on an SQLite file; never for another kind of database."""
    file = lock_file(url)
    if file is None:
        return False
    try:
        descriptor = os.open(file, os.O_RDWR)
    except OSError:
        return False  # no server has made it, or none could
    try:
        _lock(descriptor, shared=True)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False


def lock_file(url: str) -> Path | None:
    """The file whose lock stands for a database; None for one that is not a file."""
    parsed = make_url(url)
    if not is_file(parsed):
        return None
    # All links to a database have the same lock.
    database = Path(os.path.realpath(str(parsed.database)))
    return database.with_name(database.name + ".lock")


async def _lock_patiently(descriptor: int) -> None:
    deadline = asyncio.get_running_loop().time() + _PATIENCE_SECONDS
    while True:
        try:
            _lock(descriptor)
        except BlockingIOError:
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            return


def _lock(descriptor: int, *, shared: bool = False) -> None:
    """Lock an open file until it is closed; `BlockingIOError` if another process has locked it."""
    if sys.platform == "win32":
        os.lseek(descriptor, _WINDOWS_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _holder(descriptor: int) -> str:
    """The process that holds the lock, in words."""
    with suppress(OSError):
        number = os.read(descriptor, _WIDTH)
        if number.strip().isdigit():
            return f"process {int(number)}"
    return "another process"
