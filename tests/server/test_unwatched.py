"""Bots wait while nobody has their table open, and a match of bots only ends after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from hanamichi.bots import Choice
from hanamichi.server.bots import pace
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.live import live_table
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.clock import Clock, unix_milliseconds
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.table import moves
from hanamichi.server.table.result import finished
from tests.server.live import TIMEOUT_SECONDS, Socket, live, person, running
from tests.server.table_harness import ANN, TableHarness

HANABI = "hanabi/cocktail"
KOIKOI = "koikoi/nintendo"


class LaterClock(Clock):
    """A wall clock that can be set."""

    def __init__(self) -> None:
        self.ahead = 0
        super().__init__(wall_clock=lambda: unix_milliseconds() + self.ahead)


class HeldPool(BotPool):
    """Bots that choose when they are let."""

    def __init__(self) -> None:
        super().__init__(Warmup())
        self.may_choose = asyncio.Event()
        self.asked: list[Sequence[Served]] = []
        self.cancelled = 0

    async def think(self, request: BotRequest, served: Sequence[Served] = ()) -> Choice:
        self.asked.append(served)
        try:
            await self.may_choose.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Choice(request.sight.legal[0])


def test_bots_pause_for_a_crowd_and_not_for_a_few() -> None:
    assert [pace.pause_for(viewers) for viewers in (0, 2, 5)] == [0, 0, 0]
    assert pace.pause_for(400) > 40 * pace.pause_for(10) > 0


@live
async def test_bots_of_a_crowded_table_do_not_move_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "_SECONDS_PER_VIEWER", 3600)
    async with AsyncExitStack() as crowd:
        server = await crowd.enter_async_context(running(tmp_path))
        ann = await crowd.enter_async_context(person(server, "Ann"))
        few = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1})
        lines = [await crowd.enter_async_context(ann.at(few)) for _ in range(5)]
        await lines[0].ok("start")
        await lines[0].until(lambda: lines[0].to_act)
        many = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1})
        lines = [await crowd.enter_async_context(ann.at(many)) for _ in range(6)]
        await lines[0].ok("start")
        await asyncio.sleep(0.2)
        assert (await server.table(many)).ply == 0


def ply(line: Socket) -> int:
    assert line.position is not None
    return int(line.position["ply"])


@live
async def test_bots_play_while_somebody_watches_and_wait_otherwise(
    tmp_path: Path, url: str
) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        table = await ann.open_table(KOIKOI, "random", "random", options={"rounds": 12}, start=True)
        await asyncio.sleep(0.2)
        assert (await server.table(table)).ply == 0, "nobody has looked yet"
        async with person(server) as stranger, stranger.at(table) as line:
            await line.until(lambda: ply(line) >= 3)
        live_table = await server.app.tables.get(table)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while live_table._bot_turns._task is not None:  # noqa: ASYNC110  # nothing to wait for
                await asyncio.sleep(0.01)
        before = live_table.table.ply
        assert live_table.table.status == "playing"
        live_table.wake_bots()
        await asyncio.sleep(0.2)
        assert live_table.table.ply == before
        assert live_table.idle_since() < float("inf"), "it can be evicted"
        async with ann.at(table) as line:
            await line.until(lambda: ply(line) > before)


@live
async def test_a_bot_stops_thinking_when_all_have_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "_UNWATCHED_SECONDS", 0.2)
    pool = HeldPool()
    async with running(tmp_path, bot_pool=pool) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: len(pool.asked) == 1)
        async with ann.at(table) as line:  # the page was only reloaded
            await asyncio.sleep(0.4)
            assert pool.cancelled == 0
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not pool.cancelled:  # noqa: ASYNC110  # nothing to wait for
                await asyncio.sleep(0.01)
        pool.may_choose.set()
        async with ann.at(table) as line:
            await line.until(lambda: line.to_act)
        assert len(pool.asked) == 2


@live
async def test_who_comes_in_the_moment_a_bot_stops_is_played_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = HeldPool()
    async with running(tmp_path, bot_pool=pool) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: len(pool.asked) == 1)
            turns = (await server.app.tables.get(table))._bot_turns
            with monkeypatch.context() as patch:
                patch.setattr(live_table.LiveTable, "watched", False)
                turns.pause_if_unwatched()
            turns.wake()  # before the task has noticed that it is cancelled
            pool.may_choose.set()
            await line.until(lambda: line.to_act)
        assert pool.cancelled == 1


@live
async def test_bots_play_for_the_seated_people_who_look(tmp_path: Path) -> None:
    pool = HeldPool()
    pool.may_choose.set()
    async with (
        running(tmp_path, bot_pool=pool) as server,
        person(server, "Ann") as ann,
        person(server, "Eve") as eve,
    ):
        hashed = server.app.address_keys.hash("127.0.0.1")
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1})
        async with eve.at(table), ann.at(table) as line:
            await line.ok("start")
            await line.until(lambda: line.to_act)
            host = (await server.table(table)).host
        assert pool.asked == [[Served(hashed, host)]]
        table = await ann.open_table(
            HANABI, "random", "random", options={"first_seat": 1}, start=True
        )
        async with person(server) as stranger, stranger.at(table) as line:
            await line.until(lambda: ply(line) > 0)
        assert pool.asked[1] == [Served(hashed, None)]


@live
async def test_a_wide_network_has_few_shares_of_the_bots(tmp_path: Path) -> None:
    pool = HeldPool()
    pool.may_choose.set()
    proxies = TrustedProxies(["127.0.0.1"])
    async with (
        running(tmp_path, bot_pool=pool, proxies=proxies) as server,
        person(server, "Ann") as ann,
    ):
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1})
        ann.client.headers["x-forwarded-for"] = "2001:db8:0:1::1"
        async with ann.at(table) as line:
            await line.ok("start")
            await line.until(lambda: line.to_act)
            host = (await server.table(table)).host
        share = server.app.address_keys.hash(fair_share("2001:db8:0:1::/64"))
        assert share != server.app.address_keys.hash("2001:db8:0:1::/64")
        assert pool.asked == [[Served(share, host)]]


@live
async def test_a_match_of_bots_that_nobody_watches_ends(tmp_path: Path, url: str) -> None:
    clock = LaterClock()
    async with running(tmp_path, url=url, clock=clock) as server, person(server, "Ann") as ann:
        bots = await ann.open_table(KOIKOI, "random", "random", start=True)
        watched = await ann.open_table(
            KOIKOI, "random", "random", options={"rounds": 12}, bot_pace="human", start=True
        )
        own = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        clock.ahead = 10 * 60_000
        app = server.app
        await app.tables.end_unwatched(clock.wall_clock() - 30 * 60_000)
        assert (await server.table(bots)).status == "playing", "only ten minutes have passed"
        async with person(server) as stranger, stranger.at(watched):
            clock.ahead = 40 * 60_000
            await app.tables.end_unwatched(clock.wall_clock() - 30 * 60_000)
            assert (await server.table(watched)).ending is None
        assert (await server.table(own)).status == "playing", "a person sits there"
        ended = await server.table(bots)
        assert ended.ending is not None
        assert (ended.ending.reason, ended.ending.winners) == ("idle", ())
        assert not finished(ended).counts
        async with ann.at(bots) as line:
            assert line.table["ending"]["reason"] == "idle"
            record = await ann.request("GET", f"/api/replays/{line.table['replay']}/record")
        assert record["abandoned"] == {"reason": "idle"}


def test_only_a_match_of_bots_that_plays_on_can_be_left_alone() -> None:
    bots = TableHarness(HANABI, "random", "random")
    later = bots.table.changed + 1_000_000
    assert moves.end_unwatched(bots.table, since=later).entries == ()
    bots.do(ANN, "start")
    assert moves.end_unwatched(bots.table, since=bots.table.changed).entries == ()
    bots.take(moves.end_unwatched(bots.table, since=later))
    assert bots.table.status == "over"
    assert moves.end_unwatched(bots.table, since=later).entries == ()
    assert bots.reloaded().ending == bots.table.ending
    own = TableHarness(HANABI, "me", "random")
    own.do(ANN, "start")
    assert moves.end_unwatched(own.table, since=later).entries == ()
