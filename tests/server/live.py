"""A real server on a free port, and clients with real sockets."""

from __future__ import annotations

import asyncio
import functools
import random
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanamichi.core import Chance, Seeded
from hanamichi.server.application import Application
from hanamichi.server.net.listening import listen
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.serve import NO_PROXIES, server_for
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.table.state import Table

TIMEOUT_SECONDS = 10.0
"""Seconds to wait for an expected message."""

Json = dict[str, Any]
T = TypeVar("T")


def live(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test in an event loop of its own."""

    @functools.wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))

    return run


class SwitchableChance:
    """Passes on another chance, which a test may replace."""

    def __init__(self, current: Chance) -> None:
        self.current = current

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.current.shuffle(label, items)


class Server:
    """A running server; `stop` and `running` again is a restart."""

    chance: SwitchableChance
    """Where the server was started with a seed."""
    tls: ssl.SSLContext | None = None
    """How clients check the certificate of a server with https."""

    def __init__(self, app: Application, address: str) -> None:
        self.app = app
        self.address = address

    @property
    def http(self) -> str:
        return f"{'http' if self.tls is None else 'https'}://{self.address}"

    @property
    def ws(self) -> str:
        return f"{'ws' if self.tls is None else 'wss'}://{self.address}"

    async def table(self, table_id: str) -> Table:
        """The full state, which no client ever sees."""
        return (await self.app.tables.get(table_id)).table


@asynccontextmanager
async def running(
    folder: Path,
    *,
    url: str | None = None,
    seed: int | None = 1,
    proxies: TrustedProxies = NO_PROXIES,
    ping: float = 20.0,
    **options: Any,
) -> AsyncIterator[Server]:
    """A server over the database in this folder."""
    chance = None if seed is None else SwitchableChance(Seeded(seed))
    database = Database(url or sqlite_url(folder))
    app = Application(database, bot_pace="instant", chance=chance, **options)
    await app.open()
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    up = asyncio.Event()
    server = server_for(app, started=up.set, proxies=proxies, ping=ping)
    # `serve` would also handle signals, which pytest does
    task = asyncio.create_task(server._serve([listening]))
    await up.wait()
    try:
        running_server = Server(app, f"127.0.0.1:{port}")
        if chance is not None:
            running_server.chance = chance
        yield running_server
    finally:
        server.should_exit = True
        await task


class Person:
    """A browser with its cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = httpx.AsyncClient(base_url=server.http, timeout=30, verify=server.tls or True)

    async def request(self, method: str, path: str, body: Any = None, **named: Any) -> Any:
        """The decoded response to a request, also to a refused one."""
        response = await self.client.request(method, path, json=body, **named)
        return response.json()

    async def open_table(self, preset: str, *seats: str, **settings: Any) -> str:
        """Open a table: seats are `me`, `open` or the name of a bot."""
        plans = [
            {"type": seat} if seat in ("me", "open") else {"type": "bot", "bot": seat}
            for seat in seats
        ]
        answer = await self.request(
            "POST", "/api/tables", {"preset": preset, "seats": plans, **settings}
        )
        assert "id" in answer, answer
        return str(answer["id"])

    def sent_to(self, server: Server) -> Person:
        """The same browser at another process, or after a restart."""
        moved = Person(server)
        moved.client.cookies.update(self.client.cookies)
        return moved

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @asynccontextmanager
    async def at(self, table_id: str, seen: int = 0, more: str = "") -> AsyncIterator[Socket]:
        """Connected to a table, the snapshot received."""
        async with self.connected(table_id, seen, more) as line:
            await line.until(lambda: line.snapshot is not None)
            yield line

    @asynccontextmanager
    async def connected(
        self, table_id: str, seen: int = 0, more: str = ""
    ) -> AsyncIterator[Socket]:
        """Connected, without waiting for the snapshot."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if (address := self.client.headers.get("x-forwarded-for")) is not None:
            headers["X-Forwarded-For"] = address
        address = f"{self.server.ws}/api/tables/{table_id}/socket?seen={seen}{more}"
        async with connect(
            address,
            additional_headers=headers,
            open_timeout=TIMEOUT_SECONDS,
            ssl=self.server.tls,
        ) as raw:
            line = Socket(raw)
            try:
                yield line
            finally:
                line.reader.cancel()


@asynccontextmanager
async def person(server: Server, name: str | None = None) -> AsyncIterator[Person]:
    """A person, with or without a nickname."""
    someone = Person(server)
    try:
        if name is not None:
            await someone.request("PUT", "/api/me", {"name": name})
        yield someone
    finally:
        await someone.client.aclose()


class Socket:
    """One connection: all its frames, and the last state they showed."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.frames: list[str] = []
        self.messages: list[Json] = []
        self.sent: list[Json] = []
        self.snapshot: Json | None = None
        self.position: Json | None = None
        self.table: Json = {}
        self.you: Json = {}
        self.notes: Json = {}
        self.log: list[Json] = []
        self.closed: int | None = None
        self.also_set: asyncio.Event | None = None
        """Set with every message, to wait for several connections at once."""
        self._changed = asyncio.Event()
        self._count = 0
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.raw:
                assert isinstance(frame, str)
                self._take(frame)
        except ConnectionClosed:
            pass
        self.closed = self.raw.close_code
        self._changed.set()

    def _take(self, frame: str) -> None:
        message: Json = msgspec.json.decode(frame)
        self.frames.append(frame)
        self.messages.append(message)
        match message["type"]:
            case "snapshot":
                self.snapshot = message
                self.table, self.you = message["table"], message["you"]
                self.position, self.notes = message["position"], message["notes"]
                self.log = list(message["log"])
            case "happened":
                self.position = message["position"]
                self.log += message["entries"]
            case "table-changed":
                self.table, self.you = message["table"], message["you"]
            case "notes":
                self.notes = message["notes"]
            case _:
                pass
        self._changed.set()
        if self.also_set is not None:
            self.also_set.set()

    async def until(self, ready: Callable[[], Any], seconds: float = TIMEOUT_SECONDS) -> None:
        """Wait for messages until a condition is true."""
        async with asyncio.timeout(seconds):
            while not ready():
                assert self.closed is None, f"closed with {self.closed}"
                self._changed.clear()
                await self._changed.wait()

    async def until_closed(self) -> int:
        """Wait until the connection ends; its close code."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self.reader
        assert self.closed is not None
        return self.closed

    def of(self, kind: str) -> list[Json]:
        """The messages of a type, in order."""
        return [message for message in self.messages if message["type"] == kind]

    def answer_to(self, command_id: str) -> list[Json]:
        """The answers to a command."""
        return [
            message
            for message in self.messages
            if message["type"] in ("ack", "error", "seat-link", "hinted")
            and message["id"] == command_id
        ]

    async def send(self, kind: str, *, id: str | None = None, **fields: Any) -> Json:  # noqa: A002
        """Send a command and wait for its answer."""
        self._count += 1
        command_id = id or f"c{self._count}-{random.randrange(10**9)}"
        before = len(self.answer_to(command_id))
        command = {"type": kind, "id": command_id, **fields}
        self.sent.append(command)
        await self.raw.send(msgspec.json.encode(command).decode())
        await self.until(lambda: len(self.answer_to(command_id)) > before)
        return self.answer_to(command_id)[-1]

    async def ok(self, kind: str, **fields: Any) -> Json:
        """Send a command that must succeed."""
        answer = await self.send(kind, **fields)
        assert answer["type"] != "error", answer
        return answer

    async def refused(self, kind: str, **fields: Any) -> str:
        """Send a command that must be refused; the code."""
        answer = await self.send(kind, **fields)
        assert answer["type"] == "error", answer
        return str(answer["code"])

    async def move(self, action: Any, **fields: Any) -> Json:
        """Send a move for the last known ply."""
        assert self.position is not None
        return await self.send("move", **({"ply": self.position["ply"], "action": action} | fields))

    async def move_any(self, choice: random.Random) -> Json:
        """Send a random legal move."""
        assert self.position is not None
        answer = await self.move(choice.choice(self.position["legal"]))
        assert answer["type"] == "ack", answer
        return answer

    @property
    def to_act(self) -> bool:
        """Whether it is this seat's turn."""
        return bool(self.position and self.position["legal"])


async def play_out(*lines: Socket, seed: int = 0, most: int = 5000) -> None:
    """Let the people of these connections play at random until the match is over."""
    choice = random.Random(seed)
    for _ in range(most):
        line = await _next_to_act(lines)
        if line is None:
            return
        await line.move_any(choice)
    raise AssertionError("the match does not end")


async def _next_to_act(lines: tuple[Socket, ...]) -> Socket | None:
    """The connection to act once all have received the same; None at the end."""
    received = asyncio.Event()
    for line in lines:
        line.also_set = received
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            received.clear()
            if all(line.table["status"] == "over" for line in lines):
                return None
            if len({line.position["seq"] for line in lines if line.position}) == 1:
                for line in lines:
                    if line.to_act and line.table["status"] == "playing":
                        return line
            await received.wait()
