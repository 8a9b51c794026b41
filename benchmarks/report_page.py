"""Writes the results of benchmarks to docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hanamichi import __version__

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def machine() -> str:
    """The machine, in words."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def versions(packages: Sequence[str]) -> str:
    """The versions of the packages measured."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    parts = [f"Hanamichi {__version__}", python]
    for name in packages:
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(f"{name} not installed")
    return ", ".join(parts)


def today() -> str:
    """The date of a measurement."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def write(section: str, report: str, file: Path = PAGE) -> None:
    """Put a report between the markers of its section."""
    file.write_text(filled(file.read_text("utf-8"), section, report), "utf-8")


def filled(page: str, section: str, report: str) -> str:
    """A page with a report between the markers of its section."""
    begin, end = (f"<!-- {section}: {edge} -->" for edge in ("begin", "end"))
    head, opened, rest = page.partition(begin)
    _, closed, tail = rest.partition(end)
    if not opened or not closed:
        raise SystemExit(f"The page has lost its markers {begin} and {end}")
    return f"{head}{begin}\n\n{report}\n\n{end}{tail}"
