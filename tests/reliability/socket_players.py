"""Simulated players: they play random legal moves, reconnect, and keep all they receive."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Json = dict[str, Any]

CUT = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError, EOFError)
"""Exceptions of a connection whose server dies."""
_RETRY_SECONDS = 0.05
_BEFORE_START_REFUSALS = {
    "table/started",
    "table/full",
    "table/seat-taken",
    "table/seats-open",
    "table/not-host",
}
"""Refusals that simultaneous commands may get before the start."""


class Sent(NamedTuple):
    """A move in flight; it is sent again unchanged after a reconnection."""

    id: str
    ply: int
    action: Json


class Acknowledged(NamedTuple):
    """A move that the server acknowledged."""

    table: str
    seat: int
    id: str
    seq: int
    action: Json


class Player:
    """A simulated player at one table, or a spectator while bots play."""

    def __init__(
        self,
        address: str,
        cookie: str,
        table: str,
        seed: int,
        told: Callable[[], None],
        seconds: float | None = None,
    ) -> None:
        self.table = table
        self.troubles: Counter[str] = Counter()
        """Refusals caused by a fault; each command was sent again."""
        self.acknowledged: list[Acknowledged] = []
        self.seen: dict[int, bytes] = {}
        """Every log entry received, as it was first."""
        self.snapshots = 0
        """Snapshots received, one for each connection."""
        self.resent = 0
        self.surprises: list[Json] = []
        self.over = False
        self.broken = ""
        """A log entry that was first shown differently."""
        self._address = f"ws://{address}/api/tables/{table}/socket"
        self._headers = {"Cookie": cookie}
        self._choice = random.Random(seed)
        self._told = told
        self._timeout = seconds
        """Seconds without an answer after which to reconnect, on a faulty network."""
        self._pending: Sent | None = None
        self._sent_at = 0.0
        self._count = 0
        self._you: Json = {}
        self._table_info: Json = {}
        self._position: Json | None = None

    async def play(self) -> None:
        """Play until the match is over, reconnecting as needed."""
        while not self.over:
            seen = max(self.seen, default=0)
            try:
                async with connect(
                    f"{self._address}?seen={seen}",
                    additional_headers=self._headers,
                    open_timeout=10,
                    compression=None,
                ) as line:
                    await self._attend(line)
            except CUT:
                await asyncio.sleep(_RETRY_SECONDS)

    @property
    def last(self) -> int:
        """The last log index received."""
        return max(self.seen, default=0)

    async def _attend(self, line: ClientConnection) -> None:
        self._sent_at = time.monotonic()  # the move in flight will be sent again
        while True:
            async with asyncio.timeout(self._timeout):
                frame = await line.recv()
            if self._is_impatient():
                # other messages come too: wait for the answer
                raise TimeoutError
            message: Json = msgspec.json.decode(frame)
            self._take(message)
            self._told()
            if message["type"] == "error" and message["code"] == "server/storage":
                await asyncio.sleep(_RETRY_SECONDS)
                if self._pending is not None:
                    await self._send_pending(line)
                    continue
            if self.over:
                return
            if message["type"] == "snapshot" and self._pending is not None:
                self.resent += 1
                await self._send_pending(line)
            await self._act(line)

    def _is_impatient(self) -> bool:
        """Whether the answer to a move is overdue."""
        if self._timeout is None or self._pending is None:
            return False
        return time.monotonic() - self._sent_at > 3 * self._timeout

    def waits_for(self) -> str:
        """What this player is waiting for, for error messages."""
        seat, position = self._you.get("seat"), self._position or {}
        return (
            f"seat {seat} at ply {position.get('ply')}, seat {position.get('to_act')} to act, "
            f"table {self._table_info.get('status')}, on its way: {self._pending}, "
            f"connected {self.snapshots} times"
        )

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "snapshot":
                self.snapshots += 1
                self._you, self._table_info = message["you"], message["table"]
                self._position = message["position"]
                self._remember(message["log"])
            case "happened":
                # on a faulty network an older one may come later
                if self._position is None or message["position"]["seq"] > self._position["seq"]:
                    self._position = message["position"]
                self._remember(message["entries"])
            case "table-changed":
                self._you, self._table_info = message["you"], message["table"]
            case "ack":
                self._acknowledge(message)
            case "error":
                self._refused(message)
            case _:
                pass
        self.over = self._table_info.get("status") == "over" and self._pending is None

    def _remember(self, entries: list[Json]) -> None:
        for entry in entries:
            shown = msgspec.json.encode(
                {name: value for name, value in entry.items() if name != "why"}
            )
            if self.seen.setdefault(entry["seq"], shown) != shown:
                self.broken = f"entry {entry['seq']} was another one before"

    def _acknowledge(self, message: Json) -> None:
        sent = self._pending
        if sent is not None and message["id"] == sent.id:
            self.acknowledged.append(
                Acknowledged(self.table, self._you["seat"], sent.id, message["seq"], sent.action)
            )
            self._pending = None

    def _refused(self, message: Json) -> None:
        code = message["code"]
        if code == "server/storage":
            self.troubles[code] += 1
        elif code in ("move/stale", "table/over") and self._timeout is not None:
            # chosen from an old position, or already played
            self.troubles[code] += 1
            if self._pending is not None and message["id"] == self._pending.id:
                self._pending = None
                self._position = message["position"] or self._position
        elif code not in _BEFORE_START_REFUSALS:
            self.surprises.append(message)

    async def _act(self, line: ClientConnection) -> None:
        if not self._table_info:
            return  # the snapshot was lost
        status, seat = self._table_info["status"], self._you["seat"]
        if status == "open":
            await self._gather(line, seat)
        elif status == "playing" and self._pending is None and self._position is not None:
            ply, legal = self._position["ply"], self._position["legal"]
            if legal:
                self._count += 1
                action = self._choice.choice(legal)
                self._pending = Sent(f"{seat}-{ply}-{self._count}", ply, action)
                await self._send_pending(line)

    async def _gather(self, line: ClientConnection, seat: int | None) -> None:
        seats = self._table_info["seats"]
        if seat is None and any(each["kind"] == "open" for each in seats):
            await line.send('{"type":"sit","id":"sit"}')
        elif self._you["host"] and all(each["kind"] != "open" for each in seats):
            await line.send('{"type":"start","id":"start"}')

    async def _send_pending(self, line: ClientConnection) -> None:
        sent = self._pending
        assert sent is not None
        self._sent_at = time.monotonic()
        command = {"type": "move", "id": sent.id, "ply": sent.ply, "action": sent.action}
        await line.send(msgspec.json.encode(command).decode())


async def new_guest(client: httpx.AsyncClient, name: str) -> str:
    """Create a guest and return the cookie."""
    answer = await client.put("/api/me", json={"name": name})
    assert answer.status_code == 200, answer.text
    cookie = f"hanamichi={answer.cookies['hanamichi']}"
    client.cookies.clear()
    return cookie


async def open_table(client: httpx.AsyncClient, cookie: str, request: Json) -> str:
    """Open a table, retrying until the server answers."""
    while True:
        try:
            answer = await client.post("/api/tables", json=request, headers={"Cookie": cookie})
        except httpx.TransportError:
            await asyncio.sleep(_RETRY_SECONDS)
            continue
        if answer.status_code == 503:
            await asyncio.sleep(_RETRY_SECONDS)
            continue
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])
