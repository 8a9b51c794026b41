"""The real server in a process of its own, which can be stopped and started again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec

from hanamichi.core import MatchRecord
from hanamichi.records import read_record
from hanamichi.server.http import static_files

ROOT = Path(__file__).parent.parent.parent


class ServerProcess:
    """A server with its database in a folder; the first table is dealt from the seed.

    `with_tables` starts it with everything in `stored_tables` and `stored_matches`.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        *,
        with_tables: bool = False,
        client: Path = static_files.FOLDER,
    ) -> None:
        self._folder = folder
        self._seed = seed
        self._with_tables = with_tables
        self.client = client
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def database(self) -> str:
        """Where its tables are stored."""
        return str(self._folder / "hanamichi.db")

    def start(self) -> None:
        """Start; a second start uses the same port."""
        arguments = [str(self._port), str(self._folder), str(self._seed), str(self.client)]
        arguments += ["with-tables"] if self._with_tables else []
        self._with_tables = False
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.run_server", *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._process = process
        self._port = int(self._read_line())

    def reseed(self, seed: int) -> None:
        """Deal the next table from this seed."""
        assert self._process is not None
        assert self._process.stdin is not None
        print(seed, file=self._process.stdin, flush=True)
        assert self._read_line() == "seeded"

    def _read_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def stop(self) -> None:
        """Kill the process, as a power failure would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def record(self, table_id: str) -> MatchRecord:
        """The record of a finished match."""
        response = httpx.get(f"{self.url}/api/tables/{table_id}/record")
        return read_record(response.content)

    def table(self, table_id: str) -> dict[str, Any]:
        """What is public about a table."""
        response = httpx.get(f"{self.url}/api/tables/{table_id}")
        return msgspec.json.decode(response.content, type=dict[str, Any])
