"""A visitor who behaves, and how long everything takes for them while others do not."""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent.parent
SOURCE = "127.0.0.2"
"""Another address than that of rude visitors."""
TIMEOUT_SECONDS = 60.0
_PAUSE_SECONDS = 0.05


def example_record() -> dict[str, Any]:
    """The whole record in docs/records.md."""
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    (block,) = re.findall(r"```json\n(\{.*?\n\})\n```", page, re.DOTALL)
    record: dict[str, Any] = json.loads(block)
    return record


class Delays(msgspec.Struct, frozen=True):
    """Seconds that one thing took."""

    times: int
    median: float
    worst: float


class HonestTimes(msgspec.Struct, frozen=True):
    """What a visitor waited for, while there was somebody rude or nobody."""

    ping: Delays
    """An answer on the socket of a table."""
    page: Delays
    """The page and the catalog."""
    move: Delays
    """An own move, stored and acknowledged."""
    replay: Delays
    """A replay with its first positions."""


def delays(seconds: list[float]) -> Delays:
    """The median and the worst."""
    assert seconds, "nothing was measured"
    return Delays(len(seconds), round(statistics.median(seconds), 3), round(max(seconds), 3))


class HonestVisitor:
    """Plays with a bot, looks at a replay, loads the page, and measures."""

    def __init__(self, address: str, source: str = SOURCE) -> None:
        self._address = address
        self._source = source
        transport = httpx.AsyncHTTPTransport(local_address=source)
        self._client = httpx.AsyncClient(
            base_url=f"http://{address}", transport=transport, timeout=TIMEOUT_SECONDS
        )
        self._replay = ""

    async def __aenter__(self) -> HonestVisitor:
        await self._ask("PUT", "/api/me", json={"name": "Honest"})
        opened = await self._ask("POST", "/api/replays", content=json.dumps(example_record()))
        self._replay = opened["id"]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    async def attend(self, seconds: float) -> HonestTimes:
        """Do everything for a while."""
        until = time.monotonic() + seconds
        found = await asyncio.gather(
            self._ping(until),
            self._again(until, self._load_page),
            self._play(until),
            self._again(until, self._look_at_replay),
        )
        return HonestTimes(*map(delays, found))

    async def _ask(self, method: str, path: str, **named: Any) -> Any:
        answer = await self._client.request(method, path, **named)
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        return answer.json()

    async def _again(self, until: float, what: Callable[[], Awaitable[None]]) -> list[float]:
        taken: list[float] = []
        while not taken or time.monotonic() < until:
            began = time.monotonic()
            await what()
            taken.append(time.monotonic() - began)
            await asyncio.sleep(4 * _PAUSE_SECONDS)
        return taken

    async def _load_page(self) -> None:
        assert (await self._client.get("/")).status_code == 200
        await self._ask("GET", "/api/catalog")

    async def _look_at_replay(self) -> None:
        await self._ask("GET", f"/api/replays/{self._replay}")
        await self._ask("GET", f"/api/replays/{self._replay}/frames")

    async def _open_table(self) -> str:
        wanted = {
            "preset": "hanabi/online",
            "options": {"errors": 10},
            "seats": [{"type": "me"}, {"type": "bot", "bot": "random"}],
            "bot_pace": "instant",
            "start": True,
        }
        return str((await self._ask("POST", "/api/tables", json=wanted))["id"])

    def _socket(self, table: str) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        return connect(
            f"ws://{self._address}/api/tables/{table}/socket",
            additional_headers={"Cookie": cookies},
            local_addr=(self._source, 0),
            open_timeout=TIMEOUT_SECONDS,
            compression=None,
        )

    async def _ping(self, until: float) -> list[float]:
        taken: list[float] = []
        async with self._socket(await self._open_table()) as line:
            while not taken or time.monotonic() < until:
                began = time.monotonic()
                await line.send(json.dumps({"type": "ping", "id": f"p{len(taken)}"}))
                await self._answer(line, f"p{len(taken)}")
                taken.append(time.monotonic() - began)
                await asyncio.sleep(_PAUSE_SECONDS)
        return taken

    async def _play(self, until: float) -> list[float]:
        taken: list[float] = []
        choice = random.Random(1)
        while not taken or time.monotonic() < until:
            async with self._socket(await self._open_table()) as line:
                await self._play_match(line, until, taken, choice)
        return taken

    async def _play_match(
        self, line: ClientConnection, until: float, taken: list[float], choice: random.Random
    ) -> None:
        position: dict[str, Any] | None = None
        while not taken or time.monotonic() < until:
            if position is None or not position["legal"]:
                message = await self._receive(line)
                position = message.get("position") or position
                if message.get("table", {}).get("status") == "over":
                    return
                continue
            began, action = time.monotonic(), choice.choice(position["legal"])
            command_id = f"m{len(taken)}"
            move = {"type": "move", "id": command_id, "ply": position["ply"], "action": action}
            await line.send(json.dumps(move))
            messages = await self._answer(line, command_id)
            taken.append(time.monotonic() - began)
            position = None
            for message in messages:
                position = message.get("position") or position
                if message.get("table", {}).get("status") == "over":
                    return
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _answer(self, line: ClientConnection, command_id: str) -> list[dict[str, Any]]:
        """All messages up to the answer to a command, which must not be refused."""
        messages = []
        while True:
            message = await self._receive(line)
            messages.append(message)
            assert message["type"] != "error", message
            if message["type"] == "ack" and message["id"] == command_id:
                return messages

    @staticmethod
    async def _receive(line: ClientConnection) -> dict[str, Any]:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            message: dict[str, Any] = json.loads(await line.recv())
        return message
