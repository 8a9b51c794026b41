"""The deal of the day: the same cards for everybody, once, and secret until the day is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from hanamichi.catalog import game_by_id
from hanamichi.core.seal import check_seal, commitment_of
from hanamichi.records import read_record
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import DailyConfig, ServerConfig
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.replays.others_play import Turn, compare
from hanamichi.server.storage import schema
from hanamichi.server.storage.daily import DailyStore, Deal
from hanamichi.server.storage.erasures import begin_erasure
from hanamichi.server.table.days import day_after, day_at, is_day
from tests.server.live import Json, Person, Server, live, person, play_out, running
from tests.server.noon import NoonClock


@asynccontextmanager
async def a_day(tmp_path: Path, url: str, clock: NoonClock) -> AsyncIterator[Server]:
    async with running(
        tmp_path, url=url, seed=None, clock=Clock(wall_clock=clock.wall_clock)
    ) as server:
        yield server


async def play(someone: Person, preset: str, seed: int) -> Json:
    """Play today's deal to its end; what the day then says of it."""
    table = (await someone.request("POST", f"/api/daily/{preset}"))["id"]
    async with someone.at(table) as line:
        await play_out(line, seed=seed)
    deals: list[Json] = (await someone.request("GET", "/api/daily"))["deals"]
    return next(deal for deal in deals if deal["preset"] == preset)


@live
async def test_everybody_gets_the_same_cards_once(tmp_path: Path, url: str) -> None:
    clock = NoonClock()
    async with (
        a_day(tmp_path, url, clock) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        before = await ann.request("GET", "/api/daily")
        preset = "koikoi/nintendo"
        anns, bos = await play(ann, preset, 1), await play(bo, preset, 2)
        tables = [await server.table(deal["mine"]["table"]) for deal in (anns, bos)]
        draws = [
            [*table.play.opening, *(draw for step in table.play.steps for draw in step.draws)]
            for table in tables
            if table.play is not None
        ]
        assert draws[0] == draws[1], "though the rounds had other lengths"
        assert len(draws[0]) > 12
        again = await ann.request("POST", f"/api/daily/{preset}")
        assert again["id"] == anns["mine"]["table"]
        (deal,) = (deal for deal in before["deals"] if deal["preset"] == preset)
        assert deal["seal"] == anns["seal"]
        assert (deal["mine"], deal["finished"], bos["finished"]) == (None, 0, 2)
        assert anns["mine"]["result"]["game"] == "koikoi"


@live
async def test_the_cards_are_secret_until_one_has_played_or_the_day_is_over(
    tmp_path: Path, url: str
) -> None:
    clock = NoonClock()
    async with (
        a_day(tmp_path, url, clock) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        preset = "hanabi/online"
        today = await ann.request("GET", "/api/daily")
        day, ends = today["day"], today["ends"]
        path, mine = f"/api/daily/{day}/{preset}", (await play(ann, preset, 1))["mine"]
        replay = f"/api/replays/{mine['replay']}"

        assert (await bo.request("GET", replay))["code"] == "daily/sealed"
        assert (await bo.request("GET", f"{replay}/others"))["code"] == "daily/sealed"
        assert (await bo.request("GET", path))["results"] is None
        assert (await ann.request("GET", replay))["plies"] > 0
        for secret in ("record", "seal"):
            refused = await ann.request("GET", f"{replay}/{secret}")
            assert (refused["code"], refused["retry_after"] > 0) == ("daily/sealed", True)
        refused = await ann.request("GET", f"/api/tables/{mine['table']}/record")
        assert refused["code"] == "daily/sealed"
        assert (await ann.client.get("/api/me/records")).content == b""
        branch = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
        refused = await ann.request("POST", f"{replay}/branches", branch)
        assert refused["code"] == "daily/sealed"
        seen = await ann.request("GET", path)
        assert [(each["name"], each["you"]) for each in seen["results"]] == [("Ann", True)]
        assert seen["key"] is None

        tomorrow = await bo.request("GET", f"/api/daily/{day_after(day)}/{preset}")
        assert tomorrow["code"] == "daily/unknown"
        clock.added += ends - clock.wall_clock()
        opened = await bo.request("GET", path)
        assert commitment_of(opened["key"]) == seen["seal"] == opened["seal"]
        assert opened["results"][0]["replay"] == mine["replay"]
        record = read_record((await bo.client.get(f"{replay}/record")).content)
        check_seal(game_by_id("hanabi"), record)
        next_day = await bo.request("GET", "/api/daily")
        seals = {deal["preset"]: deal["seal"] for deal in next_day["deals"]}
        assert (next_day["day"], seals) == (day_after(day), today["next_seals"])


@live
async def test_nothing_makes_the_deal_easier(tmp_path: Path, url: str) -> None:
    clock = NoonClock()
    async with (
        a_day(tmp_path, url, clock) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = (await ann.request("POST", "/api/daily/hanabi/cocktail"))["id"]
        async with ann.at(table) as line:
            assert line.table["daily"] == day_at(clock.wall_clock())
            await line.until(lambda: line.to_act)
            assert await line.refused("hint") == "table/daily"
            assert await line.refused("link-seat") == "table/daily"
            assert await line.refused("propose", what="take-back") == "table/daily"
            async with bo.connected(table) as watching:
                assert await watching.until_closed() == 4403
                assert watching.messages[-1]["code"] == "table/daily"
            await play_out(line, seed=3)
            assert await line.refused("play-again") == "table/daily"


@live
async def test_results_by_nickname_or_without(tmp_path: Path, url: str) -> None:
    clock = NoonClock()
    async with (
        a_day(tmp_path, url, clock) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        preset = "hanabi/online"
        path = f"/api/daily/{day_at(clock.wall_clock())}/{preset}"
        assert (await bo.request("PUT", f"{path}/name", {"named": False}))[
            "code"
        ] == "daily/unknown"
        replay = (await play(ann, preset, 1))["mine"]["replay"]
        await play(bo, preset, 2)
        hidden = await bo.request("PUT", f"{path}/name", {"named": False})
        assert {each["name"] for each in hidden["results"]} == {"Ann", None}
        assert not hidden["mine"]["named"]
        # Nor does the replay that the list links to name who plays there, except to themselves.
        unnamed = f"/api/replays/{hidden['mine']['replay']}"
        for looker, name in ((ann, None), (bo, "Bo")):
            seats = (await looker.request("GET", unnamed))["table"]["seats"]
            assert (seats[0]["kind"], seats[0]["name"]) == ("person", name)
        points = [each["points"] for each in hidden["results"]]
        assert points == sorted(points, reverse=True)
        others = await ann.request("GET", f"/api/replays/{replay}/others")
        assert others["matches"] == 1
        assert others["plies"][0]["choices"][0]["count"] == 1
        clock.added += 24 * 3600 * 1000
        for looker, name in ((ann, "Player 1"), (bo, "Bo")):
            record = read_record((await looker.client.get(f"{unnamed}/record")).content)
            assert record.players[0] == name
            named = await looker.request("GET", f"/api/replays/{replay}")
            assert named["table"]["seats"][0]["name"] == "Ann"
        await ann.request("DELETE", "/api/me")
        left = await bo.request("GET", path)
        assert [each["you"] for each in left["results"]] == [True]


@live
async def test_nothing_is_noted_of_somebody_who_was_erased(tmp_path: Path, url: str) -> None:
    async with a_day(tmp_path, url, NoonClock()) as server, person(server, "Ann"):
        database = server.app.database
        async with database.reading() as connection:
            (who,) = (await connection.execute(select(schema.people.c.id))).scalars()
        await database.run_write(begin_erasure, (who, 1))
        store, deal = DailyStore(database), Deal("2026-11-16", "koikoi/nintendo")
        with pytest.raises(Refused):
            await store.begin(deal, who, "a table")
        assert await store.game_of(deal, who) is None


@live
async def test_bad_input(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        for method, path in (
            ("POST", "/api/daily/hanabi/nothing"),
            ("GET", "/api/daily/2026-02-30/hanabi/online"),
            ("GET", "/api/daily/20261116/hanabi/online"),
            ("GET", "/api/daily/2020-01-01/hanabi/online"),
        ):
            assert (await ann.request(method, path))["code"] == "daily/unknown"
        table = await ann.open_table("koikoi/nintendo", "me", "random", start=True)
        async with ann.at(table) as line:
            await line.ok("propose", what="end-match")
            replay = line.table["replay"]
        refused = await ann.request("GET", f"/api/replays/{replay}/others")
        assert refused["code"] == "daily/unknown"
    config = ServerConfig(daily=DailyConfig(enabled=False))
    async with running(tmp_path, config=config) as server, person(server, "Bo") as bo:
        for method, path in (("GET", "/api/daily"), ("POST", "/api/daily/hanabi/online")):
            assert (await bo.request(method, path))["code"] == "daily/off"


def test_matches_are_compared_while_they_are_the_same() -> None:
    def turns(*words: str) -> list[Turn]:
        return [Turn(n % 2, word) for n, word in enumerate(words)]  # type: ignore[arg-type]

    found = compare(turns("a", "b", "c"), [turns("a", "b", "d"), turns("x", "b", "c")], 0)
    counted = [(each.ply, [choice.count for choice in each.choices]) for each in found.plies]
    assert (found.matches, counted) == (2, [(0, [1, 1]), (2, [1])])


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "2026-1-1", "2026-11-16T00:00"])
def test_only_days_are_days(text: str) -> None:
    assert not is_day(text)
    assert is_day("2026-11-16")
