"""The real server as a process of its own, which may be stopped and started again."""

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


class Served:
    """A server over the database in a folder; its first table is dealt from the seed.

    Where it is staged, it begins with everything that `occasions` and `stages` set.
    """

    def __init__(
        self, folder: Path, seed: int, *, staged: bool = False, client: Path = static_files.FOLDER
    ) -> None:
        self._folder = folder
        self._seed = seed
        self._staged = staged
        self._client = client
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start, at the same address as before if there was one."""
        arguments = [str(self._port), str(self._folder), str(self._seed), str(self._client)]
        arguments += ["staged"] if self._staged else []
        self._staged = False
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.process", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        self._process = process
        self._port = int(process.stdout.readline())

    def stop(self) -> None:
        """Stop at once, as a machine does whose plug is pulled."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()

    def record(self, table_id: str) -> MatchRecord:
        """The whole truth about a finished match."""
        response = httpx.get(f"{self.url}/api/tables/{table_id}/record")
        return read_record(response.content)

    def table(self, table_id: str) -> dict[str, Any]:
        """What everybody may know about a table."""
        response = httpx.get(f"{self.url}/api/tables/{table_id}")
        return msgspec.json.decode(response.content, type=dict[str, Any])
