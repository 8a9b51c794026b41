"""The thinking proof: forty tables of the slowest bots beside a player with one quick bot.

    python -m tests.reliability.thinking_proof [--tables 40] [--bot search:ms=60000] [--seconds 60]
                                                 [--checkout FOLDER]

One visitor, as several people of one address, opens the tables and watches them all. A player at
another address plays against `search:ms=250`; how long the bot takes is measured, and everything
else that an honest visitor does. With --checkout the server is that of another copy of the project.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.reliability import honest_visitor, rude_visitor
from tests.reliability.honest_visitor import Delays, HonestTimes, HonestVisitor, delays
from tests.reliability.rudeness import served
from tests.reliability.server_process import ROOT
from tests.reliability.socket_players import Json, new_guest

_PRESET, _OPTIONS = "koikoi/nintendo", {"rounds": 12}
_QUICK, SLOW = "search:ms=250", "search:ms=60000"
_RUDE_PEOPLE = 5
_COMPILING_SECONDS = 600.0
_PAUSE_SECONDS = 0.1
_TIMEOUT_SECONDS = 120.0


class Thinking(msgspec.Struct, frozen=True):
    """What the honest visitor waited for."""

    tables: int
    """Opened by the rude visitor."""
    rude_moves: int
    """Moves of the slow bots meanwhile."""
    answer: Delays
    """A move of the bot. One that has not come by the end counts as long as was waited for it."""
    honest: HonestTimes
    """Everything else."""


def _client(address: str, source: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=source)
    return httpx.AsyncClient(
        base_url=f"http://{address}", transport=transport, timeout=_TIMEOUT_SECONDS
    )


def _socket(address: str, table: str, source: str, cookie: str) -> connect:
    return connect(
        f"ws://{address}/api/tables/{table}/socket",
        additional_headers={"Cookie": cookie},
        local_addr=(source, 0),
        open_timeout=_TIMEOUT_SECONDS,
        compression=None,
    )


def _request(*seats: str) -> Json:
    plans = [{"type": "me"} if seat == "me" else {"type": "bot", "bot": seat} for seat in seats]
    return {
        "preset": _PRESET,
        "options": _OPTIONS,
        "seats": plans,
        "bot_pace": "instant",
        "start": True,
    }


async def _open(client: httpx.AsyncClient, cookie: str, *seats: str) -> str:
    answer = await client.post("/api/tables", json=_request(*seats), headers={"Cookie": cookie})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# -- the rude visitor ------------------------------------------------------------------------------


async def _watch(address: str, table: str, cookie: str) -> None:
    async with _socket(address, table, rude_visitor.SOURCE, cookie) as line:
        async for frame in line:
            print(msgspec.json.decode(frame)["type"], flush=True)


async def be_rude(address: str, tables: int, bot: str) -> None:
    """Open the tables, watch them until this process is killed, and print each message's type."""
    async with _client(address, rude_visitor.SOURCE) as client, asyncio.TaskGroup() as watching:
        guests = [await new_guest(client, f"Rude {n}") for n in range(_RUDE_PEOPLE)]
        for number in range(tables):
            cookie = guests[number % _RUDE_PEOPLE]
            table = await _open(client, cookie, bot, bot)
            watching.create_task(_watch(address, table, cookie))


@asynccontextmanager
async def _rude_visitor(address: str, tables: int, bot: str) -> AsyncIterator[Counter[str]]:
    """The rude visitor in a process of its own; the messages that it receives, by type."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.reliability.thinking_proof"),
        *("--rude", address, "--tables", str(tables), "--bot", bot),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    received: Counter[str] = Counter()
    ready = asyncio.Event()

    async def read() -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            received[line.decode().strip()] += 1
            if received["snapshot"] == tables:
                ready.set()

    reading = asyncio.create_task(read())
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await ready.wait()
        yield received
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        reading.cancel()


# -- the player ------------------------------------------------------------------------------------


class _Player:
    """Plays against a quick bot."""

    def __init__(self, address: str, client: httpx.AsyncClient, cookie: str) -> None:
        self._address = address
        self._client = client
        self._cookie = cookie
        self._choice = random.Random(1)

    async def until_compiled(self) -> None:
        """Play until the bot has moved once: by then its kernels are compiled."""
        answers: list[float] = []
        async with asyncio.timeout(_COMPILING_SECONDS):
            while not answers:
                await self._play_match(answers, float("inf"), most=1)

    async def play(self, seconds: float) -> Delays:
        """How long the bot took for each of its moves."""
        until = time.monotonic() + seconds
        answers: list[float] = []
        while time.monotonic() < until:
            await self._play_match(answers, until)
        return delays(answers)

    async def _play_match(self, answers: list[float], until: float, most: int = 10**9) -> None:
        table = await _open(self._client, self._cookie, "me", _QUICK)
        async with _socket(self._address, table, honest_visitor.SOURCE, self._cookie) as line:
            waiting_since: float | None = None
            while len(answers) < most:
                left = max(0.0, until - time.monotonic())
                try:
                    async with asyncio.timeout(min(left, _COMPILING_SECONDS)):
                        message: Json = msgspec.json.decode(await line.recv())
                except TimeoutError:
                    if waiting_since is not None:
                        answers.append(time.monotonic() - waiting_since)
                    return
                if message.get("table", {}).get("status") == "over":
                    return
                position = message.get("position")
                if position is None:
                    continue
                if waiting_since is not None:
                    answers.append(time.monotonic() - waiting_since)
                    waiting_since = None
                if position["legal"]:
                    await self._move(line, position)
                else:
                    waiting_since = time.monotonic()

    async def _move(self, line: ClientConnection, position: Json) -> None:
        await asyncio.sleep(_PAUSE_SECONDS)
        action = self._choice.choice(position["legal"])
        command = {"type": "move", "id": f"m{position['ply']}", "ply": position["ply"]}
        await line.send(msgspec.json.encode({**command, "action": action}).decode())


async def measure(
    folder: Path,
    tables: int,
    seconds: float,
    checkout: Path = ROOT,
    *,
    bot: str = SLOW,
    settle: float = 5.0,
) -> Thinking:
    """An honest visitor beside the rude one, whose bots have thought for `settle` seconds."""
    source = honest_visitor.SOURCE
    async with (
        served(folder, checkout) as server,
        HonestVisitor(server.address) as honest,
        _client(server.address, source) as client,
    ):
        player = _Player(server.address, client, await new_guest(client, "Player"))
        await player.until_compiled()
        async with _rude_visitor(server.address, tables, bot) as received:
            await asyncio.sleep(settle)
            before = received["happened"]
            answer, others = await asyncio.gather(player.play(seconds), honest.attend(seconds))
            moved = received["happened"] - before
    return Thinking(tables, moved, answer, others)


def _shown(each: Delays) -> str:
    return f"{each.times} times, median {each.median:.3f} s, worst {each.worst:.3f} s"


async def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--bot", default=SLOW, help="Who sits at the tables.")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--rude", metavar="ADDRESS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.rude:
        await be_rude(given.rude, given.tables, given.bot)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = await measure(
            Path(folder), given.tables, given.seconds, given.checkout, bot=given.bot
        )
    print(f"bot    {_shown(found.answer)}")
    for name in ("ping", "page", "move", "replay"):
        print(f"{name:6} {_shown(getattr(found.honest, name))}")
    print(f"moves of the bots of {found.tables} tables meanwhile: {found.rude_moves}")


if __name__ == "__main__":
    asyncio.run(main())
