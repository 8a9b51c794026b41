"""People who stay away, over real sockets, on both databases, with a clock that is set forward."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.ops.clock import Clock, unix_milliseconds
from hanamichi.server.ops.config import AbsenceConfig, ServerConfig
from hanamichi.server.table.absence import Grace
from tests.server.live import Json, Person, Server, Socket, live, person, running

HOUR = 3_600_000
GRACE = 12 * HOUR
STAND_IN: Json = {"seat": 1, "bot": "random"}


class SetClock:
    """The real time, and what was added to it."""

    def __init__(self) -> None:
        self.added = 0

    def wall_clock(self) -> int:
        return unix_milliseconds() + self.added


@asynccontextmanager
async def bos_turn(
    tmp_path: Path, url: str, clock: SetClock
) -> AsyncIterator[tuple[Server, Person, Person, str]]:
    """A match of Koi-Koi that waits for Bo. Nobody is connected."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            running(tmp_path, url=url, clock=Clock(wall_clock=clock.wall_clock))
        )
        ann = await stack.enter_async_context(person(server, "Ann"))
        bo = await stack.enter_async_context(person(server, "Bo"))
        options = {"first_dealer": 0, "rounds": 1}
        table = await ann.open_table("koikoi/nintendo", "me", "open", options=options)
        async with ann.at(table) as anns, bo.at(table) as bos:
            await bos.ok("sit")
            await anns.ok("start")
            await anns.until(lambda: anns.to_act)
            while anns.to_act:
                happened = len(anns.of("happened"))
                await anns.move_any(random.Random(1))
                assert len(anns.of("happened")) > happened, "the effects come before the answer"
        yield server, ann, bo, table


def bos_seat(line: Socket) -> Json:
    seat: Json = line.table["seats"][1]
    return seat


def ann_of(live_table: LiveTable) -> str:
    person = live_table.table.seats[0].person
    assert person is not None
    return person


@live
async def test_a_lone_opponent_is_refused_everything_until_the_grace_is_over(
    tmp_path: Path, url: str
) -> None:
    clock = SetClock()
    async with bos_turn(tmp_path, url, clock) as (_, ann, bo, table), ann.at(table) as line:
        for minutes in (0, 1, 60, 11 * 60 + 58):
            clock.added = minutes * 60_000
            for command, fields in (
                ("stand-in", STAND_IN),
                ("propose", {"what": "claim-win"}),
            ):
                answer = await line.send(command, **fields)
                assert answer["code"] == "table/present"
                left = GRACE // 1000 - minutes * 60
                assert left - 60 < answer["retry_after"] <= left
            for what in ("take-back", "end-match"):
                await line.ok("propose", what=what)
                assert line.table["proposal"]["waiting_for"] == [1]
                await line.ok("answer", agree=False)
            assert line.table["status"] == "playing"
            assert not bos_seat(line)["absent"]
        clock.added = GRACE
        assert await line.refused("propose", what="take-back", ply=99)
        await line.ok("propose", what="claim-win")
        await line.until(lambda: line.table["status"] == "over")
        assert line.table["ending"]["reason"] == "absence"
        won = (await ann.request("GET", "/api/me/statistics"))["koikoi"][0]
        lost = (await bo.request("GET", "/api/me/statistics"))["koikoi"][0]
        assert (won["won"], lost["lost"]) == (1, 1)


@live
async def test_a_match_with_a_stand_in_is_listed_and_counts_for_nobody(
    tmp_path: Path, url: str
) -> None:
    clock = SetClock()
    async with bos_turn(tmp_path, url, clock) as (_, ann, bo, table), ann.at(table) as line:
        clock.added = GRACE
        await line.ok("stand-in", **STAND_IN)
        for what in ("take-back", "end-match", "claim-win"):
            assert await line.refused("propose", what=what) == "table/stood-in"
        choice = random.Random(3)
        while line.table["status"] == "playing":
            await line.until(lambda: line.to_act or line.table["status"] == "over")
            if line.to_act:
                await line.move_any(choice)
        for someone in (ann, bo):
            (match,) = (await someone.request("GET", "/api/me/matches"))["matches"]
            assert match["unrated"] == "stand-in"
            assert (await someone.request("GET", "/api/me/statistics"))["koikoi"] == []
            replay = await someone.request("GET", f"/api/replays/{match['replay']}")
            assert replay["table"]["unrated"] == "stand-in"


@live
async def test_the_end_of_the_grace_is_told_before_it_comes(tmp_path: Path, url: str) -> None:
    async with bos_turn(tmp_path, url, SetClock()) as (_, ann, bo, table), ann.at(table) as line:
        async with bo.at(table):
            await line.until(lambda: bos_seat(line)["connected"])
            assert bos_seat(line)["absent_at"] is None
        await line.until(lambda: not bos_seat(line)["connected"])
        told = line.of("table-changed")[-1]
        assert GRACE - HOUR < told["table"]["seats"][1]["absent_at"] - told["now"] <= GRACE


@pytest.mark.parametrize("spectators", [0, 20])
@live
async def test_the_end_of_the_grace_is_told_when_it_comes(
    tmp_path: Path, url: str, spectators: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Grace, "seconds", lambda *_: 1.0)
    async with (
        AsyncExitStack() as stack,
        bos_turn(tmp_path, url, SetClock()) as (server, ann, bo, table),
    ):
        line = await stack.enter_async_context(ann.at(table))
        eve = await stack.enter_async_context(person(server))
        for _ in range(spectators):
            await stack.enter_async_context(eve.at(table))
        async with bo.at(table):
            await line.until(lambda: bos_seat(line)["connected"])
        await line.until(lambda: not bos_seat(line)["connected"])
        assert not bos_seat(line)["absent"]
        await line.until(lambda: bos_seat(line)["absent"])


@live
async def test_the_last_visit_of_a_person_outlasts_the_table_in_memory(
    tmp_path: Path, url: str
) -> None:
    clock = SetClock()
    async with bos_turn(tmp_path, url, clock) as (server, ann, bo, table):
        clock.added = 6 * HOUR
        async with ann.at(table) as line:
            async with bo.at(table):
                pass
            await line.until(lambda: not bos_seat(line)["connected"])
            until = bos_seat(line)["absent_at"]
        while server.app.tables.loaded(table) is not None:
            server.app.tables.evict_idle(float("inf"))
        clock.added = 7 * HOUR
        async with ann.at(table) as line:
            assert bos_seat(line)["absent_at"] == until


@live
async def test_a_restart_leaves_at_least_half_of_the_grace(tmp_path: Path, url: str) -> None:
    clock = SetClock()
    async with bos_turn(tmp_path, url, clock) as (_, ann, _, table):
        pass
    for hours, left in ((1, 11), (100, 6)):
        clock.added = hours * HOUR
        wall_clock = Clock(wall_clock=clock.wall_clock)
        async with running(tmp_path, url=url, clock=wall_clock) as server:
            again = ann.sent_to(server)
            async with again.at(table) as line:
                assert line.snapshot is not None
                wait = bos_seat(line)["absent_at"] - line.snapshot["now"]
                assert left * HOUR - HOUR / 10 < wait <= left * HOUR
            await again.client.aclose()


@pytest.mark.parametrize("was_loaded", [False, True])
@live
async def test_a_process_that_takes_a_table_over_leaves_half_of_the_grace(
    tmp_path: Path, shared: str, *, was_loaded: bool
) -> None:
    clock = SetClock()
    async with AsyncExitStack() as stack:
        lasting = await stack.enter_async_context(
            running(tmp_path, url=shared, clock=Clock(wall_clock=clock.wall_clock))
        )
        async with bos_turn(tmp_path, shared, clock) as (_, ann, bo, table):
            if was_loaded:
                await lasting.table(table)
                assert lasting.app.tables.evict_idle(float("inf"))
            async with bo.at(table):
                clock.added = 100 * HOUR
        ann = ann.sent_to(lasting)
        stack.push_async_callback(ann.client.aclose)
        async with ann.at(table) as line:
            assert line.snapshot is not None
            assert not bos_seat(line)["absent"], "he was here until the other process stopped"
            until = bos_seat(line)["absent_at"]
            assert 5.9 * HOUR < until - line.snapshot["now"] <= 6 * HOUR
        while lasting.app.tables.loaded(table) is not None:
            lasting.app.tables.evict_idle(float("inf"))
        clock.added = 103 * HOUR
        async with ann.at(table) as line:
            assert bos_seat(line)["absent_at"] == until, "it does not begin anew"


@live
async def test_nothing_is_kept_of_spectators_who_left(tmp_path: Path, url: str) -> None:
    async with bos_turn(tmp_path, url, SetClock()) as (server, ann, bo, table):
        live_table = await server.app.tables.get(table)
        async with person(server, "Eve") as eve, ann.at(table) as line:
            async with eve.at(table), bo.at(table):
                await line.until(lambda: bos_seat(line)["connected"])
            await line.until(lambda: not live_table.presence.connected - {ann_of(live_table)})
            assert len(live_table.presence.gone) == 2, "Ann and Bo"


@live
async def test_an_owner_chooses_the_grace(tmp_path: Path) -> None:
    config = ServerConfig(absence=AbsenceConfig(grace_minutes=30))
    async with (
        running(tmp_path, config=config) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open", options={"first_seat": 1})
        async with ann.at(table) as line:
            async with bo.at(table) as bos:
                await bos.ok("sit")
                await line.ok("start")
                await line.until(lambda: line.position is not None)
            await line.until(lambda: not bos_seat(line)["connected"])
            answer = await line.send("stand-in", **STAND_IN)
            assert 29 * 60 < answer["retry_after"] <= 30 * 60


@live
async def test_a_turn_that_comes_to_an_absent_person_is_told(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open", options={"first_seat": 0})
        async with ann.at(table) as line:
            async with bo.at(table) as bos:
                await bos.ok("sit")
                await line.ok("start")
                await line.until(lambda: line.position is not None)
            await line.until(lambda: not bos_seat(line)["connected"])
            assert bos_seat(line)["absent_at"] is None
            await line.move_any(random.Random(1))
            await line.until(lambda: bos_seat(line)["absent_at"] is not None)


@pytest.mark.parametrize("way", ["leave", "erase"])
@live
async def test_who_leaves_or_is_erased_is_absent_at_once(tmp_path: Path, way: str) -> None:
    async with bos_turn(tmp_path, "", SetClock()) as (_, ann, bo, table), ann.at(table) as line:
        if way == "leave":
            async with bo.at(table) as bos:
                await bos.ok("leave")
        else:
            await bo.client.delete("/api/me")
        await line.until(lambda: bos_seat(line)["absent"])
        await line.ok("propose", what="claim-win")
        await line.until(lambda: line.table["status"] == "over")
