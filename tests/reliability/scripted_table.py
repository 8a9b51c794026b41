"""Plays a match script on a real server and keeps every byte sent to each viewer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hanamichi.core import Replayed, Seat
from hanamichi.core.errors import MoveError
from hanamichi.core.record import plain
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import WITHOUT_QUOTAS
from hanamichi.server.ops.rate_limits import UNLIMITED
from hanamichi.server.table.result import replay_id
from hanamichi.testing.candidates import Candidates
from tests.reliability.match_scripts import MatchScript, World
from tests.reliability.socket_players import new_guest, open_table
from tests.server.live import TIMEOUT_SECONDS, Server, running

_INTERLUDE_RATE = 0.4
"""The share of moves with another request or command before them."""
_PATHS = (
    "/api/tables/TABLE",
    "/api/tables/TABLE/record",
    "/api/tables/TABLE/rules?lang=en",
    "/api/replays/REPLAY",
    "/api/replays/REPLAY/frames?first=0&count=50",
    "/api/replays/REPLAY/record",
    "/api/replays/REPLAY/seal",
    "/api/me/tables",
    "/api/me/matches",
    "/api/me/records",
    "/api/tables",
)
"""Requests that might reveal something before the end."""
_VARYING_HEADERS = {"date", "x-request-id"}
"""Headers that differ in every answer."""


@asynccontextmanager
async def frozen_clock_server(folder: Path, **options: Any) -> AsyncIterator[Server]:
    """A server without rate limits and with a stopped clock: no byte depends on time."""
    clock = Clock(now=lambda: 1000.0, wall_clock=lambda: 1_700_000_000_000)
    async with running(
        folder, limits=UNLIMITED, config=WITHOUT_QUOTAS, clock=clock, **options
    ) as server:
        yield server


def fresh_client(server: Server) -> httpx.AsyncClient:
    """A client without keep-alive: on a busy machine the server may close an idle connection."""
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.AsyncClient(base_url=server.http, verify=False, limits=limits, timeout=60)


class Line:
    """One connection, with all frames received."""

    def __init__(self, raw: ClientConnection, frames: list[str]) -> None:
        self.frames = frames
        self._raw = raw
        self._received = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self._raw:
                assert isinstance(frame, str)
                self.frames.append(frame)
                self._received.set()
        except ConnectionClosed:
            pass

    async def until(self, words: str, begin: int) -> str:
        """The first frame after an index that contains a text."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            place = begin
            while True:
                while place < len(self.frames):
                    if words in self.frames[place]:
                        return self.frames[place]
                    place += 1
                self._received.clear()
                await self._received.wait()

    async def send(self, command_id: str, frame: str) -> str:
        """Send a frame and return the answer."""
        begin = len(self.frames)
        await self._raw.send(frame)
        return await self.until(f'"id":"{command_id}"', begin)


class Transcript:
    """Everything sent to one viewer: frames and answers to requests."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.answers: list[str] = []


class ScriptedTable:
    """One table on which a world is played, with all viewers connected."""

    def __init__(
        self, server: Server, client: httpx.AsyncClient, script: MatchScript, world: World
    ) -> None:
        self.transcripts = {viewer: Transcript() for viewer in script.viewers}
        self.reconnections = 0
        self.take_backs = 0
        self.refusals = 0
        self._server = server
        self._client = client
        self._script = script
        self._world = world
        self._choice = random.Random(f"interludes {script.seed}")
        self._candidates = Candidates(script.game)
        self._lines: dict[Seat | None, Line] = {}
        self._stacks: dict[Seat | None, AsyncExitStack] = {}
        self._cookies: dict[Seat | None, str] = {}
        self._count = 0
        self._table = ""

    async def play(self) -> None:
        """Play from opening the table to the last move of this world."""
        try:
            await self._open()
            for number in range(self._world.length):
                if self._choice.random() < _INTERLUDE_RATE:
                    await self._interlude(number)
                await self._move(number)
            for viewer, line in self._lines.items():
                last = await self._command(line, {"type": "ping"})
                frames = line.frames[: line.frames.index(last)]
                self.transcripts[viewer].frames = [
                    self._with_fixed_names(frame) for frame in frames
                ]
        finally:
            for stack in self._stacks.values():
                await stack.aclose()

    def _with_fixed_names(self, text: str) -> str:
        """Replace random ids and addresses by fixed names."""
        for secret, name in (
            (self._table, "TABLE"),
            (replay_id(self._table), "REPLAY"),
            (self._server.address, "SERVER"),
        ):
            text = text.replace(secret, name)
        return text

    # -- coming in --

    async def _open(self) -> None:
        script = self._script
        for viewer in script.viewers:
            self._cookies[viewer] = await new_guest(self._client, f"P{viewer}")
        seats = [{"type": "me"}, *({"type": "open"},) * (script.players - 1)]
        request = {"preset": script.preset, "options": script.changes, "seats": seats}
        self._table = await open_table(self._client, self._cookies[0], request)
        for viewer in script.viewers:
            await self._connect(viewer, 0)
        for seat in range(1, script.players):
            await self._command(self._lines[seat], {"type": "sit", "seat": seat})
        self._server.chance.current = Replayed(self._world.opening)
        await self._command(self._lines[0], {"type": "start"})

    async def _connect(self, viewer: Seat | None, seen: int) -> None:
        frames = self.transcripts[viewer].frames
        begin = len(frames)
        stack = self._stacks[viewer] = AsyncExitStack()
        raw = await stack.enter_async_context(
            connect(
                f"{self._server.ws}/api/tables/{self._table}/socket?seen={seen}",
                additional_headers={"Cookie": self._cookies[viewer]},
                compression=None,
                max_queue=None,
            )
        )
        line = self._lines[viewer] = Line(raw, frames)
        stack.callback(line.reader.cancel)
        await line.until('"type":"snapshot"', begin)

    async def _command(self, line: Line, command: dict[str, Any]) -> str:
        self._count += 1
        name = f"c{self._count}"
        frame = msgspec.json.encode({"id": name, **command}).decode()
        answer = await line.send(name, frame)
        self.refusals += answer.startswith('{"type":"error"')
        return answer

    # -- playing --

    async def _move(self, number: int) -> None:
        script = self._script
        move, state = script.moves[number], script.states[number]
        self._server.chance.current = Replayed(self._world.draws[number])
        command = {"type": "move", "ply": script.game.ply(state), "action": plain(move.action)}
        answer = await self._command(self._lines[move.seat], command)
        assert answer.startswith('{"type":"ack"'), answer

    async def _interlude(self, number: int) -> None:
        """A request or command that is not a move, the same in every world."""
        viewer = self._choice.choice(self._script.viewers)
        match self._choice.randrange(12):
            case 0:
                await self._reconnect(viewer)
            case 1:
                await self._take_back(number)
            case 2 | 3 | 4:
                await self._ask(viewer)
            case _:
                await self._try(viewer, number)

    async def _reconnect(self, viewer: Seat | None) -> None:
        """Close the connection and open another, with part of the log or without."""
        self.reconnections += 1
        await self._command(self._lines[viewer], {"type": "ping"})
        witness = self._script.viewers[0 if viewer is not None else 1]
        other = self._lines[witness]
        begin = len(other.frames)
        await self._stacks[viewer].aclose()
        await other.until('"type":"table-changed"', begin)
        await self._connect(viewer, self._choice.choice([0, 3, 10]))

    async def _take_back(self, number: int) -> None:
        """Take back a few moves by consent, and play them again."""
        script = self._script
        back = number - self._choice.randint(1, 3)
        if back < 0 or script.game.ply(script.states[back]) == script.game.ply(
            script.states[number]
        ):
            return
        while back and script.game.is_gesture(script.moves[back - 1].action):
            back -= 1
        if any(script.game.is_gesture(move.action) for move in script.moves[back:number]):
            return
        self.take_backs += 1
        ply = script.game.ply(script.states[back])
        command = {"type": "propose", "what": "take-back", "ply": ply}
        await self._command(self._lines[0], command)
        for seat in range(1, script.players):
            await self._command(self._lines[seat], {"type": "answer", "agree": True})
        # gestures at that ply are kept; later moves are played again
        for again in range(back, number):
            await self._move(again)

    async def _ask(self, viewer: Seat | None) -> None:
        path = self._choice.choice(_PATHS)
        real = path.replace("TABLE", self._table).replace("REPLAY", replay_id(self._table))
        # the length of compressed data would depend on the table's id
        headers = {"cookie": self._cookies[viewer], "accept-encoding": "identity"}
        answer = await self._client.get(real, headers=headers)
        script = {k: v for k, v in answer.headers.items() if k not in _VARYING_HEADERS}
        text = self._with_fixed_names(f"{path} {answer.status_code} {script} {answer.text}")
        self.transcripts[viewer].answers.append(text)

    async def _try(self, viewer: Seat | None, number: int) -> None:
        """A command that is refused, or that concerns only the sender."""
        line, script, choice = self._lines[viewer], self._script, self._choice
        ply = script.game.ply(script.states[number])
        legal = plain(script.moves[number].action)
        commands: list[dict[str, Any]] = [
            {"type": "hint"},
            {"type": "note", "key": str(number), "text": f"note {number}"},
            {"type": "move", "ply": ply + 1, "action": legal},
            {"type": "move", "ply": ply, "action": {"type": "peek"}},
            {"type": "stand-in", "seat": 0, "bot": "random"},
            {"type": "propose", "what": "claim-win"},
            {"type": "play-again"},
            {"type": "move", "ply": "x"},
        ]
        action = self._refused_action(0 if viewer is None else viewer, number)
        if action is not None:
            commands += [{"type": "move", "ply": ply, "action": action}] * 6
        await self._command(line, choice.choice(commands))

    def _refused_action(self, seat: Seat, number: int) -> Any:
        """An action that is illegal for this seat now."""
        script = self._script
        state = script.states[number]
        for action in self._candidates.draw(state, seat, self._choice, 2):
            if script.game.is_gesture(action):
                continue
            try:
                script.game.apply(state, seat, action, Replayed(()))
            except MoveError:
                return plain(action)
            except Exception:
                continue  # it is legal and needs chance
        return None
