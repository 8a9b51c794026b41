"""A description of this machine for reports, without names or paths."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from pathlib import Path

from hanamichi import __version__
from tests.server.postgres import installed


def described() -> str:
    """Processor, memory, and the versions that matter."""
    parts = [
        f"{os.cpu_count()} cores ({_processor()})",
        f"{_memory()} GiB of memory",
        platform.system(),
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
    ]
    programs = installed()
    if programs is not None:
        said = subprocess.run(
            [str(programs / "postgres"), "--version"], capture_output=True, text=True, check=True
        )
        parts.append(f"PostgreSQL {said.stdout.split()[2]}")
    return ", ".join([*parts, f"Hanamichi {__version__}"])


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
