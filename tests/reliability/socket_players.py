"""People who play whatever is legal, come back after every cut, and remember all they are told."""

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
"""How a connection ends, or fails to begin, when the server dies."""
_TRY_AGAIN = 0.05
_LOBBY = {"table/started", "table/full", "table/seat-taken", "table/seats-open", "table/not-host"}
"""Refusals that two who are in a hurry may get before the start."""


class Sent(NamedTuple):
    """A move on its way; after a cut it is sent again as it was."""

    id: str
    ply: int
    action: Json


class Acknowledged(NamedTuple):
    """A move that the server said is stored."""

    table: str
    seat: int
    id: str
    seq: int
    action: Json


class Player:
    """Somebody at one table: in a seat, or looking on while bots play."""

    def __init__(
        self,
        address: str,
        cookie: str,
        table: str,
        seed: int,
        told: Callable[[], None],
        patience: float | None = None,
    ) -> None:
        self.table = table
        self.troubles: Counter[str] = Counter()
        """Refusals that a fault explains; each was tried again."""
        self.acknowledged: list[Acknowledged] = []
        self.seen: dict[int, bytes] = {}
        """Every log entry that was shown, as it was shown first."""
        self.snapshots = 0
        """How often it came back."""
        self.resent = 0
        self.surprises: list[Json] = []
        self.over = False
        self.broken = ""
        """What was told otherwise before."""
        self._address = f"ws://{address}/api/tables/{table}/socket"
        self._headers = {"Cookie": cookie}
        self._choice = random.Random(seed)
        self._told = told
        self._patience = patience
        """On a rough line: seconds without a word after which it is opened anew."""
        self._pending: Sent | None = None
        self._sent_at = 0.0
        self._count = 0
        self._you: Json = {}
        self._table_info: Json = {}
        self._position: Json | None = None

    async def play(self) -> None:
        """Until the match is over, through any number of connections."""
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
                await asyncio.sleep(_TRY_AGAIN)

    @property
    def last(self) -> int:
        """The latest entry it was shown."""
        return max(self.seen, default=0)

    async def _attend(self, line: ClientConnection) -> None:
        self._sent_at = time.monotonic()  # what is on its way will be sent again
        while True:
            async with asyncio.timeout(self._patience):
                frame = await line.recv()
            if self._is_impatient():
                # Others come and go, and are heard; the answer is what counts.
                raise TimeoutError
            message: Json = msgspec.json.decode(frame)
            self._take(message)
            self._told()
            if message["type"] == "error" and message["code"] == "server/storage":
                await asyncio.sleep(_TRY_AGAIN)
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
        """Whether a move has been waiting for its answer for too long, whatever else is heard."""
        if self._patience is None or self._pending is None:
            return False
        return time.monotonic() - self._sent_at > 3 * self._patience

    def waits_for(self) -> str:
        """What keeps this player, for who looks into it."""
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
                # on a rough line an older one may come later
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
        elif code in ("move/stale", "table/over") and self._patience is not None:
            # decided by a position that came late, or moved already
            self.troubles[code] += 1
            if self._pending is not None and message["id"] == self._pending.id:
                self._pending = None
                self._position = message["position"] or self._position
        elif code not in _LOBBY:
            self.surprises.append(message)

    async def _act(self, line: ClientConnection) -> None:
        if not self._table_info:
            return  # the snapshot was lost on the way
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
    """The cookie of somebody new."""
    answer = await client.put("/api/me", json={"name": name})
    assert answer.status_code == 200, answer.text
    cookie = f"hanamichi={answer.cookies['hanamichi']}"
    client.cookies.clear()
    return cookie


async def open_table(client: httpx.AsyncClient, cookie: str, request: Json) -> str:
    """Open a table, however often the server must be asked."""
    while True:
        try:
            answer = await client.post("/api/tables", json=request, headers={"Cookie": cookie})
        except httpx.TransportError:
            await asyncio.sleep(_TRY_AGAIN)
            continue
        if answer.status_code == 503:
            await asyncio.sleep(_TRY_AGAIN)
            continue
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])
