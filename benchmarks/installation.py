"""Seconds and megabytes that `make play` and `make test` install on a clean clone.

`python -m benchmarks.installation` clones this checkout's last commit into a temporary folder, with
empty download caches of pip and npm; `--write` puts the report into docs/benchmarks.md. The target
`make install web` is all that `make play` does before it starts the server.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks import report_page

ROOT = Path(__file__).parent.parent
STEPS = {
    "`make play`, until the server starts": ("install", "web"),
    "`make test`, until the tests start": ("setup", "web/node_modules/.installed", "web"),
}


class Step(NamedTuple):
    """One command on a clean clone."""

    name: str
    seconds: float
    processor: float
    """Seconds of processor time, which a busy machine changes little."""
    packages: int
    python: float
    """Megabytes of .venv."""
    client: float
    """Megabytes of web/node_modules."""


def megabytes(folder: Path) -> float:
    """What the files of a folder take on disk."""
    files = (path.lstat() for path in folder.rglob("*") if not path.is_dir())
    return sum(each.st_blocks * 512 for each in files) / 1e6


def processor_seconds() -> float:
    """What the programs started so far have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(name: str, targets: tuple[str, ...]) -> Step:
    """Run `make` with these targets in a new clone."""
    with tempfile.TemporaryDirectory(prefix="hanamichi-") as folder:
        clone, caches = Path(folder) / "clone", Path(folder) / "caches"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "PIP_CACHE_DIR": str(caches / "pip"),
            "npm_config_cache": str(caches / "npm"),
        }
        started, used = time.perf_counter(), processor_seconds()
        subprocess.run(["make", *targets], cwd=clone, env=environment, check=True)
        seconds = time.perf_counter() - started
        (packages,) = (clone / ".venv" / "lib").glob("python*/site-packages")
        return Step(
            name,
            seconds,
            processor_seconds() - used,
            len(list(packages.glob("*.dist-info"))),
            megabytes(clone / ".venv"),
            megabytes(clone / "web" / "node_modules"),
        )


def report(steps: list[Step]) -> str:
    """The table of docs/benchmarks.md."""
    lines = [
        "| on a clean clone | seconds | processor seconds | packages | MB of Python | MB of Node |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {step.name} | {step.seconds:.0f} | {step.processor:.0f} | {step.packages} "
        f"| {step.python:,.0f} | {step.client:,.0f} |"
        for step in steps
    ]
    return "\n".join(
        [
            *lines,
            "",
            f"{report_page.today()} · {report_page.machine()} · {report_page.versions(())}.",
        ]
    )


def main() -> None:
    """Measure both, and print or write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    write: bool = parser.parse_args().write
    text = report([measure(name, targets) for name, targets in STEPS.items()])
    print(text)
    if write:
        report_page.write("installation", text)


if __name__ == "__main__":
    main()
