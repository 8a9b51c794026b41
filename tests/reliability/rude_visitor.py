"""A rude visitor in a process of its own: `python -m tests.reliability.rude_visitor ADDRESS HOW …`.

    set-aids SOCKETS SECONDS     spectators at one table that send set-aids as quickly as they can
    branches TIMES GESTURES      a record of so many gestures, played on from again and again
    replays TIMES GESTURES       so many long records, opened all at the same time, again and again
    long-tables TIMES GESTURES   so many long matches of several people, all looked at all the time

    uploads TIMES KIB            so many records with so much text that means nothing
    tables TIMES PEOPLE          so many listed tables, opened by several people of one address
    lists CONNECTIONS SECONDS    the public list, asked for on many connections without pause

It prints what it was answered, as JSON: how often each status or code.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.reliability.honest_visitor import example_record

SOURCE = "127.0.0.3"
_CUT = (OSError, EOFError, ConnectionClosed, InvalidHandshake, TimeoutError)
_AT_ONCE = 10
"""Requests on one connection before the first is answered."""
_REPLAY_SECONDS = 10.0
_TABLES_OF_A_PERSON = 46


def gestures_record(gestures: int, name: str = "Ann") -> bytes:
    """The record of the documentation, cut off and with many gestures."""
    record = example_record()
    del record["abandoned"]
    orders = ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0])
    record["players"] = [name, "Bob"]
    record["moves"] = [
        {"seat": 0, "action": {"type": "rearrange", "cards": orders[n % 2]}}
        for n in range(gestures)
    ]
    return json.dumps(record, separators=(",", ":")).encode()


class RudeVisitor:
    """Does one thing as often and as quickly as it can."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.answers: Counter[str] = Counter()
        self._client = httpx.AsyncClient(
            base_url=f"http://{address}",
            transport=httpx.AsyncHTTPTransport(local_address=SOURCE, limits=_MANY),
            timeout=120,
        )

    async def __aenter__(self) -> RudeVisitor:
        await self._ask("PUT", "/api/me", json={"name": "Rude"})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def _ask(self, method: str, path: str, **named: Any) -> dict[str, Any]:
        answer = await self._client.request(method, path, **named)
        body: dict[str, Any] = answer.json()
        self.answers[str(body.get("code", answer.status_code))] += 1
        return body

    async def set_aids(self, sockets: int, seconds: float) -> None:
        """Many spectators at one table."""
        seats = [{"type": "me"}, {"type": "bot", "bot": "random"}]
        wanted = {"preset": "hanabi/online", "seats": seats, "start": True}
        table = (await self._ask("POST", "/api/tables", json=wanted))["id"]
        until = time.monotonic() + seconds
        await asyncio.gather(*(self._spectate(table, until) for _ in range(sockets)))

    async def _spectate(self, table: str, until: float) -> None:
        while time.monotonic() < until:
            with suppress(*_CUT):
                async with connect(
                    f"ws://{self._address}/api/tables/{table}/socket",
                    local_addr=(SOURCE, 0),
                    open_timeout=30,
                    compression=None,
                ) as line:
                    reading = asyncio.create_task(self._read(line))
                    try:
                        await self._shout(line, until)
                    finally:
                        reading.cancel()
            await asyncio.sleep(0.05)

    async def _read(self, line: ClientConnection) -> None:
        with suppress(*_CUT):
            async for frame in line:
                message = json.loads(frame)
                self.answers[str(message.get("code", message["type"]))] += 1

    async def _shout(self, line: ClientConnection, until: float) -> None:
        number = 0
        while time.monotonic() < until:
            number += 1
            aids = ("all", "table", "no")[number % 3]
            await line.send(json.dumps({"type": "set-aids", "id": str(number), "aids": aids}))
            await asyncio.sleep(0)

    async def branches(self, times: int, gestures: int) -> None:
        """One long record, branched at its end again and again."""
        opened = await self._ask("POST", "/api/replays", content=gestures_record(gestures))
        if "id" not in opened:
            return
        wanted = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
        path = f"/api/replays/{opened['id']}/branches"
        made = 0
        while made < times:
            answer = await self._ask("POST", path, json=wanted)
            if "id" in answer:
                made += 1
            elif "retry_after" in answer:
                await asyncio.sleep(answer.get("retry_after", 1))
            else:
                return

    async def replays(self, times: int, gestures: int) -> None:
        """Many long records, all opened at the same time for a while."""
        links = []
        for number in range(times):
            data = gestures_record(gestures, f"Ann {number}")
            opened = await self._ask("POST", "/api/replays", content=data)
            if "retry_after" in opened:
                await asyncio.sleep(opened["retry_after"])
                opened = await self._ask("POST", "/api/replays", content=data)
            if "id" in opened:
                links.append(opened["id"])
        print("ready", flush=True)
        until = time.monotonic() + _REPLAY_SECONDS

        async def look(link: str) -> None:
            while time.monotonic() < until:
                await self._ask("GET", f"/api/replays/{link}")
                await self._ask("GET", f"/api/replays/{link}/frames")

        await asyncio.gather(*map(look, links))

    async def long_tables(self, times: int, gestures: int) -> None:
        """Long matches of several people, all asked for whenever there is a server."""
        tables: list[str] = []
        while len(tables) < times:
            self._client.cookies.clear()
            await self._patiently("PUT", "/api/me", json={"name": "Rude"})
            data = gestures_record(gestures)
            replay = (await self._patiently("POST", "/api/replays", content=data))["id"]
            path = f"/api/replays/{replay}/branches"
            for _ in range(min(_TABLES_OF_A_PERSON, times - len(tables))):
                wanted = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
                tables.append((await self._patiently("POST", path, json=wanted))["id"])
        print("ready", flush=True)
        until = time.monotonic() + _REPLAY_SECONDS

        async def look(table: str) -> None:
            while time.monotonic() < until:
                with suppress(httpx.TransportError):
                    await self._ask("GET", f"/api/tables/{table}")
                await asyncio.sleep(0.1)

        await asyncio.gather(*map(look, tables))

    async def uploads(self, times: int, kib: int) -> None:
        """Use the server to store files."""
        record = example_record()
        for number in range(times):
            text = f"{number} " + "x" * 1024 * kib
            record |= {"source": {"file": text}, "players": [f"Ann {number}", "Bob"]}
            await self._ask("POST", "/api/replays", content=json.dumps(record))

    async def tables(self, times: int, people: int) -> None:
        """Fill the public list, as several people."""
        seats = [{"type": "me"}, {"type": "open"}]
        wanted = {"preset": "hanabi/online", "seats": seats, "listed": True}
        for _ in range(people):
            self._client.cookies.clear()
            while await self._is_too_much("PUT", "/api/me", {"name": "Rude"}):
                pass
            for _ in range(times // people):
                await self._is_too_much("POST", "/api/tables", wanted)

    async def lists(self, connections: int, seconds: int) -> None:
        """Ask for the public list, several times at once on each connection."""
        until = time.monotonic() + seconds
        host, port = self._address.split(":")
        asked = f"GET /api/tables HTTP/1.1\r\nHost: {self._address}\r\n\r\n".encode()

        async def ask() -> None:
            with suppress(*_CUT):
                reader, writer = await asyncio.open_connection(
                    host, int(port), local_addr=(SOURCE, 0)
                )
                try:
                    while time.monotonic() < until:
                        writer.write(asked * _AT_ONCE)
                        for _ in range(_AT_ONCE):
                            async with asyncio.timeout(_REPLAY_SECONDS):
                                self.answers[await _status(reader)] += 1
                finally:
                    writer.close()

        await asyncio.gather(*(ask() for _ in range(connections)))

    async def _patiently(self, method: str, path: str, **named: Any) -> dict[str, Any]:
        """Ask until it is not too much any more."""
        while True:
            answer = await self._ask(method, path, **named)
            if answer.get("code") != "request/too-many":
                return answer
            await asyncio.sleep(answer["retry_after"])

    async def _is_too_much(self, method: str, path: str, body: dict[str, Any]) -> bool:
        """Ask, and wait as long as told to where that was too much."""
        answer = await self._ask(method, path, json=body)
        refused = answer.get("code") == "request/too-many"
        if refused:
            await asyncio.sleep(answer.get("retry_after", 1))
        return refused


async def _status(reader: asyncio.StreamReader) -> str:
    """The status of a response, which is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    _, _, length = head.partition("content-length:")
    await reader.readexactly(int(length.partition("\r\n")[0]))
    return head.split(" ")[1]


_MANY = httpx.Limits(max_connections=None)


async def main(address: str, how: str, *numbers: str) -> None:
    """Be rude in one way."""
    async with RudeVisitor(address) as visitor:
        first, second = map(int, numbers)
        ways = {
            "set-aids": visitor.set_aids,
            "branches": visitor.branches,
            "replays": visitor.replays,
            "long-tables": visitor.long_tables,
            "uploads": visitor.uploads,
            "tables": visitor.tables,
            "lists": visitor.lists,
        }
        await ways[how](first, second)
        print(json.dumps(visitor.answers))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
