"""Table sockets: reconnecting, repeated moves, invalid frames, joining and leaving."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from websockets.asyncio.client import connect

from hanamichi.core import Event
from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.commands import MAX_FRAME
from tests.server.live import Socket, live, person, play_out, running

HANABI = "hanabi/cocktail"
CLUE = {"type": "value-clue", "target": 1, "value": 1}


@live
async def test_reconnecting_resumes_after_the_last_entry_seen(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with bo.at(table) as second:
            async with ann.at(table) as first:
                await second.ok("sit")
                await first.ok("start")
                await first.move(CLUE)
                seen = first.log[-1]["seq"]
                await second.until(lambda: second.to_act)
            await second.move_any(random.Random(1))
            async with ann.at(table, seen=seen) as again:
                assert again.snapshot is not None
                assert again.snapshot["since"] == seen
                assert [entry["seq"] for entry in again.log] == [seen + 1]
                assert again.to_act
            async with ann.at(table, seen=999) as again:
                assert again.snapshot is not None
                assert again.snapshot["since"] == 0
                assert len(again.log) == 3


@live
async def test_the_same_move_from_two_tabs_counts_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with person(server, "Bo") as bo, bo.at(table) as second:
            await second.ok("sit")
            async with ann.at(table) as one, ann.at(table) as two:
                await one.ok("start")
                await two.until(lambda: two.to_act)
                first, again = await asyncio.gather(
                    one.send("move", id="same", ply=0, action=CLUE),
                    two.send("move", id="same", ply=0, action=CLUE),
                )
                assert first == again
                assert first["type"] == "ack"
                late = await two.send("move", id="other", ply=0, action=CLUE)
                assert late["code"] == "move/stale"
                assert late["position"]["ply"] == 1
                assert (await server.table(table)).ply == 1


@live
async def test_a_stranger_with_the_link_watches_and_cannot_act(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with person(server) as eve, ann.at(table) as first, eve.at(table) as watcher:
            assert watcher.you == {"seat": None, "host": False, "name": None, "devices": None}
            assert watcher.position is not None
            assert watcher.position["legal"] == []
            assert await watcher.refused("move", ply=0, action=CLUE) == "table/not-your-seat"
            assert await watcher.refused("sit") == "person/unknown"
            await first.until(lambda: first.table["spectators"] == 1)


@live
async def test_of_two_browsers_racing_for_the_last_seat_one_wins(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        async with (
            person(server, "Bo") as bo,
            person(server, "Cy") as cy,
            bo.at(table) as one,
            cy.at(table) as two,
        ):
            answers = await asyncio.gather(one.send("sit", seat=1), two.send("sit", seat=1))
            assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
            (lost,) = (answer for answer in answers if answer["type"] == "error")
            assert lost["code"] == "table/seat-taken"


async def raw_frame(line: Socket, frame: str | bytes) -> dict[str, Any]:
    """The answer to a raw frame."""
    before = len(line.of("error"))
    await line.raw.send(frame)
    await line.until(lambda: len(line.of("error")) > before)
    return line.of("error")[-1]


@live
async def test_invalid_frames_are_refused_and_harmless(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as line:
            before = await server.table(table)
            for frame in (
                "",
                "{",
                "null",
                "[]",
                '"move"',
                "{}",
                '{"type":"move"}',
                '{"type":"dance","id":"a"}',
                '{"type":"sit","id":"a","seat":-1}',
                '{"type":"sit","id":"","seat":1}',
                '{"type":"sit","id":"a","seat":1,"more":1}',
                '{"type":"sit","id":["a"]}',
                '{"id":"\\ud800","type":"sit"}',
                "[" * 5000,
                b"\x00\x01",
            ):
                assert (await raw_frame(line, frame))["code"] == "frame/malformed", frame
            named = await raw_frame(line, '{"type":"sit","id":"mine","seat":"x"}')
            assert named["id"] == "mine"
            long = '{"type":"ping","id":"a"}' + " " * MAX_FRAME
            assert (await raw_frame(line, long))["code"] == "frame/too-large"
            await line.ok("ping")
            assert await server.table(table) == before


@live
async def test_a_huge_frame_ends_the_connection_and_nothing_else(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as one, ann.at(table) as two:
            await one.raw.send(" " * (5 * MAX_FRAME))
            assert await one.until_closed() == 1009
            await two.ok("ping")


@live
async def test_an_unknown_table_is_refused_before_closing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        async with ann.connected("nowhere") as line:
            assert await line.until_closed() == 4404
        assert line.messages[-1]["code"] == "table/unknown"


@live
async def test_a_page_of_another_site_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        address = f"{server.ws}/api/tables/{table}/socket"
        for origin in ("https://evil.example", "null", f"http://{server.address}.evil.example"):
            async with connect(address, origin=origin) as raw:  # type: ignore[arg-type]
                line = Socket(raw)
                assert await line.until_closed() == 4403
            assert line.messages[-1]["code"] == "request/origin"
        async with connect(address, origin=server.http) as raw:  # type: ignore[arg-type]
            line = Socket(raw)
            await line.until(lambda: line.snapshot is not None)


@live
async def test_a_forged_cookie_identifies_no_person(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as eve:
        table = await ann.open_table(HANABI, "me", "open")
        eve.client.cookies.set("hanamichi", "forged")
        async with eve.at(table) as line:
            assert line.you["name"] is None
            assert await line.refused("sit") == "person/unknown"
            assert await line.refused("note", key="1", text="mine") == "person/unknown"


@live
async def test_a_seat_opens_on_another_device_by_its_link(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as desk, person(server) as phone:
            await desk.ok("note", key="0", text="maybe a 1")
            link = await desk.ok("link-seat")
            address, _, key = link["url"].partition("#seat=")
            assert address == f"{server.http}/table/{table}"
            await phone.request("GET", "/api/me")
            async with phone.at(table) as mobile:
                assert not mobile.to_act
                await mobile.ok("use-seat-link", key=key)
                assert mobile.you == {"seat": 0, "host": False, "name": "Ann", "devices": None}
                assert mobile.notes == {"0": "maybe a 1"}
                assert mobile.to_act
                assert (await mobile.move(CLUE))["type"] == "ack"
                await desk.until(lambda: desk.position is not None and desk.position["ply"] > 0)
                assert desk.you["devices"] == 1
                await desk.ok("revoke-seat-links")
                await mobile.until(lambda: mobile.you["seat"] is None)
                assert mobile.notes == {}
                assert mobile.position is not None
                assert mobile.position["legal"] == []
                assert await mobile.refused("use-seat-link", key=key) == "table/seat-link"


@live
async def test_notes_are_private_stored_and_shared_between_a_persons_tabs(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as one, ann.at(table) as two, bo.at(table) as other:
            await one.ok("note", key="7", text="<b>finesse?</b>")
            await one.ok("note", key="8", text="trash")
            await one.ok("note", key="8", text="")
            await two.until(lambda: two.notes == {"7": "<b>finesse?</b>"})
            await other.ok("ping")
            assert other.of("notes") == []
            assert not any("finesse" in frame for frame in other.frames)
            assert await one.refused("note", key="9", text="x" * 501) == "frame/malformed"
        async with ann.at(table) as again:
            assert again.notes == {"7": "<b>finesse?</b>"}


@live
async def test_a_person_who_left_returns_by_opening_the_table(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with ann.at(table) as first:
            async with bo.at(table) as second:
                await second.ok("sit")
                await first.ok("start")
                await second.ok("leave")
            await first.until(lambda: not first.table["seats"][1]["connected"])
            assert first.table["seats"][1]["absent"]
            await first.ok("stand-in", seat=1, bot="random")
            await first.move(CLUE)
            await first.until(lambda: first.to_act and len(first.log) > 3)
            async with bo.at(table) as second:
                assert second.table["seats"][1]["bot"] is None
                await first.move({"type": "value-clue", "target": 1, "value": 2})
                await second.until(lambda: second.to_act)


@live
async def test_a_rematch_takes_all_people_to_the_same_new_table(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table("koikoi/nintendo", "me", "open", options={"rounds": 1})
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            await play_out(first, second)
            await asyncio.gather(first.ok("play-again"), second.ok("play-again"))
            await second.until(lambda: second.of("rematch"))
            (again,) = {
                message["table"] for line in (first, second) for message in line.of("rematch")
            }
            async with ann.at(again) as third:
                assert third.position is None
                assert [seat["name"] for seat in third.table["seats"]] == ["Ann", "Bo"]
                async with bo.at(again) as fourth:
                    await third.until(lambda: third.table["status"] == "playing")
                    assert fourth.table["options"] == first.table["options"]


@live
async def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("koikoi/robin-red", "random", "random", options={"rounds": 2})
        async with ann.at(table) as watcher:
            await watcher.ok("start")
            await watcher.until(lambda: watcher.table["status"] == "over", seconds=30)
            assert watcher.position is not None
            assert len(watcher.position["view"]["results"]) == 2


@live
async def test_a_broken_bot_does_not_hold_up_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> Event:
        raise RuntimeError("my hand is r1 r2 r3")

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        monkeypatch.setattr(server.app.bot_pool, "think", broken)
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 1}, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: line.to_act)
    assert "r1 r2 r3" not in caplog.text
    assert "RuntimeError" in caplog.text


@live
async def test_a_clock_that_runs_out_ends_the_match_for_all(tmp_path: Path) -> None:
    time = FakeTime()
    async with running(tmp_path, clock=Clock(time)) as server, person(server, "Ann") as ann:
        table = await ann.open_table(
            HANABI, "me", "random", options={"first_seat": 0}, clock={"bank": 10}, start=True
        )
        async with ann.at(table) as line:
            assert line.position is not None
            assert line.position["clock"] == {"remaining": [10.0, 10.0], "running": 0}
            time.value += 11
            assert await line.refused("move", ply=0, action=CLUE) == "table/over"
            assert line.table["ending"]["reason"] == "timeout"
            record = await ann.request("GET", f"/api/tables/{table}/record")
            assert record["abandoned"] == {"reason": "timeout", "seat": 0}


class FakeTime:
    """A monotonic clock that a test advances."""

    def __init__(self) -> None:
        self.value = 50_000.0

    def __call__(self) -> float:
        return self.value


@live
async def test_a_new_nickname_is_seen_at_the_table(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with bo.at(table) as other:
            await ann.request("PUT", "/api/me", {"name": "Anna"})
            await other.until(lambda: other.table["seats"][0]["name"] == "Anna")


@live
async def test_a_slow_client_is_disconnected_and_the_others_play_on(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        live_table = await server.app.tables.get(table)
        async with ann.at(table) as line:
            (connection,) = live_table._presence.connections
            flood = b'{"type":"flood","of":"%b"}' % token_hex(5000).encode()
            for _ in range(20_000):
                connection.send(flood)
            assert not connection.alive
            await line.until_closed()
        async with ann.at(table) as line:
            await line.ok("ping")


@live
async def test_clients_without_aids_receive_positions_without_them(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with ann.at(table, more="&aids=no") as plain, bo.at(table) as told:
            await told.ok("sit")
            await plain.ok("start")
            clue = {"type": "value-clue", "target": 1, "value": 1}
            await plain.ok("move", ply=0, action=clue)
            await told.until(lambda: told.log[-1]["ply"] == 1)
            assert await plain.refused("move", ply=0, action=clue) == "move/stale"
            await told.ok("ping")
        positions = {
            line: [frame["position"] for frame in line.messages if frame.get("position")]
            for line in (plain, told)
        }
        assert all(each["aids"] is None for each in positions[plain])
        assert len(positions[plain]) == 3
        assert all(each["aids"]["deductions"] for each in positions[told])


@live
async def test_clients_without_deductions_receive_none_until_they_ask(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        async with ann.at(table, more="&aids=table") as line:
            await line.ok("set-aids", aids="table")  # there is nothing to show yet
            await line.ok("set-seat", seat=1, plan={"type": "bot", "bot": "random"})
            await line.ok("start")
            assert line.position is not None
            assert line.position["aids"]["deductions"] == {}
            assert line.position["aids"]["clues"]
            (dealt,) = line.log
            await line.ok("set-aids", aids="all")
            (*_, shown, _) = line.messages
            assert shown["position"]["aids"]["deductions"]
            assert (shown["since"], shown["log"]) == (dealt["seq"], [])
            await line.ok("set-aids", aids="no")
            assert line.position is not None
            assert line.position["aids"] is None
            assert await line.refused("set-aids", aids="some") == "frame/malformed"
