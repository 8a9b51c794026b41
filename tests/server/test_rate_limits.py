"""Rate limits: too many requests, commands, new people or sockets are refused with a code."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from hanamichi.server.net import http_timeout
from hanamichi.server.ops.rate_limits import (
    DEFAULT_LIMITS,
    RateLimiter,
    address_of,
)
from hanamichi.server.ops.token_bucket import Rate, TokenBucket
from hanamichi.server.protocol.errors import Refused
from tests.server.live import TIMEOUT_SECONDS, live, person, running

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
        assert kinds.count("frame/too-many") == 101
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
