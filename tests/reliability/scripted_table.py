"""A story played on a real server: every byte that anybody is sent, by whom it was sent to."""

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
from hanamichi.server.ops.rate_limits import UNLIMITED
from hanamichi.server.table.result import replay_id
from hanamichi.testing.candidates import Candidates
from tests.reliability.match_scripts import MatchScript, World
from tests.reliability.socket_players import new_guest, open_table
from tests.server.live import PATIENCE, Server, running

_BUSY = 0.4
"""How often something else happens between two moves."""
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
"""What somebody who is curious would ask for before the end."""
_UNTRUE = {"date", "x-request-id"}
"""Headers that are never twice the same."""


@asynccontextmanager
async def frozen_clock_server(folder: Path, **options: Any) -> AsyncIterator[Server]:
    """A server without limits for which no time passes: no byte depends on a clock."""
    clock = Clock(now=lambda: 1000.0, wall_clock=lambda: 1_700_000_000_000)
    async with running(folder, limits=UNLIMITED, clock=clock, **options) as server:
        yield server


def fresh_client(server: Server) -> httpx.AsyncClient:
    """One that keeps no connection: on a busy machine the server may just be closing it."""
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.AsyncClient(base_url=server.http, verify=False, limits=limits, timeout=60)


class Line:
    """One connection, every frame as it came."""

    def __init__(self, raw: ClientConnection, frames: list[str]) -> None:
        self.frames = frames
        self._raw = raw
        self._news = asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self._raw:
                assert isinstance(frame, str)
                self.frames.append(frame)
                self._news.set()
        except ConnectionClosed:
            pass

    async def until(self, words: str, begin: int) -> str:
        """The first frame from a place on that holds these words."""
        async with asyncio.timeout(PATIENCE):
            place = begin
            while True:
                while place < len(self.frames):
                    if words in self.frames[place]:
                        return self.frames[place]
                    place += 1
                self._news.clear()
                await self._news.wait()

    async def send(self, command_id: str, frame: str) -> str:
        """A frame, and the answer to it."""
        begin = len(self.frames)
        await self._raw.send(frame)
        return await self.until(f'"id":"{command_id}"', begin)


class Transcript:
    """All bytes sent to one viewer: frames, and answers to requests."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.answers: list[str] = []


class ScriptedTable:
    """One table on which a world is played, with everybody connected to it."""

    def __init__(
        self, server: Server, client: httpx.AsyncClient, told: MatchScript, world: World
    ) -> None:
        self.transcripts = {viewer: Transcript() for viewer in told.viewers}
        self.reconnections = 0
        self.take_backs = 0
        self.refusals = 0
        self._server = server
        self._client = client
        self._told = told
        self._world = world
        self._choice = random.Random(f"interludes {told.seed}")
        self._candidates = Candidates(told.game)
        self._lines: dict[Seat | None, Line] = {}
        self._stacks: dict[Seat | None, AsyncExitStack] = {}
        self._cookies: dict[Seat | None, str] = {}
        self._count = 0
        self._table = ""

    async def play(self) -> None:
        """Everything, from opening the table to the last act of this world."""
        try:
            await self._open()
            for number in range(self._world.length):
                if self._choice.random() < _BUSY:
                    await self._interlude(number)
                await self._act(number)
            for viewer, line in self._lines.items():
                last = await self._command(line, {"type": "ping"})
                frames = line.frames[: line.frames.index(last)]
                self.transcripts[viewer].frames = [self._neutral(frame) for frame in frames]
        finally:
            for stack in self._stacks.values():
                await stack.aclose()

    def _neutral(self, text: str) -> str:
        """Addresses are made at random: here they are all called the same."""
        for secret, name in (
            (self._table, "TABLE"),
            (replay_id(self._table), "REPLAY"),
            (self._server.address, "SERVER"),
        ):
            text = text.replace(secret, name)
        return text

    # -- coming in --

    async def _open(self) -> None:
        told = self._told
        for viewer in told.viewers:
            self._cookies[viewer] = await new_guest(self._client, f"P{viewer}")
        seats = [{"type": "me"}, *({"type": "open"},) * (told.players - 1)]
        request = {"preset": told.preset, "options": told.changes, "seats": seats}
        self._table = await open_table(self._client, self._cookies[0], request)
        for viewer in told.viewers:
            await self._connect(viewer, 0)
        for seat in range(1, told.players):
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

    async def _act(self, number: int) -> None:
        told = self._told
        act, state = told.acts[number], told.states[number]
        self._server.chance.current = Replayed(self._world.draws[number])
        command = {"type": "move", "ply": told.game.ply(state), "action": plain(act.action)}
        answer = await self._command(self._lines[act.seat], command)
        assert answer.startswith('{"type":"ack"'), answer

    async def _interlude(self, number: int) -> None:
        """Something that is no move, the same in every world."""
        viewer = self._choice.choice(self._told.viewers)
        match self._choice.randrange(12):
            case 0:
                await self._come_back(viewer)
            case 1:
                await self._take_back(number)
            case 2 | 3 | 4:
                await self._ask(viewer)
            case _:
                await self._try(viewer, number)

    async def _come_back(self, viewer: Seat | None) -> None:
        """Cut the connection and open another, knowing the log or not."""
        self.reconnections += 1
        await self._command(self._lines[viewer], {"type": "ping"})
        witness = self._told.viewers[0 if viewer is not None else 1]
        other = self._lines[witness]
        begin = len(other.frames)
        await self._stacks[viewer].aclose()
        await other.until('"type":"table-changed"', begin)
        await self._connect(viewer, self._choice.choice([0, 3, 10]))

    async def _take_back(self, number: int) -> None:
        """Return a few moves by common consent, and make the same moves again."""
        told = self._told
        back = number - self._choice.randint(1, 3)
        if back < 0 or told.game.ply(told.states[back]) == told.game.ply(told.states[number]):
            return
        while back and told.game.is_gesture(told.acts[back - 1].action):
            back -= 1
        if any(told.game.is_gesture(act.action) for act in told.acts[back:number]):
            return
        self.take_backs += 1
        ply = told.game.ply(told.states[back])
        command = {"type": "propose", "what": "take-back", "ply": ply}
        await self._command(self._lines[0], command)
        for seat in range(1, told.players):
            await self._command(self._lines[seat], {"type": "answer", "agree": True})
        # gestures made at that ply stand: what follows is made again
        for again in range(back, number):
            await self._act(again)

    async def _ask(self, viewer: Seat | None) -> None:
        path = self._choice.choice(_PATHS)
        real = path.replace("TABLE", self._table).replace("REPLAY", replay_id(self._table))
        # compressed, its length would depend on the table's address
        headers = {"cookie": self._cookies[viewer], "accept-encoding": "identity"}
        answer = await self._client.get(real, headers=headers)
        told = {k: v for k, v in answer.headers.items() if k not in _UNTRUE}
        text = self._neutral(f"{path} {answer.status_code} {told} {answer.text}")
        self.transcripts[viewer].answers.append(text)

    async def _try(self, viewer: Seat | None, number: int) -> None:
        """Something that is refused, or that is nobody else's business."""
        line, told, choice = self._lines[viewer], self._told, self._choice
        ply = told.game.ply(told.states[number])
        legal = plain(told.acts[number].action)
        commands: list[dict[str, Any]] = [
            {"type": "hint"},
            {"type": "note", "key": str(number), "text": f"note {number}"},
            {"type": "move", "ply": ply + 1, "action": legal},
            {"type": "move", "ply": ply, "action": {"type": "peek"}},
            {"type": "stand-in", "seat": 0, "bot": "random"},
            {"type": "play-again"},
            {"type": "move", "ply": "x"},
        ]
        action = self._refused_action(0 if viewer is None else viewer, number)
        if action is not None:
            commands += [{"type": "move", "ply": ply, "action": action}] * 6
        await self._command(line, choice.choice(commands))

    def _refused_action(self, seat: Seat, number: int) -> Any:
        """An action that the rules do not allow this seat now."""
        told = self._told
        state = told.states[number]
        for action in self._candidates.draw(state, seat, self._choice, 2):
            if told.game.is_gesture(action):
                continue
            try:
                told.game.apply(state, seat, action, Replayed(()))
            except MoveError:
                return plain(action)
            except Exception:
                continue  # it is legal, and would need chance
        return None
