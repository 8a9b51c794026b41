"""People and bots at many tables of several processes, and a check that nothing went wrong.

The clients behave like browsers: they reconnect to any process, and send an unanswered move again.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Moved
from hanamichi.server.table.state import load
from tests.server.fleet import Fleet
from tests.server.live import Json, Person, Server

RETRY_SECONDS = 0.05
"""Seconds after which a lost client tries again."""
MAX_SILENCE_SECONDS = 90.0
"""Seconds without a message, which is too long even on a busy machine."""


class TableClient:
    """A client that plays or watches at one table until the match is over."""

    def __init__(self, fleet: Fleet, table: str, cookie: str, choice: random.Random) -> None:
        self.table = table
        self.acknowledged: dict[str, int] = {}
        """The number of the entry of every acknowledged move."""
        self.seen: dict[int, Json] = {}
        """The log, by the number of each entry."""
        self.closed: Counter[int] = Counter()
        """The close codes of ended connections."""
        self.refused: Counter[str] = Counter()
        self.silences = 0
        """How often no message came for so long that the client reconnected."""
        self.over = False
        self.where: str | None = None
        self.moved = asyncio.Event()
        self._fleet = fleet
        self._cookie = cookie
        self._choice = choice
        self._pending: Json | None = None
        self._position: Json | None = None
        self._count = 0

    async def stay(self) -> None:
        """Stay connected until the match is over."""
        while not self.over:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake):
                await self._visit()
            self.where = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _visit(self) -> None:
        server = self._fleet.any(self._choice)
        last = max(self.seen, default=0)
        address = f"{server.ws}/api/tables/{self.table}/socket?seen={last}"
        headers = {"Cookie": self._cookie} if self._cookie else {}
        async with connect(
            address, additional_headers=headers, ping_interval=None, ssl=server.tls
        ) as raw:
            self.where = server.address
            try:
                while not self.over:
                    async with asyncio.timeout(MAX_SILENCE_SECONDS):
                        frame = await raw.recv()
                    command = self._take(msgspec.json.decode(frame))
                    if command is not None:
                        await raw.send(msgspec.json.encode(command).decode())
            except ConnectionClosed:
                self.closed[raw.close_code or 0] += 1
            except TimeoutError:
                self.silences += 1

    def _take(self, message: Json) -> Json | None:
        """Take a message in; the command to send next, if any."""
        match message["type"]:
            case "snapshot":
                self._log(message["log"])
                self.over = message["table"]["status"] == "over"
                self._position = message["position"]
                # Sent before the connection was lost: whether it arrived is not known.
                return self._pending or self._decide()
            case "happened":
                self._log(message["entries"])
                self._position = message["position"]
                return None if self._pending else self._decide()
            case "table-changed":
                self.over = message["table"]["status"] == "over"
            case "ack":
                assert self._pending is not None
                self.acknowledged[message["id"]] = message["seq"]
                self._pending = None
                self.moved.set()
                return self._decide()
            case "error":
                return self._refused(message)
            case _:
                pass
        return None

    def _log(self, entries: list[Json]) -> None:
        for entry in entries:
            assert self.seen.setdefault(entry["seq"], entry) == entry, "the log never changes"
            assert entry["seq"] == max(self.seen), "and grows at its end"

    def _refused(self, refusal: Json) -> Json | None:
        code = refusal["code"]
        self.refused[code] += 1
        if code == "server/storage":
            return self._pending
        assert code in ("move/stale", "move/not-your-turn", "move/game-over"), refusal
        self._pending = None
        self._position = refusal["position"] or self._position
        return self._decide()

    def _decide(self) -> Json | None:
        position = self._position
        if position is None or not position["legal"]:
            return None
        self._count += 1
        self._pending = {
            "type": "move",
            "id": f"move-{self._count}",
            "ply": position["ply"],
            "action": self._choice.choice(position["legal"]),
        }
        return self._pending


class ClusterPlayers:
    """Tables of all kinds, with people in different processes."""

    def __init__(self, fleet: Fleet, seed: int = 1) -> None:
        self.fleet = fleet
        self.clients: list[TableClient] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._choice = random.Random(seed)

    async def open_many(self, times: int, rounds: int = 2) -> None:
        """So many tables of each kind: people alone, with bots, and bots alone."""
        for _ in range(times):
            await asyncio.gather(
                self.open("koikoi/nintendo", people=2, options={"rounds": rounds}),
                self.open("hanabi/cocktail", "casual", people=2, bot_pace="quick"),
                self.open("hanabi/cocktail", "random", "random", people=1),
                self.open("hanabi/cocktail", "random", "random", people=0, bot_pace="quick"),
                self.open(
                    "koikoi/robin-red", "regular", "regular", people=0, options={"rounds": rounds}
                ),
            )

    async def open(
        self, preset: str, *bots: str, people: int, **settings: Any
    ) -> list[TableClient]:
        """Open a table with so many people and these bots in any process; its clients."""
        cookies = []
        host: Person | None = None
        for n in range(max(1, people)):
            someone = Person(self.fleet.any(self._choice))
            await someone.request("PUT", "/api/me", {"name": f"P{n}"})
            cookies.append(someone.cookie)
            host = host or someone
            if someone is not host:
                await someone.client.aclose()
        assert host is not None
        seats = ["me", *["open"] * (people - 1)] if people else []
        table = await host.open_table(preset, *seats, *bots, start=people < 2, **settings)
        if people > 1:
            await self._seat(table, cookies)
        await host.client.aclose()
        fresh = [
            TableClient(self.fleet, table, cookie, random.Random(self._choice.random()))
            for cookie in (cookies if people else [""])
        ]
        self.clients += fresh
        self.tasks += [asyncio.create_task(client.stay()) for client in fresh]
        return fresh

    async def _seat(self, table: str, cookies: list[str]) -> None:
        """Let all people sit down, each through some process, and start the match."""
        for cookie in [*cookies[1:], cookies[0]]:
            server = self.fleet.any(self._choice)
            address = f"{server.ws}/api/tables/{table}/socket"
            command = {"type": "start" if cookie == cookies[0] else "sit", "id": "1"}
            headers = {"Cookie": cookie}
            async with connect(address, additional_headers=headers, ssl=server.tls) as raw:
                await raw.send(msgspec.json.encode(command).decode())
                while (said := msgspec.json.decode(await raw.recv()))["type"] != "ack":
                    assert said["type"] != "error", said

    async def moves(self, count: int) -> None:
        """Wait until people have made so many more moves."""
        goal = self.made + count
        while self.made < goal and not all(client.over for client in self.clients):
            for client in self.clients:
                client.moved.clear()
            waiting = [asyncio.ensure_future(client.moved.wait()) for client in self.clients]
            await asyncio.wait([*waiting, *self.tasks], return_when=asyncio.FIRST_COMPLETED)
            for each in waiting:
                each.cancel()
            self.tasks = [task for task in self.tasks if not task.done() or task.result()]

    @property
    def made(self) -> int:
        """How many moves were acknowledged."""
        return sum(len(client.acknowledged) for client in self.clients)

    def visitors(self, server: Server) -> int:
        """How many clients are connected to this process now."""
        return sum(client.where == server.address for client in self.clients)

    async def finish(self, seconds: float) -> None:
        """Wait until every match is over."""
        async with asyncio.timeout(seconds):
            await asyncio.gather(*self.tasks)

    async def check(self) -> int:
        """Check that acknowledged moves are stored once and all saw the same; how many plies."""
        storage = Database(self.fleet.url)
        plies = 0
        try:
            for table_id in {client.table for client in self.clients}:
                stored = await storage.entries(table_id)
                # Loading checks every move by the rules: a second one for a turn would be refused.
                table = load(table_id, stored, 0.0)
                assert table.status == "over"
                plies += table.ply
                places = {
                    (item.entry.seat, item.entry.command): item.seq
                    for item in stored
                    if isinstance(item.entry, Moved) and item.entry.command is not None
                }
                commands = [
                    item.entry
                    for item in stored
                    if isinstance(item.entry, Moved) and item.entry.command is not None
                ]
                assert len(places) == len(commands), "no command was carried out twice"
                log = [item.seq for item in table.log]
                for client in self.clients:
                    assert not client.silences, "no client was left waiting"
                    if client.table == table_id:
                        assert sorted(client.seen) == log, "no client missed anything"
                        for command, seq in client.acknowledged.items():
                            assert seq in {
                                place for (_, name), place in places.items() if name == command
                            }
        finally:
            await storage.close()
        return plies
