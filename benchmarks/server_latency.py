"""The latency from a move sent to all seats informed, on a real server with full disk sync.

    .venv/bin/python benchmarks/server_latency.py [--tables 8] [--moves 400]

The time runs from just before a client sends its move until the last seat of that table has read
what happened, so it includes two trips through the loopback and the clients' own work. The same
moves with the database in memory-backed storage tell how much of it is the disk's sync.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from hanamichi import __version__

Json = dict[str, Any]


class Case(NamedTuple):
    """A kind of table."""

    label: str
    preset: str
    players: int
    options: Json


CASES = (
    Case("Hanabi, 2 seats", "hanabi/cocktail", 2, {"errors": 10}),
    Case("Hanabi, 5 seats", "hanabi/cocktail", 5, {"errors": 10}),
    Case("Koi-Koi", "koikoi/nintendo", 2, {"rounds": 12}),
)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run `hanamichi serve` in its own process."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, "--port", str(port)],
        env={**os.environ, "HANAMICHI_DATA": str(folder)},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/api/tables")
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait_for(address: str) -> None:
    for _ in range(400):
        try:
            httpx.get(address)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server did not start")


class Seat:
    """One player's connection."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.position: Json | None = None
        self.received = asyncio.Event()
        self.seated = asyncio.Event()
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self.line:
            message = msgspec.json.decode(frame)
            if message["type"] in ("snapshot", "happened"):
                self.position = message["position"]
            if message["type"] == "ack":
                self.seated.set()
            self.received.set()

    async def beyond(self, ply: int) -> None:
        """Wait until this seat has received a later ply."""
        while self.position is None or self.position["ply"] <= ply:
            self.received.clear()
            await self.received.wait()


async def sit_down(address: str, case: Case) -> list[Seat]:
    """A table with all players connected and the match begun."""
    seats = []
    table = ""
    for n in range(case.players):
        async with httpx.AsyncClient(base_url=f"http://{address}") as client:
            await client.put("/api/me", json={"name": f"Player {n + 1}"})
            if not table:
                plans = [{"type": "me"}] + [{"type": "open"}] * (case.players - 1)
                body = {"preset": case.preset, "options": case.options, "seats": plans}
                table = (await client.post("/api/tables", json=body)).json()["id"]
            cookie = f"hanamichi={client.cookies['hanamichi']}"
        line = await connect(
            f"ws://{address}/api/tables/{table}/socket", additional_headers={"Cookie": cookie}
        )
        seats.append(Seat(line))
        await line.send('{"type":"sit","id":"sit"}')
        await seats[-1].seated.wait()
    await seats[0].line.send('{"type":"start","id":"start"}')
    for seat in seats:
        await seat.beyond(-1)
    return seats


async def play(address: str, case: Case, moves: int, choice: random.Random) -> list[float]:
    """The milliseconds that each move took, at as many tables as needed."""
    times: list[float] = []
    while len(times) < moves:
        seats = await sit_down(address, case)
        while len(times) < moves:
            acting = next(
                (seat for seat in seats if seat.position and seat.position["legal"]), None
            )
            if acting is None or acting.position is None:
                break
            ply = acting.position["ply"]
            action = choice.choice(acting.position["legal"])
            move = {"type": "move", "id": f"m{ply}", "ply": ply, "action": action}
            frame = msgspec.json.encode(move).decode()
            began = time.perf_counter()
            await acting.line.send(frame)
            await asyncio.gather(*(seat.beyond(ply) for seat in seats))
            times.append(1000 * (time.perf_counter() - began))
        for seat in seats:
            seat.task.cancel()
            await seat.line.close()
    return times


async def measure(address: str, case: Case, tables: int, moves: int) -> list[float]:
    """Several tables at once, each as fast as its players receive moves."""
    runs = (play(address, case, moves // tables, random.Random(n)) for n in range(tables))
    return [time for run in await asyncio.gather(*runs) for time in run]


def row(label: str, times: list[float]) -> str:
    """One line of the table."""
    cuts = statistics.quantiles(times, n=100)
    return f"| {label} | {len(times)} | {cuts[49]:.1f} | {cuts[94]:.1f} | {max(times):.1f} |"


def main() -> None:
    """Measure every kind of table, on disk and in memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1, help="tables playing at once")
    parser.add_argument("--moves", type=int, default=400, help="moves for each line")
    arguments = parser.parse_args()
    memory = Path("/dev/shm")
    places = {"disk": None, "memory": str(memory)} if memory.is_dir() else {"disk": None}
    print(f"Hanamichi {__version__}, Python {platform.python_version()}, {os.cpu_count()} cores")
    print(f"{arguments.tables} table(s) at once; milliseconds from move to all seats\n")
    print("| table, storage | moves | p50 | p95 | worst |\n|---|---|---|---|---|")
    for place, parent in places.items():
        with tempfile.TemporaryDirectory(dir=parent) as folder, server(Path(folder)) as address:
            for case in CASES:
                times = asyncio.run(measure(address, case, arguments.tables, arguments.moves))
                print(row(f"{case.label}, {place}", times), flush=True)


if __name__ == "__main__":
    main()
