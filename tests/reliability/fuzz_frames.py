"""The socket under fire: hostile frames from strangers, guests and players, on a real server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import get_args

import httpx
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Stored
from tests.reliability import hostile_frames
from tests.reliability.server_process import ServerProcess
from tests.reliability.socket_players import Json, new_guest, open_table

_CODES = set(get_args(ErrorCode))
_OUR_FAULT = {"server/internal", "server/storage"}
_BATCH = 40
"""Frames under way at a time; fewer than a slow reader may leave waiting."""
_PATIENCE = 60.0


class Frames(msgspec.Struct):
    """What was sent, and what came of it: nothing."""

    frames: int = 0
    made_up: int = 0
    """Of them, made by Hypothesis; the others are mutated from real ones."""
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    """By code; `ack` for what was harmless after all."""
    memory_before: float = 0.0
    """MiB of the server's process, after a tenth of it all."""
    memory_after: float = 0.0
    tables: int = 0
    """None of which changed."""


class Sender:
    """One way in: somebody, or nobody, at a table."""

    def __init__(self, address: str, table: str, cookie: str | None, *, seated: bool) -> None:
        self._url = f"ws://{address}/api/tables/{table}/socket"
        self._headers = {"Cookie": cookie} if cookie else {}
        self._seated = seated
        self._answers: Counter[str] = Counter()

    async def send(self, frames: Iterable[str], answers: Counter[str]) -> int:
        """Send frames, and see each of them answered once. How many were sent."""
        chosen = [f for f in frames if not self._seated or hostile_frames.is_hostile_from_a_seat(f)]
        async with (
            asyncio.timeout(_PATIENCE),
            connect(
                self._url,
                additional_headers=self._headers,
                compression=None,
                max_queue=None,
            ) as line,
        ):
            for begin in range(0, len(chosen), _BATCH):
                batch = chosen[begin : begin + _BATCH]
                await asyncio.gather(self._hear(line, len(batch), answers), _send(line, batch))
        return len(chosen)

    async def _hear(self, line: ClientConnection, count: int, answers: Counter[str]) -> None:
        while count:
            message = msgspec.json.decode(await line.recv())
            if message["type"] in ("ack", "error", "hinted", "seat-link"):
                answers[message.get("code", message["type"])] += 1
                count -= 1


async def _send(line: ClientConnection, batch: list[str]) -> None:
    for frame in batch:
        await line.send(frame)


class Ground:
    """A server, matches that are on, and everybody who may throw something at them."""

    def __init__(self, server: ServerProcess, storage: Database) -> None:
        self.server = server
        self.senders: list[Sender] = []
        self.tables: list[str] = []
        self._storage = storage
        self._excused: set[str] = set()

    def excuse(self, line: str) -> None:
        """Something that the server may say."""
        self._excused.add(line)

    def unexpected(self) -> list[Json]:
        """Everything else that it said beside its usual lines."""
        return [each for each in self.server.complaints() if each["event"] not in self._excused]

    async def prepare(self) -> None:
        """Two matches, each with a player, a guest and a stranger at the door."""
        address = self.server.address
        async with httpx.AsyncClient(base_url=f"http://{address}") as client:
            ann = await new_guest(client, "Ann")
            eve = await new_guest(client, "Eve")
            for preset, options in (
                ("hanabi/cocktail", {"first_seat": 0}),
                ("koikoi/nintendo", {"first_dealer": 0}),
            ):
                seats = [{"type": "me"}, {"type": "bot", "bot": "random"}]
                request = {"preset": preset, "seats": seats, "options": options, "start": True}
                table = await open_table(client, ann, request)
                self.tables.append(table)
                for cookie, seated in ((ann, True), (eve, False), (None, False)):
                    self.senders.append(Sender(address, table, cookie, seated=seated))

    async def truth(self) -> list[list[Stored]]:
        """Everything that the tables have written down."""
        return [await self._storage.entries(table) for table in self.tables]


@contextlib.asynccontextmanager
async def ground(folder: Path, url: str, *gate: str) -> AsyncIterator[Ground]:
    """A server in its own process, which must say nothing and still stand afterwards."""
    server = ServerProcess(url, folder, *gate)
    server.start()
    storage = Database(url)
    try:
        await server.until_ready()
        here = Ground(server, storage)
        await here.prepare()
        before = await here.truth()
        yield here
        assert await here.truth() == before, "a table changed"
        assert server.stop() == 0
        assert not here.unexpected(), here.unexpected()
    finally:
        await storage.close()
        server.sweep()


async def throw(url: str, folder: Path, *, frames: int, made_up: int, seed: int) -> Frames:
    """So many frames at a server whose gate is open, that many of them made by Hypothesis."""
    done = Frames(made_up=made_up)
    async with ground(folder, url, "open") as here:
        done.tables = len(here.tables)
        senders = itertools.cycle(here.senders)
        endless = hostile_frames.endless(seed)
        while done.frames < frames - made_up:
            chunk = list(itertools.islice(endless, 500))
            done.frames += await next(senders).send(chunk, done.answers)
            if not done.memory_before and done.frames > frames / 10:
                done.memory_before = here.server.memory()
        for chunk in await asyncio.to_thread(_made_up, made_up, seed):
            done.frames += await next(senders).send(chunk, done.answers)
        done.memory_after = here.server.memory()
    known = _CODES | {"ack", "hinted", "seat-link"}
    assert set(done.answers) <= known, set(done.answers) - known
    assert not _OUR_FAULT & set(done.answers), done.answers
    return done


def _made_up(count: int, seed: int) -> list[list[str]]:
    """Frames of any JSON, as Hypothesis makes it up."""
    made: list[list[str]] = []

    @settings(max_examples=max(1, count // 50), deadline=None, derandomize=seed == 0, database=None)
    @given(st.lists(hostile_frames.JSON, min_size=50, max_size=50))
    def collect(values: list[object]) -> None:
        made.append([msgspec.json.encode(value).decode() for value in values])

    collect()
    return made


async def flood(url: str, folder: Path, *gate: str, frames: int, seed: int) -> Counter[str]:
    """As many frames at a server with its usual limits: most are not even read."""
    answers: Counter[str] = Counter()
    sent = 0
    async with ground(folder, url, *gate) as here:
        senders = itertools.cycle(here.senders)
        endless = hostile_frames.endless(seed)
        while sent < frames:
            chunk = list(itertools.islice(endless, 500))
            sent += len(chunk)
            # the server ends a connection that does not listen to it
            with contextlib.suppress(ConnectionClosed):
                await next(senders).send(chunk, answers)
    assert not _OUR_FAULT & set(answers), answers
    assert answers["frame/too-many"] > 0
    return answers
