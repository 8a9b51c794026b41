"""Connections that drip, that never read, or that are too many end with a clear answer."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanamichi.server.http import request_limits
from hanamichi.server.net import connection_gate, websocket, write_watch
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.address_counts import AddressCounts
from hanamichi.server.ops.rate_limits import DEFAULT_LIMITS
from tests.server.live import TIMEOUT_SECONDS, Json, Server, live, person, running

HANABI = "hanabi/cocktail"
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Raw:
    """A connection, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def stop_reading(self) -> None:
        transport: Any = self.writer.transport
        transport.pause_reading()

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> tuple[int, dict[str, str], Json]:
        """The status, headers and body of a response."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, value in (x.split(": ", 1) for x in lines)}
            body = await self.reader.readexactly(int(headers["content-length"]))
        return int(first.split()[1]), headers, msgspec.json.decode(body)

    async def until_closed(self) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            try:
                while await self.reader.read(65536):
                    pass
            except ConnectionError:
                pass


@asynccontextmanager
async def raw(server: Server, receive_buffer: int | None = None) -> AsyncIterator[Raw]:
    host, _, port = server.address.partition(":")
    opened = socket.socket()
    if receive_buffer is not None:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    opened.setblocking(False)
    await asyncio.get_running_loop().sock_connect(opened, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=opened, limit=1024)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


async def until(ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            if ready():
                return
            await asyncio.sleep(0.01)


def put_me(size: int, *more: str) -> bytes:
    head = ["PUT /api/me HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "\r\n".join([*head, f"Content-Length: {size}", *more, "", ""]).encode()


@pytest.mark.parametrize(
    "request_head",
    [
        put_me(20),
        put_me(20).replace(b"Content-Length: 20", b"Transfer-Encoding: chunked"),
        b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n",
    ],
    ids=["json", "chunked", "record"],
)
@live
async def test_a_body_that_drips_is_refused(
    request_head: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "_GRACE_SECONDS", 0.2)
    async with running(tmp_path) as server, person(server, "Ann") as ann, raw(server) as line:
        cookie = f"Cookie: {ann.cookie}\r\n\r\n".encode()
        await line.send(request_head.removesuffix(b"\r\n") + cookie)
        await line.send(b"1\r\n{\r\n" if b"chunked" in request_head else b"{")
        status, headers, problem = await line.answer()
        assert (status, problem["code"]) == (408, "request/timeout")
        assert headers["retry-after"] == "1"
        assert headers["connection"] == "close"
        await line.until_closed()
        await until(lambda: server.app.services.rate_limiter.requests.total == 0)


@live
async def test_a_body_that_keeps_coming_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer than the grace, because what has arrived earns more time."""
    monkeypatch.setattr(request_limits, "_GRACE_SECONDS", 0.3)
    monkeypatch.setattr(request_limits, "_MIN_BYTES_PER_SECOND", 0.1)
    async with running(tmp_path) as server, raw(server) as line:
        body = b'{"name":"Ann"}'
        await line.send(put_me(len(body)))
        for at in range(0, len(body), 4):
            await line.send(body[at : at + 4])
            await asyncio.sleep(0.15)
        status, _, me = await line.answer()
        assert (status, me) == (200, {"name": "Ann"})


@live
async def test_even_a_body_that_keeps_coming_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "_MAX_SECONDS", 0.3)
    async with running(tmp_path) as server, raw(server) as line:
        await line.send(put_me(1000))
        answer = asyncio.create_task(line.answer())
        while not answer.done():
            line.writer.write(b" ")
            await asyncio.sleep(0.05)
        status, _, problem = await answer
        assert (status, problem["code"]) == (408, "request/timeout")


@live
async def test_a_client_that_never_reads_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_watch, "_SECONDS", 0.2)
    async with running(tmp_path) as server, raw(server, receive_buffer=4096) as line:
        connections = server.app.services.rate_limiter.connections
        line.stop_reading()
        request = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await line.send(request * 200)
        await until(lambda: connections.total == 1)
        await until(lambda: connections.total == 0)


@live
async def test_a_client_that_reads_slowly_gets_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_watch, "_SECONDS", 0.3)
    monkeypatch.setattr(write_watch, "_MIN_BYTES", 1)
    async with running(tmp_path) as server, raw(server, receive_buffer=4096) as line:
        request = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n"
        await line.send((request + b"\r\n") * 40 + request + b"Connection: close\r\n\r\n")
        received = 0
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while part := await line.reader.read(65536):
                received += part.count(b"HTTP/1.1 200 OK")
                await asyncio.sleep(0.0002)
        assert received >= 30  # one may be cut in two by the parts


@live
async def test_a_spectator_that_never_reads_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "_UNREAD_SECONDS", 0.2)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(HANABI, "me", "open")
        sockets = server.app.services.rate_limiter.sockets
        async with raw(server, receive_buffer=4096) as line:
            line.stop_reading()
            await line.send(
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            await until(lambda: sockets.total == 1)
            live_table = await server.app.tables.get(table)
            await until(lambda: bool(live_table._presence.connections))
            (connection,) = live_table._presence.connections
            client: Any = connection._writer
            while client.transport.get_write_buffer_size() < 200_000:
                assert client.send_text(b" " * 60_000)
                await asyncio.sleep(0)
            await until(lambda: sockets.total == 0)


@live
async def test_too_many_connections_of_one_address_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, limits=DEFAULT_LIMITS._replace(connections=2)) as server:
        async with raw(server) as first, raw(server):
            await first.send(HEALTH)
            assert (await first.answer())[0] == 200
            async with raw(server) as third:
                await third.send(HEALTH)
                status, headers, problem = await third.answer()
                assert (status, problem["code"]) == (429, "request/too-many")
                assert headers["retry-after"] == str(problem["retry_after"])
                await third.until_closed()
        await until(lambda: server.app.services.rate_limiter.connections.total == 0)
        async with raw(server) as again:
            await again.send(HEALTH)
            assert (await again.answer())[0] == 200
            await again.send(
                b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            page = await again.reader.read()
        assert b'hanamichi_limited_total{limit="connections"} 1.0' in page


@live
async def test_of_many_refused_connections_few_wait_for_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take descriptors, and there may be any number of them."""
    monkeypatch.setattr(connection_gate, "_MAX_REFUSED", 1)
    limits = DEFAULT_LIMITS._replace(connections=1)
    async with running(tmp_path, limits=limits) as server, raw(server) as first:
        await first.send(HEALTH)
        assert (await first.answer())[0] == 200
        async with raw(server) as second, raw(server) as third:
            await third.until_closed()
            await second.send(HEALTH)
            assert (await second.answer())[0] == 429
        async with raw(server) as fourth:
            await fourth.send(HEALTH)
            assert (await fourth.answer())[0] == 429


@live
async def test_the_sockets_of_tables_are_no_connections_in_this_sense(tmp_path: Path) -> None:
    async with (
        running(tmp_path, limits=DEFAULT_LIMITS._replace(connections=2)) as server,
        person(server, "Ann") as ann,
    ):
        table = await ann.open_table(HANABI, "me", "open")
        async with ann.at(table) as one, ann.at(table) as two, ann.at(table) as three:
            for line in (one, two, three):
                await line.ok("ping")
            assert server.app.services.rate_limiter.connections.total <= 1


@live
async def test_behind_a_proxy_the_requests_of_an_address_are_counted(
    tmp_path: Path,
) -> None:
    proxies = TrustedProxies(["127.0.0.1"])
    async with (
        running(tmp_path, proxies=proxies, limits=DEFAULT_LIMITS._replace(connections=1)) as server,
        raw(server) as rude,
        raw(server) as second,
        raw(server) as honest,
    ):
        await rude.send(put_me(20, "X-Forwarded-For: 203.0.113.7"))
        await until(lambda: server.app.services.rate_limiter.requests.total == 1)
        await second.send(put_me(2, "X-Forwarded-For: 203.0.113.7") + b"{}")
        status, headers, problem = await second.answer()
        assert (status, problem["code"]) == (429, "request/too-many")
        assert headers["retry-after"] == "5"
        await honest.send(put_me(14, "X-Forwarded-For: 203.0.113.8") + b'{"name":"Ann"}')
        assert (await honest.answer())[0] == 200


@live
async def test_an_address_sends_few_large_bodies_at_a_time(tmp_path: Path) -> None:
    async with (
        running(tmp_path, limits=DEFAULT_LIMITS._replace(uploads=1)) as server,
        person(server, "Ann") as ann,
    ):
        head = (
            "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n"
            f"Cookie: {ann.cookie}\r\n\r\n"
        ).encode()
        async with raw(server) as first, raw(server) as second:
            await first.send(head)
            await until(lambda: server.app.services.rate_limiter.uploads.total == 1)
            await second.send(head)
            status, _, problem = await second.answer()
            assert (status, problem["code"]) == (429, "request/too-many")
            assert (await ann.request("PUT", "/api/me", {"name": "Anna"})) == {"name": "Anna"}
        await until(lambda: server.app.services.rate_limiter.uploads.total == 0)


def test_addresses_with_nothing_open_take_no_memory() -> None:
    counts = AddressCounts(2)
    assert [counts.enter("a") for _ in range(3)] == [True, True, False]
    assert counts.enter("b")
    assert counts.total == 3
    for address in ("a", "a", "b"):
        counts.leave(address)
    assert not counts._open
    assert counts.total == 0
    assert not AddressCounts(0).enter("a")
