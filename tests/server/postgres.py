"""A private PostgreSQL server for tests, if PostgreSQL is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Postgres:
    """A database cluster in a folder, reached by a socket in that folder and by nothing else."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool) -> None:
        self.url = f"postgresql+asyncpg://club@/postgres?host={folder}"
        self._folder = folder
        self._programs = programs
        # PostgreSQL refuses to run as root.
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(folder, "postgres")
        self._data = folder / "data"
        self._run("initdb", "-D", str(self._data), "-A", "trust", "-U", "club", "--no-sync")
        fsync = "on" if durable else "off"
        self._options = (
            f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={fsync}"
        )

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", log, "-o", self._options, "start")

    def stop(self) -> None:
        """Stop it at once, like a power cut: every connection ends."""
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "stop")


def installed() -> Path | None:
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb") or next(
        iter(sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), reverse=True)), None
    )
    return None if found is None else Path(found).resolve().parent


@contextmanager
def postgres_of_our_own(programs: Path, *, durable: bool = False) -> Iterator[Postgres]:
    """A running server in a temporary folder. `durable` syncs every commit."""
    folder = Path(tempfile.mkdtemp(prefix="hanamichi-pg-"))
    try:
        server = Postgres(programs, folder, durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
