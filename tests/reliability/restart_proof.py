"""The restart proof: how soon thousands of live matches go on after their server is killed.

    python -m tests.reliability.restart_proof [--tables 2000] [--connected 2000] [--kills 5]
                                              [--baseline CHECKOUT]

Two people sit at every table; where it is connected each has a socket, and moves are sent all the
time. The server is killed with SIGKILL and started again at once. Every client connects again like
the page does, and the player to act moves as soon as the position is there: that all do so at once
is the worst case. Times are counted from the kill. In the end every acknowledged move must be
stored, once. With --baseline the server is that of another checkout of this project, which must
have the same schema of the database; to measure an older one, copy this program there.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import httpx
import msgspec

from benchmarks.load_clients import Invitation
from benchmarks.load_servers import fill
from benchmarks.websocket_client import Line
from hanamichi.server.serve import run_alone
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Moved
from tests.reliability.kill_proof import check_once
from tests.reliability.server_process import ROOT, ServerProcess

_PRESET, _OPTIONS = "hanabi/online", {"errors": 10}
_MOVES_PER_SECOND = 200
"""While the server runs."""
_OPENING_MOVES = 8
"""Moves at every table before the first kill, so that there is something to load."""
_MAX_IN_FLIGHT = 256
"""Moves sent at a time at the beginning."""
_POLL_SECONDS = 0.005
_TIMEOUT_SECONDS = 60.0

_FIRST_MS, _MAX_MS = 300, 8000
"""As in web/src/lib/net/backoff.ts."""


def backoff(attempt: int) -> float:
    """How many seconds the page waits before it connects again."""
    full: int = min(_MAX_MS, _FIRST_MS << attempt)
    return full * random.uniform(0.5, 1.0) / 1000


class Restart(msgspec.Struct, frozen=True):
    """Seconds from a kill until each phase."""

    listening: float
    """A connection is accepted."""
    page: float
    """The page is received."""
    position: float
    """A client has its position back."""
    move: float
    """A move is acknowledged."""
    half: float
    """Half of the matches have moved."""
    most: float
    """95 % of the matches have moved."""
    all: float
    """Every match has moved."""
    attempts: float
    """Connections that a client tried to open, on average."""


class Restarts(msgspec.Struct, frozen=True):
    """What was measured, and what was found intact afterwards."""

    tables: int
    connected: int
    """Of them, those whose people have them open."""
    restarts: tuple[Restart, ...]
    acknowledged: int
    """Moves; each is stored once."""
    resent: int
    """Moves in flight at a kill, sent again."""


class _Position(msgspec.Struct):
    ply: int
    to_act: int | None
    legal: list[msgspec.Raw]


class _PositionMessage(msgspec.Struct):
    position: _Position


class _Ack(msgspec.Struct):
    id: str
    seq: int


_POSITION = msgspec.json.Decoder(_PositionMessage)
_ACK = msgspec.json.Decoder(_Ack)


class Door:
    """Whether the server accepts connections, found out by one prober for all clients.

    Thousands of clients that are refused many times a second would slow down the machine that they
    share with the server.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.open = True

    async def opens(self, killed: float) -> float:
        """Wait until a connection is accepted: how many seconds after the kill that is."""
        self.open = False
        while not self.open:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                self.open = True
                break
            await asyncio.sleep(_POLL_SECONDS)
        return time.monotonic() - killed


class SeatClient:
    """The client of one seat, which connects again whenever its connection ends."""

    def __init__(self, table: ReturningTable, seat: int, cookie: str) -> None:
        self.attempts = 0
        """Connections that it tried to open since the last kill."""
        self._table = table
        self._seat = seat
        self._cookie = cookie
        self._line: Line | None = None

    async def stay(self, door: Door) -> None:
        """Be connected until cancelled."""
        path = f"/api/tables/{self._table.id}/socket?aids=table"
        attempt = 0
        while True:
            self.attempts += 1
            if door.open:
                with contextlib.suppress(OSError):
                    receive = partial(self._table.receive, self._seat)
                    # The position may come with the answer to the handshake.
                    line = self._line = Line(door.port, path, receive, cookie=self._cookie)
                    await line.open()
                    attempt = 0
                    await line.closed.wait()
                self._line = None
                self._table.left(self._seat)
            await asyncio.sleep(backoff(attempt))
            attempt += 1

    def send(self, frame: bytes) -> None:
        """Send a frame; on a connection that has just ended it is lost."""
        if self._line is not None:
            self._line.send(frame)


class ReturningTable:
    """A table whose clients return after a kill, and send a move in flight again."""

    def __init__(self, invitation: Invitation, clients: Clients) -> None:
        self.id = invitation.table
        self.seats = [SeatClient(self, *each) for each in enumerate(invitation.cookies)]
        self.acknowledged: dict[str, int] = {}
        """The log index of each command that was carried out."""
        self.resent = 0
        self.refused: list[str] = []
        self.over = False
        self._clients = clients
        self._choice = random.Random(invitation.table)
        self._here = [False] * len(self.seats)
        """Which clients have received a position on their connection."""
        self._to_act: int | None = None
        self._ply = -1
        self._legal: list[msgspec.Raw] = []
        self._in_flight: tuple[int, bytes] | None = None
        """The seat and the frame of a move without an answer."""

    @property
    def ready(self) -> bool:
        """Whether the client to act can send a move."""
        return self._in_flight is None and self._to_act is not None and self._here[self._to_act]

    @property
    def whole(self) -> bool:
        """Whether all clients have a position."""
        return all(self._here)

    @property
    def state(self) -> str:
        """What a table that does not move waits for."""
        return (
            f"ply {self._ply}, seat {self._to_act} to act, here {self._here}, "
            f"in flight {self._in_flight}, refused {self.refused[-1:]}"
        )

    def move(self) -> None:
        """Send a random legal move."""
        assert self._to_act is not None
        action = bytes(self._choice.choice(self._legal))
        command = f"m{self._ply}"
        text = b'{"type":"move","id":"%s","ply":%d,"action":%s}'
        self._in_flight = self._to_act, text % (command.encode(), self._ply, action)
        self.seats[self._to_act].send(self._in_flight[1])

    def left(self, seat: int) -> None:
        """The connection of a seat has ended."""
        self._here[seat] = False

    def receive(self, seat: int, frame: bytes) -> None:
        """Take a message to a seat."""
        if frame.startswith((b'{"type":"happened"', b'{"type":"snapshot"')):
            position = _POSITION.decode(frame).position
            self.over = position.to_act is None
            if position.legal:
                self._legal, self._to_act, self._ply = position.legal, seat, position.ply
            if not self._here[seat]:
                self._here[seat] = True
                self._returned(seat)
        elif frame.startswith(b'{"type":"ack"'):
            ack = _ACK.decode(frame)
            self.acknowledged[ack.id] = ack.seq
            self._in_flight = None
            if self._to_act == seat:
                self._to_act = None
            # The killed server's last answers may be read after the kill.
            if self.seats[seat].attempts:
                self._clients.moved(self)
        elif frame.startswith(b'{"type":"error"'):
            self.refused.append(frame.decode())

    def _returned(self, seat: int) -> None:
        if self._in_flight is not None and seat == self._in_flight[0]:
            self.resent += 1
            self.seats[seat].send(self._in_flight[1])
        self._clients.returned(self)


class Clients:
    """The clients of all tables."""

    def __init__(self, invitations: Sequence[Invitation]) -> None:
        self.tables = [ReturningTable(each, self) for each in invitations]
        self._tasks: list[asyncio.Task[None]] = []
        self._waiting: set[ReturningTable] = set()
        """Tables that have not moved since the kill."""
        self._killed = 0.0
        self._first_position: float | None = None
        self._moved: list[float] = []
        """When each table moved first after the kill."""
        self._all_moved = asyncio.Event()

    async def connect(self, door: Door) -> None:
        """Open all sockets, and wait until every client has a position."""
        for table in self.tables:
            for seat in table.seats:
                self._tasks.append(asyncio.create_task(seat.stay(door)))
            await asyncio.sleep(0.002)
        await self.whole()

    async def whole(self) -> None:
        """Wait until every client has a position."""
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while not all(  # noqa: ASYNC110  # thousands of tables, polled now and then
                table.whole for table in self.tables
            ):
                await asyncio.sleep(0.05)

    async def play(self, moves: int) -> None:
        """Play so many moves, at most some at a time."""
        done = self._acknowledged() + moves
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while self._acknowledged() < done:
                ready = [table for table in self.tables if table.ready]
                for table in random.sample(ready, min(_MAX_IN_FLIGHT, len(ready))):
                    table.move()
                await asyncio.sleep(0.05)

    async def flow(self) -> None:
        """Send moves at a steady rate until cancelled."""
        began, sent = time.monotonic(), 0
        while True:
            due = int((time.monotonic() - began) * _MOVES_PER_SECOND) - sent
            ready = [table for table in self.tables if table.ready]
            for table in random.sample(ready, min(due, len(ready))):
                table.move()
            sent += due
            await asyncio.sleep(0.02)

    def _acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    def killed(self, at: float) -> None:
        """The server was killed: from now on every table moves as soon as it can."""
        self._killed, self._first_position, self._moved = at, None, []
        self._waiting = {table for table in self.tables if not table.over}
        self._all_moved.clear()
        for table in self.tables:
            for seat in table.seats:
                seat.attempts = 0

    def returned(self, table: ReturningTable) -> None:
        """A client has its position back."""
        if self._first_position is None:
            self._first_position = time.monotonic() - self._killed
        if table in self._waiting and table.over:
            self.moved(table)
        elif table in self._waiting and table.ready:
            table.move()

    def moved(self, table: ReturningTable) -> None:
        """A move was acknowledged."""
        if table in self._waiting:
            self._waiting.discard(table)
            self._moved.append(time.monotonic() - self._killed)
            if not self._waiting:
                self._all_moved.set()

    async def gone_on(self) -> tuple[float, list[float], float]:
        """Wait until all tables have moved: the first position, the moves, and the attempts."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                await self._all_moved.wait()
        except TimeoutError:
            still = [table.state for table in self._waiting]
            raise AssertionError(f"{len(still)} tables do not move: {still[:5]}") from None
        assert self._first_position is not None
        seats = [seat for table in self.tables for seat in table.seats]
        return self._first_position, self._moved, statistics.mean(seat.attempts for seat in seats)

    async def close(self) -> None:
        """End all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def restart_often(
    folder: Path,
    *,
    tables: int,
    connected: int | None = None,
    kills: int,
    seed: int = 1,
    checkout: Path = ROOT,
) -> Restarts:
    """Kill a server under load several times, and measure how soon its matches go on."""
    url = sqlite_url(folder)
    invitations = await fill(url, _PRESET, tables, options=_OPTIONS, seed=seed)
    server = ServerProcess(url, folder, "open", checkout=checkout)
    server.start()
    clients, door = Clients(invitations[:connected]), Door(server.port)
    restarts = []
    try:
        await server.until_ready()
        await clients.connect(door)
        await clients.play(len(clients.tables) * _OPENING_MOVES)
        for _ in range(kills):
            flow = asyncio.create_task(clients.flow())
            await asyncio.sleep(1.0)
            flow.cancel()
            restarts.append(await _restart(server, clients, door))
            await clients.whole()
        await clients.close()
        assert server.stop() == 0
    finally:
        server.sweep()
    await _audit(url, clients.tables)
    return Restarts(
        tables=tables,
        connected=len(clients.tables),
        restarts=tuple(restarts),
        acknowledged=sum(len(table.acknowledged) for table in clients.tables),
        resent=sum(table.resent for table in clients.tables),
    )


async def _restart(server: ServerProcess, clients: Clients, door: Door) -> Restart:
    killed = time.monotonic()
    server.kill()
    clients.killed(killed)
    listening = asyncio.create_task(door.opens(killed))
    await asyncio.sleep(0)
    server.start()
    page = asyncio.create_task(_page(server.address, killed))
    position, moved, attempts = await clients.gone_on()
    count = len(moved)
    return Restart(
        listening=await listening,
        page=await page,
        position=position,
        move=moved[0],
        half=moved[count // 2],
        most=moved[min(count - 1, count * 95 // 100)],
        all=moved[-1],
        attempts=attempts,
    )


async def _page(address: str, killed: float) -> float:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await client.get("/")).status_code == 200:
                    return time.monotonic() - killed
            await asyncio.sleep(_POLL_SECONDS)


async def _audit(url: str, tables: Sequence[ReturningTable]) -> None:
    """Check that every acknowledged move is stored where the server said, and none twice."""
    storage = Database(url)
    for table in tables:
        assert not table.refused, table.refused
        stored = await storage.entries(table.id)
        check_once(stored)
        moves = {item.entry.command: item.seq for item in stored if isinstance(item.entry, Moved)}
        assert table.acknowledged.items() <= moves.items()
    await storage.close()


_PHASES = {
    "listening": "a connection is accepted",
    "page": "the page is there",
    "position": "the first client has its position back",
    "move": "the first move is acknowledged",
    "half": "half of the matches have moved",
    "most": "95 % of the matches have moved",
    "all": "all matches have moved",
}


def report(found: Restarts) -> str:
    """The phases as a Markdown table."""
    lines = ["| seconds from the kill until | median | worst |", "|---|---:|---:|"]
    for name, words in _PHASES.items():
        each = [getattr(restart, name) for restart in found.restarts]
        lines.append(f"| {words} | {statistics.median(each):.2f} | {max(each):.2f} |")
    attempts = statistics.mean(restart.attempts for restart in found.restarts)
    return "\n".join(
        [
            *lines,
            "",
            f"{found.tables:,} matches, {2 * found.connected:,} sockets, "
            f"{len(found.restarts)} kills; "
            f"{found.acknowledged:,} moves acknowledged and stored, {found.resent:,} sent again; "
            f"{attempts:.1f} attempts to connect for each socket.",
        ]
    )


async def _main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="hanamichi-restart-") as folder:
        found = await restart_often(
            Path(folder),
            tables=arguments.tables,
            connected=arguments.connected,
            kills=arguments.kills,
            checkout=arguments.baseline,
        )
    print(report(found))


def main() -> None:
    """Run the proof, and print what it found."""
    parser = argparse.ArgumentParser(description="Kill a server under load, and restart it.")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--connected", type=int, help="tables that are open (default: all)")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--baseline", type=Path, default=ROOT, metavar="CHECKOUT")
    run_alone(_main(parser.parse_args()))


if __name__ == "__main__":
    main()
