"""Rate limits: too many requests, commands, new people or sockets are refused with a code."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from hanamichi.core.audience import kebab
from hanamichi.server.http import table_socket
from hanamichi.server.http.costs import COMMAND_COSTS
from hanamichi.server.net import http_timeout
from hanamichi.server.ops.rate_limits import (
    DEFAULT_LIMITS,
    RateLimiter,
    address_of,
)
from hanamichi.server.ops.token_bucket import Rate, TokenBucket
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import MAX_ENTRIES
from tests.server.finished_matches import finished
from tests.server.live import TIMEOUT_SECONDS, Socket, live, person, running

HANABI = "hanabi/cocktail"


@given(st.lists(st.floats(0, 5), min_size=1, max_size=60), st.integers(1, 9), st.integers(0, 9))
def test_a_bucket_never_gives_more_than_it_holds_and_gains(
    waits: list[float], burst: int, per_second: int
) -> None:
    bucket, now, taken = TokenBucket(Rate(burst, per_second), 0.0), 0.0, 0
    for wait in waits:
        now += wait
        taken += bucket.take(now)
        assert taken <= burst + now * per_second + 1e-6


def test_a_clock_that_jumps_backwards_gives_nothing_away() -> None:
    bucket = TokenBucket(Rate(1, 1), 100.0)
    assert bucket.take(100.0)
    assert not bucket.take(50.0)
    assert not bucket.take(100.5)
    assert bucket.take(101.1)


def test_addresses_are_remembered_in_bounded_memory() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS)
    for number in range(60_000):
        limiter.request(str(number))
    assert len(limiter._buckets) == 50_000


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8::7:0:0:1", 1), "2001:db8::/64"),
        (("2001:db8::8:0:0:2", 1), "2001:db8::/64"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (None, "local"),
    ],
)
def test_an_ipv6_network_is_one_address(client: tuple[str, int] | None, address: str) -> None:
    assert address_of(client) == address


def test_sockets_are_counted_while_they_are_open() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS._replace(sockets=1))
    with limiter.socket("a"):
        with pytest.raises(Refused) as refused, limiter.socket("a"):
            pass
        with limiter.socket("b"):
            pass
    assert refused.value.code == "request/too-many"
    with limiter.socket("a"):
        pass


def test_the_socket_of_a_long_table_counts_as_several() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS._replace(sockets=10, person_sockets=6))
    with limiter.socket("a"), limiter.long_table("a", "p", 249):
        assert limiter.sockets.total == 1
    with limiter.socket("a"), limiter.long_table("a", "p", 1_000):
        assert limiter.sockets.total == 5
        with pytest.raises(Refused, match="one person"), limiter.long_table("a", "p", 1_000):
            pass
        with (
            limiter.socket("a"),
            limiter.long_table("a", "q", 1_000),
            pytest.raises(Refused, match="one address"),
            limiter.socket("a"),
        ):
            pass
    assert limiter.sockets.total == 0
    with limiter.socket("a"), limiter.socket_of("p"), limiter.long_table("a", "p", 5_000):
        assert limiter.sockets.total == 10


def test_the_owner_of_a_wide_network_is_not_many_addresses() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS._replace(writes=Rate(10, 0), sockets=2))
    allowed, open_sockets = 0, ExitStack()
    for number in range(100):
        address = address_of((f"2001:db8:7:{number:x}::1", 1))
        with suppress(Refused):
            limiter.write(address)
            allowed += 1
        with suppress(Refused):
            open_sockets.enter_context(limiter.socket(address))
    assert allowed == 80
    assert limiter.sockets.total == 16
    limiter.write(address_of(("2001:db8:8::1", 1)))
    open_sockets.close()
    assert limiter.sockets.total == 0
    assert not limiter.sockets._open


def test_a_person_is_limited_at_all_their_addresses() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS._replace(person_work=Rate(10, 1)), now=lambda: 0.0)
    limiter.person("ann", 10)
    with pytest.raises(Refused) as refused:
        limiter.person("ann", 5)
    assert (refused.value.code, refused.value.retry_after) == ("request/too-many", 5)
    limiter.person("bo", 5)
    limiter.person(None, 1000)


def test_new_people_of_an_address_are_limited_each_minute_and_each_day() -> None:
    now = 0.0
    limits = DEFAULT_LIMITS._replace(newcomers=Rate(2, 1), newcomers_in_a_day=Rate(5, 0.01))
    limiter, added = RateLimiter(limits, lambda: now), 0
    for _ in range(20):
        now += 1
        with suppress(Refused):
            limiter.newcomer("192.0.2.1")
            added += 1
    assert added == 5
    with pytest.raises(Refused) as refused:
        limiter.newcomer("192.0.2.1")
    assert 75 <= (refused.value.retry_after or 0) <= 100
    limiter.newcomer("192.0.2.2")


def test_what_costs_more_than_fits_needs_a_full_bucket() -> None:
    bucket = TokenBucket(Rate(10, 1), 0.0)
    assert bucket.take(0.0, 50)
    assert not bucket.take(30.0)
    assert bucket.wait() == pytest.approx(11)
    assert bucket.take(42.0)


async def flood(line: Socket, times: int, kind: str = "set-aids") -> Counter[str]:
    """Send commands without waiting; how each was answered."""
    for number in range(times):
        command = {"type": kind, "id": f"f{number}"}
        if kind == "set-aids":
            command["aids"] = ("no", "all")[number % 2]
        await line.raw.send(msgspec.json.encode(command).decode())
    await line.until(lambda: line.answer_to(f"f{times - 1}"))
    answers = [line.answer_to(f"f{number}")[0] for number in range(times)]
    assert all(answer["retry_after"] >= 1 for answer in answers if answer["type"] == "error")
    return Counter(answer.get("code", "ack") for answer in answers)


@live
async def test_the_people_of_an_address_write_so_many_notes_in_a_day(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(notes=Rate(3, 0.001))
    async with (
        running(tmp_path, limits=limits) as server,
        person(server, "Ann") as ann,
        person(server, "Bob") as bob,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(table) as first, bob.at(table) as second:
            for n in range(3):
                await (first, second)[n % 2].ok("note", key=str(n), text="mine")
            assert await first.refused("note", key="0", text="changed") == "frame/too-many"
            assert await second.refused("note", key="9", text="more") == "frame/too-many"
            await first.ok("note", key="0", text="")


def test_notes_of_a_wide_network_are_limited_too() -> None:
    limiter = RateLimiter(DEFAULT_LIMITS._replace(notes=Rate(1, 0)), now=lambda: 0.0)
    sockets = [limiter.socket_limits(f"2001:db8:0:{n}::/64", "ann", "t") for n in range(9)]
    assert [each.note() is None for each in sockets] == [True] * 8 + [False]
    assert sockets[0].note() is not None


@live
async def test_nobody_uses_up_what_a_waiting_table_stores(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(table_changes=Rate(6, 0.001))
    async with (
        running(tmp_path, limits=limits) as server,
        person(server, "Ann") as ann,
        person(server, "Rude") as rude,
    ):
        table, other = [await ann.open_table(HANABI, "me", "open") for _ in range(2)]
        async with rude.at(table) as line:
            for _ in range(3):
                await line.ok("sit")
                await line.ok("leave")
            refused = await line.send("sit")
            assert (refused["code"], refused["retry_after"]) == ("frame/too-many", 1000)
        async with rude.at(table) as again:  # another connection is no way out
            assert await again.refused("sit") == "frame/too-many"
        async with rude.at(other) as elsewhere:
            await elsewhere.ok("sit")
            await elsewhere.ok("leave")
        async with ann.at(table) as host:
            await host.ok("set-seat", seat=1, plan={"type": "bot", "bot": "random"})
            await host.ok("set-seat", seat=1, plan={"type": "open"})
            assert host.table["seats"][1]["kind"] == "open"


def test_no_address_can_fill_a_table_within_half_a_day() -> None:
    now = 0.0
    limiter, done = RateLimiter(DEFAULT_LIMITS, lambda: now), 0
    for hour in range(12):
        now = 3600.0 * hour
        for _ in range(5):  # sockets
            limits = limiter.socket_limits("192.0.2.1", "rude", "t")
            while limits.change() is None:
                done += 1
    assert 2_000 < done < MAX_ENTRIES
    assert limiter.socket_limits("192.0.2.2", "bo", "t").change() is None
    assert limiter.socket_limits("192.0.2.1", "rude", "other").change() is None


@live
async def test_spectators_are_limited_together_and_players_are_not(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(spectator_work=Rate(20, 0.1))
    async with (
        running(tmp_path, limits=limits) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server) as stranger,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as seated, bo.at(table) as first, stranger.at(table) as second:
            answers = await flood(first, 15) + await flood(second, 15)
            assert 10 <= answers["ack"] <= 20
            assert answers["frame/too-many"] == 30 - answers["ack"]
            assert await flood(seated, 30) == {"ack": 30}


@live
async def test_a_person_has_so_many_sockets(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(person_sockets=2)
    async with (
        running(tmp_path, limits=limits) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table), ann.at(table), ann.connected(table) as third:
            await third.until_closed()
            assert third.of("error")[0]["code"] == "request/too-many"
            async with bo.at(table):
                pass


@live
async def test_a_person_changes_the_nickname_so_often_in_an_hour(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as ann, person(server, "Bo") as bo:
        table = await bo.open_table(HANABI, "me", "open")
        names = ["Ann", *(("Anna", "Ann")[number % 2] for number in range(20))]
        for name in names:
            assert await ann.request("PUT", "/api/me", {"name": name}) == {"name": name}
        async with ann.at(table) as line:
            await line.ok("sit")
            for _ in range(5):
                refused = await ann.client.put("/api/me", json={"name": "Anna"})
                assert refused.json()["code"] == "request/too-many"
                assert int(refused.headers["retry-after"]) > 100
            assert line.table["seats"][1]["name"] == "Ann"
        assert await bo.request("PUT", "/api/me", {"name": "Bob"}) == {"name": "Bob"}


@live
async def test_a_nickname_counts_as_work_of_the_person(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(person_work=Rate(50, 0.001))
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        answers = [await ann.client.put("/api/me", json={"name": name}) for name in "xyz"]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


@live
async def test_a_long_log_costs_more_than_one_that_the_client_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, HANABI, "random")
    limits = DEFAULT_LIMITS._replace(work=Rate(100, 0.001))
    async with running(tmp_path, limits=limits) as server, person(server, "Bo") as bo:
        async with bo.at(table) as line:
            (snapshot,) = line.of("snapshot")
            last = snapshot["log"][-1]["seq"]
        monkeypatch.setattr(table_socket, "JOIN_ENTRY", 1000 / len(snapshot["log"]))
        async with bo.at(table, last) as line:
            assert line.of("snapshot")[0]["log"] == []
        async with bo.connected(table) as line:
            await line.until_closed()
            assert line.of("error")[0]["code"] == "request/too-many"


@live
async def test_sockets_that_are_opened_too_quickly_are_refused(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(new_sockets=Rate(3, 0))
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        for _ in range(3):
            async with ann.at(table):
                pass
        codes = []
        for _ in range(25):
            try:
                async with ann.connected(table) as line:
                    await line.until_closed()
                    codes.append(line.of("error")[0]["code"])
            except InvalidStatus as refused:
                codes.append(str(refused.response.status_code))
        assert codes[:20] == ["request/too-many"] * 20
        assert "403" in codes[20:]  # without a reason: explaining takes time too


@live
async def test_every_address_of_the_server_is_limited(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(work=Rate(3, 0.001))
    async with running(tmp_path, limits=limits) as server, person(server) as ann:
        for path in ("/", "/nothing.png", "/api/nothing"):
            answers = [await ann.client.get(path) for _ in range(12)]
            assert answers[-1].status_code == 429
            assert int(answers[-1].headers["retry-after"]) == answers[-1].json()["retry_after"]
        assert (await ann.client.get("/health")).status_code == 200


@live
async def test_a_snapshot_follows_only_other_aids_and_not_each_of_many(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", start=True)
        async with ann.at(table) as line:
            for _ in range(20):
                await line.ok("set-aids", aids="all")
            assert len(line.of("snapshot")) == 1
            await flood(line, 100)
            await line.ok("set-aids", aids="no")
            await line.until(lambda: line.of("snapshot")[-1]["position"]["aids"] is None)
            assert len(line.of("snapshot")) < 10


@live
async def test_a_crowd_is_told_of_comings_and_goings_now_and_then(tmp_path: Path) -> None:
    async with AsyncExitStack() as crowd:
        server = await crowd.enter_async_context(running(tmp_path))
        ann = await crowd.enter_async_context(person(server, "Ann"))
        stranger = await crowd.enter_async_context(person(server))
        table = await ann.open_table(HANABI, "me", "open")
        first = await crowd.enter_async_context(ann.at(table))
        for _ in range(60):
            await crowd.enter_async_context(stranger.at(table))
        await first.until(lambda: first.table["spectators"] == 60)
        assert len(first.of("table-changed")) < 45


@live
async def test_a_club_behind_one_router_returns_at_once(tmp_path: Path) -> None:
    """Forty players, each with two tabs and all aids, whom a restart disconnected."""
    async with AsyncExitStack() as club:
        server = await club.enter_async_context(running(tmp_path))
        players = [
            await club.enter_async_context(person(server, f"Player {number}"))
            for number in range(40)
        ]
        tables = [
            await host.open_table(HANABI, "me", "open", "open", "open") for host in players[::4]
        ]

        async def come_back(number: int) -> None:
            player, table = players[number], tables[number // 4]
            for path in ("/", "/api/me", "/api/catalog", "/api/me/tables", f"/api/tables/{table}"):
                assert (await player.client.get(path)).status_code == 200
            async with player.at(table) as tab, player.at(table) as other:
                await tab.ok("sit")
                await tab.ok("set-aids", aids="table")
                await other.ok("set-aids", aids="no")
                for _ in range(10):
                    await tab.ok("ping")

        for _ in range(2):
            await asyncio.gather(*(come_back(number) for number in range(40)))


@live
async def test_too_many_requests_are_refused_with_a_time_to_wait(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(work=Rate(8, 0))
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        seen = {(await ann.client.get("/api/tables")).status_code for _ in range(8)}
        assert seen == {200, 429}
        refused = await ann.client.get("/api/tables")
        assert refused.headers["retry-after"] == str(refused.json()["retry_after"])
        assert refused.json()["code"] == "request/too-many"
        assert (await ann.client.get("/health")).status_code == 200


@live
async def test_too_many_commands_are_refused_and_then_the_connection_ends(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(frames=Rate(3, 0))
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        url = f"{server.ws}/api/tables/{table}/socket"
        async with connect(url) as socket:
            for number in range(150):
                await socket.send(msgspec.json.encode({"type": "ping", "id": str(number)}).decode())
            answers = [msgspec.json.decode(frame) async for frame in socket]
        kinds = [answer.get("code", answer["type"]) for answer in answers]
        assert kinds.count("ack") == 3
        assert 20 < kinds.count("frame/too-many") < 30
        async with ann.at(table) as line:
            await line.ok("ping")


@live
async def test_too_many_sockets_of_one_address_are_refused(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(sockets=1)
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table), connect(f"{server.ws}/api/tables/{table}/socket") as second:
            answer = msgspec.json.decode(await second.recv())
            assert answer["code"] == "request/too-many"
            await second.wait_closed()
            assert second.close_code == 1013


@live
async def test_only_one_hint_at_a_time(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "random", options={"first_seat": 0}, start=True)
        async with ann.at(table) as line:
            for number in range(20):
                hint = {"type": "hint", "id": f"hint-{number}"}
                await line.raw.send(msgspec.json.encode(hint).decode())
            await line.until(lambda: line.answer_to("hint-0") and line.answer_to("hint-19"))
            answers = [line.answer_to(f"hint-{number}")[0] for number in range(20)]
            assert answers[0]["type"] == "hinted"
            assert "frame/too-many" in {answer.get("code") for answer in answers[1:]}
            assert (await line.send("hint"))["type"] == "hinted"


@pytest.mark.parametrize(
    "said", ["", "GET /health HT", "GET /health HTTP/1.1\r\nHost: h\r\n\r\nGET /"]
)
@live
async def test_a_connection_without_a_request_is_closed(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_timeout, "_TIMEOUT_SECONDS", 0.2)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        host, _, port = server.address.partition(":")
        async with ann.at(table) as line:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(said.encode())
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await reader.read()
            writer.close()
            await line.ok("ping")


def test_the_costs_of_commands_are_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    _, _, limits = page.partition("\n## Limits\n")
    for command, cost in COMMAND_COSTS.items():
        (line,) = [row for row in limits.splitlines() if f"`{kebab(command.__name__)}`" in row]
        assert f"{cost:g}" in line.split("|")[2]
