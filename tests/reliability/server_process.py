"""A server in its own process, which can be killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class ServerProcess:
    """A server at a fixed address, in one process after another."""

    def __init__(self, url: str, folder: Path, *arguments: str, checkout: Path = ROOT) -> None:
        """`checkout` is the copy of this project whose server runs."""
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        """The standard error of all processes."""
        self._arguments = (url, str(self.port), *arguments)
        self._checkout = checkout
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start a process without waiting for it."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.reliability.server_main", *self._arguments],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=self._checkout,
                env={**os.environ, "PYTHONPATH": str(self._checkout / "src")},
                # its own process group, to find processes that it leaves behind
                start_new_session=True,
            )

    def kill(self) -> None:
        """Send SIGKILL."""
        assert self._process is not None
        assert self._process.poll() is None, "it ended by itself"
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Send SIGINT and return the exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=30)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def memory(self) -> float:
        """Resident memory in MiB; 0 if the system does not tell."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return 0.0
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(fields["VmRSS"].split()[0]) / 1024

    def sweep(self) -> None:
        """Kill the process group, in case a test has failed."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def complaints(self) -> list[dict[str, Any]]:
        """Logged events above level info. Raises for a line that is not JSON."""
        lines = self.log.read_text("utf-8").splitlines()
        events: list[dict[str, Any]] = [msgspec.json.decode(line) for line in lines]
        return [event for event in events if event["level"] != "info"]

    async def until_alone(self, seconds: float = 120.0) -> None:
        """Wait until the processes that a killed server started have ended."""
        assert self._process is not None
        deadline = time.monotonic() + seconds
        while _group_exists(self._process.pid):
            assert time.monotonic() < deadline, "a killed server left processes behind"
            await asyncio.sleep(0.02)

    async def until_ready(self, seconds: float = 60.0) -> None:
        """Wait until the server is ready."""
        deadline = time.monotonic() + seconds
        async with httpx.AsyncClient(base_url=f"http://{self.address}") as client:
            while time.monotonic() < deadline:
                with contextlib.suppress(httpx.TransportError):
                    if (await client.get("/ready")).status_code == 200:
                        return
                assert self._process is not None
                assert self._process.poll() is None, self.log.read_text("utf-8")
                await asyncio.sleep(0.05)
        raise AssertionError("the server is not ready")


def _group_exists(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
