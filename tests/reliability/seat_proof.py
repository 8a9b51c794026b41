"""The seat proof: a stranger who takes and leaves a seat at a waiting table again and again.

    python -m tests.reliability.seat_proof [--seconds 60] [--checkout FOLDER]

Afterwards the host frees the seat, a friend takes it, and the host starts the match, from the
documented protocol alone. Printed is how often the stranger changed the table, and what the others
were answered. With --checkout the server is that of another copy of this project.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.reliability.absence_proof import Line
from tests.reliability.rude_visitor import SOURCE
from tests.reliability.rudeness import served
from tests.reliability.server_process import ROOT
from tests.reliability.socket_players import new_guest, open_table

_ROUNDS = 10_000


class SeatFigures(NamedTuple):
    """What a stranger could do to a waiting table, and what others could do afterwards."""

    changes: int
    answers: tuple[str, str, str]
    """To the host who frees the seat, the friend who takes it, and the host who starts."""


async def shuffle_seats(folder: Path, seconds: float, checkout: Path = ROOT) -> SeatFigures:
    """Let a stranger come and go for so long, and the others play then."""
    async with served(folder, checkout) as server:
        async with httpx.AsyncClient(base_url=f"http://{server.address}") as client:
            host, friend, stranger = [
                await new_guest(client, name) for name in ("Ann", "Bo", "Rude")
            ]
            seats = [{"type": "me"}, {"type": "open"}]
            table = await open_table(client, host, {"preset": "hanabi/online", "seats": seats})
        address = f"ws://{server.address}/api/tables/{table}/socket"
        changes = await _come_and_go(address, stranger, seconds)
        async with _line(address, host) as ann, _line(address, friend) as bo:
            free = {"type": "set-seat", "seat": 1, "plan": {"type": "open"}}
            answers = [
                await ann.send(free),
                await bo.send({"type": "sit", "seat": 1}),
                await ann.send({"type": "start"}),
            ]
    first, second, third = (str(each.get("code", each["type"])) for each in answers)
    return SeatFigures(changes, (first, second, third))


async def _come_and_go(address: str, cookie: str, seconds: float) -> int:
    until, changes = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        with suppress(ConnectionClosed):  # whoever goes on after refusals is disconnected
            async with _line(address, cookie, SOURCE) as line:
                for _ in range(_ROUNDS):
                    for act in ("sit", "leave"):
                        answer = await line.send({"type": act})
                        changes += answer["type"] == "ack"
                        if answer["type"] == "error":
                            await asyncio.sleep(0.2)
                    if time.monotonic() > until:
                        break
    return changes


@asynccontextmanager
async def _line(address: str, cookie: str, source: str = "127.0.0.1") -> AsyncIterator[Line]:
    headers = {"cookie": cookie}
    async with connect(address, additional_headers=headers, local_addr=(source, 0)) as socket:
        yield Line(socket)


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = await shuffle_seats(Path(folder), given.seconds, given.checkout)
    print(f"the stranger changed the table {found.changes} times")
    for act, answer in zip(("free the seat", "sit", "start"), found.answers, strict=True):
        print(f"{act}: {answer}")


if __name__ == "__main__":
    asyncio.run(main())
