"""What this process uses of the machine: memory, file descriptors and time."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

_WANTED_DESCRIPTORS = 65_536
_PROC = Path("/proc/self")
_STARTED = time.monotonic()


def memory_bytes() -> int:
    """Memory that this process uses now; the most it ever used where the system tells only that."""
    try:
        pages = int((_PROC / "statm").read_bytes().split()[1])
    except (OSError, IndexError, ValueError):
        return _peak_memory_bytes()
    return pages * os.sysconf("SC_PAGE_SIZE")


def _peak_memory_bytes() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def open_descriptors() -> int:
    """File descriptors that are open; 0 if the system does not tell."""
    for folder in (_PROC / "fd", Path("/dev/fd")):
        try:
            return len([*folder.iterdir()]) - 1  # without the one that lists them
        except OSError:
            continue
    return 0


def descriptor_limit() -> int:
    """The most file descriptors that this process may open."""
    if sys.platform == "win32":
        return _WANTED_DESCRIPTORS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> int:
    """Allow this process as many file descriptors as it may have; how many those are.

    Many systems allow 1,024 at first, which one rude visitor could use up.
    """
    if sys.platform == "win32":
        return _WANTED_DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_DESCRIPTORS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # a system with a lower limit of its own
            return soft
    return descriptor_limit()


def uptime_seconds() -> float:
    """Seconds since this process began to serve."""
    return time.monotonic() - _STARTED
