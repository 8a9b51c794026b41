"""The servers of `benchmarks/load.py`, each in its own process on a free port.

    python -m benchmarks.load_servers FOLDER

serves the tables in a folder as `hanamichi serve` would, but without rate limits, and SIGUSR1
evicts idle tables at once. `fill` creates tables there whose matches have begun.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import structs
from sqlalchemy import insert

from benchmarks.load_clients import Invitation
from hanamichi.core import Seeded
from hanamichi.server.application import Application
from hanamichi.server.net.listening import listen
from hanamichi.server.ops.config import WITHOUT_QUOTAS
from hanamichi.server.ops.rate_limits import UNLIMITED
from hanamichi.server.protocol.commands import CreateTable
from hanamichi.server.serve import run, run_alone
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table import seating
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.decision import Actor, Context, hash_secret
from hanamichi.server.table.entries import TableSeat, stored_run
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.state import evolve, load

ROOT = Path(__file__).parent.parent
_PEER = Path(__file__).parent / "boardgame_io"
_INSTALLED = ROOT / "build" / "boardgame.io"


class Running(NamedTuple):
    """A server that accepts connections."""

    port: int
    pid: int

    def memory(self) -> int:
        """Bytes of resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text("utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def evict_tables(self) -> None:
        """Evict tables without connections from memory, which our server does after a while."""
        os.kill(self.pid, signal.SIGUSR1)

    def seconds(self) -> float:
        """Seconds of processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def fill(
    url: str, preset: str, tables: int, *, options: dict[str, Any], seed: int = 1, players: int = 2
) -> list[Invitation]:
    """Create tables whose matches have begun, in a database; returns their players' cookies."""
    storage = Database(url)
    await storage.open()
    people: list[dict[str, Any]] = []
    invitations, appends = [], []
    chance = Seeded(seed)
    plans = [{"type": "me"}, *({"type": "open"} for _ in range(players - 1))]
    request = msgspec.convert({"preset": preset, "options": options, "seats": plans}, CreateTable)
    for n in range(tables):
        secrets = [new_secret() for _ in range(players)]
        names = [f"Player {n}.{seat}" for seat in range(players)]
        ids = [new_secret() for _ in range(players)]
        people += [
            {"id": id_, "secret_hash": hash_secret(secret), "name": name, "created": 1}
            for id_, secret, name in zip(ids, secrets, names, strict=True)
        ]
        opened = seating.open_table(Actor(ids[0], names[0]), request, "instant")
        seats = (TableSeat(person=id_, name=name) for id_, name in zip(ids, names, strict=True))
        opened = structs.replace(opened, seats=tuple(seats))
        table_id = new_secret()
        table = evolve(None, table_id, stored_run([opened], 0, 1)[0], 0.0)
        begun = seating.begin(table, Context(0.0, 1, NOBODY_HERE, chance)).entries
        stored = stored_run([opened, *begun], 0, 1)
        appends.append(Append(stored, None, load(table_id, stored, 0.0)))
        cookies = tuple(f"hanamichi={secret}" for secret in secrets)
        invitations.append(Invitation(table_id, cookies))
    async with storage.writing() as connection:
        await connection.execute(insert(schema.people), people)
    await asyncio.gather(*(storage.append(append) for append in appends))
    await storage.close()
    return invitations


def fill_with(
    checkout: Path, folder: Path, preset: str, tables: int, options: dict[str, Any]
) -> list[Invitation]:
    """`fill` with the code of another checkout, which might not read a newer version's database."""
    module = "load_house" if _is_of_version_0_1(checkout) else "load_servers"
    given = [sqlite_url(folder), preset, str(tables), msgspec.json.encode(options).decode()]
    found = subprocess.run(
        [sys.executable, "-c", _FILL.format(module), *given],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(found.stdout, type=list[Invitation])


_FILL = """
import asyncio, json, sys
from benchmarks.{0} import fill
url, preset, tables, options = sys.argv[1:]
print(json.dumps(asyncio.run(fill(url, preset, int(tables), options=json.loads(options)))))
"""


def _is_of_version_0_1(checkout: Path) -> bool:
    return (checkout / "benchmarks" / "load_house.py").exists()


@contextmanager
def hanamichi(folder: Path, checkout: Path = ROOT) -> Iterator[Running]:
    """Our server from a checkout, over the tables in a folder: SQLite with full sync."""
    old = _is_of_version_0_1(checkout)
    module = "benchmarks.load_house" if old else "benchmarks.load_servers"
    command = [sys.executable, "-m", module, str(folder)]
    with _process(command, checkout, PYTHONPATH=str(checkout / "src")) as running:
        yield running


@contextmanager
def boardgame_io() -> Iterator[Running]:
    """boardgame.io's server, with its matches in memory."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = ["node", str(_PEER / "server.js"), str(port)]
    with _process(command, _INSTALLED, NODE_ENV="production") as running:
        yield running


def install_boardgame_io() -> str:
    """Install the locked version into a build folder, once; the version, or an empty string."""
    found = _INSTALLED / "node_modules" / "boardgame.io" / "package.json"
    if not found.exists():
        if shutil.which("npm") is None:
            return ""
        _INSTALLED.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(_PEER / name, _INSTALLED / name)
        npm = ["npm", "ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--loglevel=error"]
        if subprocess.run(npm, cwd=_INSTALLED, check=False).returncode != 0:
            return ""
    return str(msgspec.json.decode(found.read_bytes())["version"])


@contextmanager
def _process(command: Sequence[str], folder: Path, **environment: str) -> Iterator[Running]:
    """Run a server that prints the port on which it listens."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        while line and not line.startswith("listening"):
            line = process.stdout.readline()
        if not line:
            raise SystemExit(f"The server did not start: {' '.join(command)}")
        yield Running(int(line.split()[1]), process.pid)
    finally:
        process.terminate()  # SIGINT may be ignored, as in a background job
        process.wait(60)
        process.stdout.close()


async def _serve(folder: Path) -> None:
    with listen("127.0.0.1", 0) as listening:
        app = Application(Database(sqlite_url(folder)), limits=UNLIMITED, config=WITHOUT_QUOTAS)

        def evict() -> None:
            app.tables.evict_idle(float("inf"))
            app.gc_pacing.collect()

        def started() -> None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, evict)
            print(f"listening {listening.getsockname()[1]}", flush=True)

        await run(app, listening, started=started)


if __name__ == "__main__":
    run_alone(_serve(Path(sys.argv[1])))
