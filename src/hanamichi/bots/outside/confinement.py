"""What keeps a bot's process from the others: no shared files, no signals, no foreign memory.

Linux has Landlock for this, which needs no privileges. Elsewhere, and with an older kernel, a bot
has a folder of its own but is not held in it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
import sys
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""System calls; the numbers are the same on every processor that Linux runs on today."""
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES, _SIGNAL_AT_PARENTS_DEATH = 38, 1
_CAPABILITIES = 0x20080522
_SIGKILL = 9

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_MAKE = 0b1_1111_1111 << 4
"""Remove, and make files, folders, sockets, pipes, devices and links."""
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_SCOPE = 0b11
"""Abstract sockets and signals."""
_DEVICES = ("null", "zero", "full", "dri", "kfd", "nvidia*")


def landlock_version() -> int:
    """The version of Landlock that this kernel has; 0 for none."""
    if sys.platform != "linux":
        return 0
    found = _libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return max(0, int(found))


def die_with_parent() -> None:
    """Have this process killed when its parent is."""
    if sys.platform == "linux":
        _libc().prctl(_SIGNAL_AT_PARENTS_DEATH, _SIGKILL, 0, 0, 0)


def confine(folder: Path) -> bool:
    """Let this process write only in its folder, and read no other folder beside it.

    What it starts is held in the same way. False where the system cannot.
    """
    version = landlock_version()
    if version == 0:
        return False
    handled = _READ | _WRITE_FILE | _MAKE
    handled |= _REFER if version >= 2 else 0
    handled |= _TRUNCATE if version >= 3 else 0
    attributes = struct.pack("=QQQ", handled, 0, _SCOPE)
    size = {1: 8, 2: 8, 3: 8, 4: 16, 5: 16}.get(version, 24)
    libc = _libc()
    ruleset = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    if ruleset < 0:
        return False
    try:
        _allow(ruleset, folder, handled)
        for pattern in _DEVICES:
            for device in Path("/dev").glob(pattern):
                _allow(ruleset, device, (_READ | _WRITE_FILE | _TRUNCATE) & handled)
        for path in _beside(folder.parent):
            _allow(ruleset, path, _READ)
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
            return False
        # Root may look at other processes all the same, unless it gives that up.
        libc.capset(struct.pack("=Ii", _CAPABILITIES, 0), bytes(24))
        return True
    finally:
        os.close(ruleset)


def _beside(folder: Path) -> list[Path]:
    """Everything that is not below this folder, and not above it."""
    found: list[Path] = []
    for above in folder.parents:
        towards = folder.relative_to(above).parts[0]
        with contextlib.suppress(OSError):
            found += [entry for entry in above.iterdir() if entry.name != towards]
    return found


def _allow(ruleset: int, path: Path, access: int) -> None:
    try:
        # No link: it may lead to a folder above, and what else it leads to is allowed where it is.
        place = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:  # gone, or not ours to look at
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= _OF_A_FILE
        rule = struct.pack("=Qi", access, place)
        _libc().syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    except OSError:  # mounted for somebody else, or by a server that is gone
        pass
    finally:
        os.close(place)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
