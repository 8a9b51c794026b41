"""The leak proof for practice games: one person with bots, reasons and hints.

Bots see the person's hand, so they may choose another move in another world. Until then, and up to
the move for which cards were redealt, the bytes must be the same, with the bots' reasons.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from hanamichi.bots import Choice
from hanamichi.bots.spec import read_bot
from hanamichi.core import ChanceDraw, HanamichiError, Recorder, Replayed, Seeded
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import Step, Table
from tests.reliability.leak_proof import difference
from tests.reliability.scripted_table import fresh_client, frozen_clock_server
from tests.reliability.socket_players import new_guest, open_table
from tests.server.live import Json, Person, Server, Socket

T = TypeVar("T")
ME = 0
BOTS = {
    "hanabi": ("random", "novice", "casual", "companion"),
    "koikoi": ("random", "novice", "regular", "sharp"),
}
_HINT_RATE = 0.5


class Practice(msgspec.Struct):
    """Counts of what was compared; nothing differed."""

    preset: str
    games: int = 0
    worlds: int = 0
    parted: int = 0
    """Worlds in which a bot chose another move before the compared one."""
    frames: int = 0
    reasons: int = 0
    """Reasons of bots, compared."""
    hints: int = 0


class Deterministic(BotPool):
    """Bots choose in this process; the same sight gives the same choice."""

    async def think(self, request: BotRequest, served: Sequence[Served] = ()) -> Choice:
        view: Any = request.sight.view
        _, _, seat = request.match.partition(" ")
        bot = read_bot(request.game, request.bot).make()
        return bot.choose(request.sight, random.Random(f"{seat} {view.ply}"))


class Ready(Warmup):
    """All bots are ready at once: when one is compiled depends on the machine, not on cards."""

    def not_ready(self, game_id: str) -> frozenset[str]:
        return frozenset()

    async def wait_until_ready(self, game_id: str, bot_id: str) -> None:
        pass


class ReplayedThenSeeded:
    """The draws of a record, then seeded ones."""

    def __init__(self, draws: Sequence[ChanceDraw], seed: int) -> None:
        self._given = Replayed(draws)
        self._free = Seeded(seed)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        try:
            return self._given.shuffle(label, items)
        except HanamichiError:
            return self._free.shuffle(label, items)


async def prove_practice(preset: str, folder: Path, *, seeds: Sequence[int]) -> Practice:
    """Play practice games of a preset, each compared with another world."""
    done = Practice(preset)
    game_id, _, _ = preset.partition("/")
    for bot in BOTS[game_id]:
        read_bot(game_id, bot).make()  # compiled now: answers below must come within seconds
    async with (
        frozen_clock_server(folder, warmup=Ready(), bot_pool=Deterministic(Ready())) as server,
        fresh_client(server) as client,
    ):
        for seed in seeds:
            await _compare(server, client, seed, done)
    return done


async def _compare(server: Server, client: httpx.AsyncClient, seed: int, done: Practice) -> None:
    choice = random.Random(f"{done.preset} {seed}")
    bots = BOTS[done.preset.partition("/")[0]]
    seats = choice.sample(bots, choice.randint(1, 2 if "hanabi" in done.preset else 1))
    chance = Recorder(Seeded(seed))
    server.chance.current = chance
    real = PracticeGame(server, client, done.preset, seats, seed)
    await real.play(until=None)
    done.games += 1
    steps = _steps(real.truth)
    cut = choice.randrange(1, len(steps))
    state, used = _replayed(real.truth, chance.draws, steps[:cut])
    draws = real.truth.game.redeal(chance.draws[:used], state, ME, Seeded(seed + 1))
    if draws == tuple(chance.draws[:used]):
        return
    server.chance.current = ReplayedThenSeeded((*draws, *chance.draws[used:]), seed)
    other = PracticeGame(server, client, done.preset, seats, seed)
    await other.play(until=steps[cut - 1].seq)
    done.worlds += 1
    limit = steps[cut - 1].seq
    for one, two in zip(steps, _steps(other.truth), strict=False):
        if one.move != two.move:
            done.parted += one.seq <= limit
            limit = min(limit, one.seq - 1)
            break
    where = f"{done.preset}, seed {seed}, cut {cut}"
    for frame in _alike(where, real.frames, other.frames, limit):
        done.frames += 1
        done.hints += frame.startswith('{"type":"hinted"')
        done.reasons += frame.count('"why":{') if frame.startswith('{"type":"happened"') else 0


def _steps(table: Table) -> Sequence[Step]:
    assert table.play is not None
    return table.play.steps


def _replayed(table: Table, draws: Sequence[ChanceDraw], steps: Sequence[Step]) -> tuple[Any, int]:
    """The state after these steps, and how many draws it took."""
    given = Replayed(draws)
    state, _ = table.game.start(table.options, len(table.seats), given)
    for step in steps:
        action = table.game.parse_action(step.move.action)
        state, _ = table.game.apply(state, step.move.seat, action, given)
    return state, given.used


def _alike(where: str, should: list[str], seen: list[str], limit: int) -> Iterator[str]:
    """The equal frames; raises if frames differ up to a log index."""
    for number, (one, other) in enumerate(zip(should, seen, strict=False)):
        if one != other:
            late = max(_log_index(one), _log_index(other)) > limit
            assert late, f"{where}, frame {number}: {difference(one, other)}"
            return
        yield one


def _log_index(frame: str) -> int:
    """The last log index in a frame."""
    message: Json = msgspec.json.decode(frame)
    if message["type"] == "ack":
        return int(message["seq"] or 0)
    position = message.get("position")
    return int(position["seq"]) if position else 0


class PracticeGame:
    """One practice game of a person who asks for hints."""

    def __init__(
        self, server: Server, client: httpx.AsyncClient, preset: str, bots: list[str], seed: int
    ) -> None:
        self.frames: list[str] = []
        self._server = server
        self._client = client
        self._preset = preset
        self._bots = bots
        self._choice = random.Random(f"me {seed}")

    async def play(self, until: int | None) -> None:
        """Play to the end, or up to a log index."""
        cookie = await new_guest(self._client, "Me")
        seats = [{"type": "me"}, *({"type": "bot", "bot": bot} for bot in self._bots)]
        options = {"rounds": 2} if self._preset.startswith("koikoi") else {}
        request = {"preset": self._preset, "options": options, "seats": seats}
        table = await open_table(self._client, cookie, request)
        me = Person(self._server)
        name, _, secret = cookie.partition("=")
        me.client.cookies.set(name, secret)
        async with me.client, me.at(table) as line:
            await line.ok("start", id="start")
            await self._play(line, until)
            self.frames = [
                frame.replace(table, "TABLE").replace(replay_id(table), "REPLAY")
                for frame in line.frames
            ]
        self.truth = await self._server.table(table)

    async def _play(self, line: Socket, until: int | None) -> None:
        moves = 0
        while True:
            await line.until(lambda: line.to_act or line.table["status"] == "over", 30)
            if line.table["status"] == "over":
                return
            assert line.position is not None
            if until is not None and line.position["seq"] > until:
                return
            moves += 1
            await line.move(await self._choose(line, moves), id=f"m{moves}")

    async def _choose(self, line: Socket, moves: int) -> Any:
        assert line.position is not None
        if self._choice.random() < _HINT_RATE:
            hint = await line.ok("hint", id=f"h{moves}")
            return hint["action"]
        legal = line.position["legal"]
        safe = [action for action in legal if action["type"] != "play"]
        return self._choice.choice(safe or legal)
