"""Handshakes and WebSocket frames that violate HTTP and WebSocket themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import struct
from pathlib import Path

import httpx

from tests.reliability.fuzz_frames import AttackedServer, attacked_server

_HELLO = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_TIMEOUT_SECONDS = 20.0
_ANSWER_SECONDS = 0.05
"""How long a hostile client waits for an answer before it disconnects."""


def _frame(
    opcode: int, data: bytes, *, final: bool = True, mask: bool = True, rsv: int = 0
) -> bytes:
    head = bytes([(final << 7) | (rsv << 4) | opcode])
    size = len(data)
    if size < 126:
        head += bytes([(mask << 7) | size])
    else:
        head += bytes([(mask << 7) | 126]) + struct.pack(">H", size)
    return head + (b"\0\0\0\0" if mask else b"") + data


FRAMES: tuple[bytes, ...] = (
    _frame(1, b"{}", mask=False),
    _frame(1, b"{}", rsv=4),
    _frame(3, b"reserved"),
    _frame(11, b"reserved"),
    _frame(1, b'{"id":"\xff\xfe"}'),
    _frame(0, b"continues nothing"),
    _frame(1, b"{", final=False) * 50,
    _frame(9, b"x" * 126),
    _frame(9, b"", final=False),
    _frame(8, b"\x00"),
    _frame(8, b"\x03\xed\xff"),
    _frame(8, b"\x27\x0f" + b"x" * 100),
    _frame(9, b"ping") * 300,
    bytes([0x81, 0xFF]) + struct.pack(">Q", 2**63 - 1) + b"\0\0\0\0",
    bytes([0x81, 0xFF]) + struct.pack(">Q", 10**9) + b"\0\0\0\0" + b"[" * 1000,
    bytes([0x81, 0xFE]) + struct.pack(">H", 60_000) + b"\0\0\0\0[",
    b"\x81",
    b"",
)
"""Sent after a valid handshake."""

HELLOS: tuple[bytes, ...] = (
    b"",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/tables/x/socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    b"GET /api/tables/%00%ff/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nCookie: hanamichi=" + b"\xff" * 300 + b"\r\n\r\n",
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
)
"""Sent instead of a handshake."""


async def break_the_wire(url: str, folder: Path, *, rounds: int, seed: int) -> int:
    """Send everything above `rounds` times in random order; returns the number of connections."""
    choice = random.Random(seed)
    done = 0
    async with attacked_server(folder, url, "open") as here:
        attacks = [(True, data) for data in FRAMES] + [(False, data) for data in HELLOS]
        for _ in range(rounds):
            choice.shuffle(attacks)
            await asyncio.gather(*(_attack(here, *attack) for attack in attacks))
            done += len(attacks)
        async with httpx.AsyncClient(base_url=f"http://{here.server.address}") as client:
            assert (await client.get("/ready")).status_code == 200
            assert "hanamichi_sockets 0.0" in (await client.get("/metrics")).text
        here.allow_log("Invalid HTTP request received.")
        here.allow_log("Invalid UTF-8 sequence received from client.")
    return done


async def _attack(here: AttackedServer, greet: bool, data: bytes) -> None:  # noqa: FBT001
    host, _, port = here.server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            if greet:
                hello = _HELLO.format(table=here.tables[0], host=here.server.address)
                writer.write(hello.encode())
                await reader.readuntil(b"\r\n\r\n")
            writer.write(data)
            with contextlib.suppress(ConnectionError):
                await writer.drain()
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(_ANSWER_SECONDS):
                    while await reader.read(65536):
                        pass
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
