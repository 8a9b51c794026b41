"""The fast path of a socket handles whole text frames, and nothing else."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from benchmarks.websocket_client import Line
from hanamichi.server.net import websocket
from hanamichi.server.net.websocket import FrameBoundary, frame_header, frame_size, read_whole_text
from tests.server.live import TIMEOUT_SECONDS, Person, Server, live, person, running

TEXTS = st.text(max_size=200)
PING = b'{"type":"ping","id":"%d"}'


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@given(TEXTS)
def test_only_exactly_one_whole_text_frame_is_read(text: str) -> None:
    frame = masked(Opcode.TEXT, text.encode())
    assert read_whole_text(frame) == (text or None)
    assert frame_size(frame[:10]) == len(frame)
    assert read_whole_text(frame[:-1]) is None
    assert read_whole_text(frame + frame) is None


@given(st.binary(max_size=200))
def test_any_other_data_is_left_to_uvicorn(data: bytes) -> None:
    assert read_whole_text(masked(Opcode.BINARY, data)) is None
    assert read_whole_text(masked(Opcode.PING, data[:125])) is None
    assert read_whole_text(masked(Opcode.TEXT, data, fin=False)) is None
    assert read_whole_text(Frame(Opcode.TEXT, data).serialize(mask=False)) is None
    assert read_whole_text(masked(Opcode.TEXT, b"\xff" + data)) is None
    assert (read_whole_text(data) or "") == "" or data[0] == 0x81


@given(st.integers(0, 1 << 17))
def test_the_header_of_a_frame_to_the_client(size: int) -> None:
    assert frame_header(size) + bytes(size) == Frame(Opcode.TEXT, bytes(size)).serialize(mask=False)


@given(st.lists(st.lists(st.binary(max_size=150), min_size=1, max_size=3)), st.data())
def test_a_boundary_is_found_only_between_messages(
    messages: list[list[bytes]], data: st.DataObject
) -> None:
    stream, clear = b"", {0}
    for parts in messages:
        for n, part in enumerate(parts):
            opcode = Opcode.CONT if n else Opcode.TEXT
            stream += masked(opcode, part, fin=n == len(parts) - 1)
            if data.draw(st.booleans()):
                stream += masked(Opcode.PONG, part[:125])
            if n == len(parts) - 1:
                clear.add(len(stream))
    # After a whole message and a pong, the next byte begins a message too.
    seam, at = FrameBoundary(), 0
    while at < len(stream):
        size = data.draw(st.integers(1, len(stream) - at))
        seam.follow(stream[at : at + size])
        at += size
        if seam.between_messages:
            assert not _is_inside(stream, at)
        elif at in clear:
            raise AssertionError("a message ended here")
    assert seam.between_messages


def _is_inside(stream: bytes, place: int) -> bool:
    """Whether an offset in the stream is inside a frame or a fragmented message."""
    at, is_open = 0, False
    while at < place:
        if not stream[at] & 0x08:
            is_open = not stream[at] & 0x80
        size = frame_size(stream[at : at + 10])
        assert size is not None
        at += size
    return at != place or is_open


@live
async def test_frames_split_anywhere_are_answered_in_order(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        acks: list[bytes] = []
        all_heard = asyncio.Event()

        def hear(frame: bytes) -> None:
            if b'"ack"' in frame:
                acks.append(frame)
            if len(acks) == len(frames):
                all_heard.set()

        port = int(server.address.rpartition(":")[2])
        path = f"/api/tables/{table}/socket"
        frames = [masked(Opcode.TEXT, PING % n) for n in range(20)]
        line = Line(port, path, hear, cookie=ann.cookie)
        await line.open()
        transport = line._transport
        assert transport is not None
        transport.write(frames[0])
        for byte in frames[1]:
            transport.write(bytes((byte,)))
            await asyncio.sleep(0)
        transport.write(frames[2] + frames[3][:1])
        await asyncio.sleep(0.01)
        transport.write(frames[3][1:])
        text = PING % 4
        transport.write(masked(Opcode.TEXT, text[:5], fin=False))
        await asyncio.sleep(0.01)
        transport.write(masked(Opcode.PING, b"are you there?"))
        await asyncio.sleep(0.01)
        transport.write(masked(Opcode.CONT, text[5:]))
        transport.write(b"".join(frames[5:]))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await all_heard.wait()
        assert [b'"id":"%d"' % n in frame for n, frame in enumerate(acks)] == [True] * len(frames)
        line.close()


@live
async def test_a_client_that_pings_and_never_reads_is_disconnected(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        await until_cut_off(server, ann, masked(Opcode.PING, bytes(125)) * 500)


@live
async def test_a_message_of_endless_fragments_ends_the_connection(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        begun = masked(Opcode.TEXT, b"{", fin=False)
        await until_cut_off(server, ann, masked(Opcode.CONT, b"", fin=False) * 100, begun)


async def until_cut_off(server: Server, ann: Person, again: bytes, first: bytes = b"") -> None:
    """Send the same data repeatedly without reading, until the connection ends."""
    table = await ann.open_table("hanabi/cocktail", "me", "open")
    host, _, port = server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1)
    asked = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: {server.address}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    writer.write("\r\n".join((*asked, "", "")).encode())
    await reader.read(1)
    writer.write(first)
    with suppress(ConnectionError):
        async with asyncio.timeout(3 * TIMEOUT_SECONDS):
            while True:
                writer.write(again)
                await writer.drain()
    writer.close()
    async with ann.at(table) as line:
        await line.ok("ping")


class Talker(Line):
    """A client that answers no ping."""

    def _send(self, opcode: int, payload: bytes) -> None:
        if opcode != Opcode.PONG:
            super()._send(opcode, payload)


@live
async def test_a_client_that_sends_need_not_answer_pings(tmp_path: Path) -> None:
    async with running(tmp_path, ping=1.0) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        port = int(server.address.rpartition(":")[2])
        line = Talker(port, f"/api/tables/{table}/socket", heard.put_nowait)
        await line.open()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await heard.get()
            for n in range(25):
                line.send(PING % n)
                assert b'"ack"' in await heard.get()
                await asyncio.sleep(0.1)
            await line.closed.wait()  # silent now


@live
async def test_a_long_frame_is_not_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compressing hundreds of kilobytes takes longer than anything else on the event loop."""
    received: list[tuple[int, bool]] = []
    decode = PerMessageDeflate.decode

    def note(self: PerMessageDeflate, frame: Frame, **named: Any) -> Frame:
        compressed, frame = frame.rsv1, decode(self, frame, **named)
        received.append((len(frame.data), compressed))
        return frame

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        monkeypatch.setattr(PerMessageDeflate, "decode", note)
        for limit in (100_000, 1000):
            monkeypatch.setattr(websocket, "_MAX_COMPRESSED", limit)
            async with connect(f"{server.ws}/api/tables/{table}/socket") as socket:
                snapshot = await socket.recv()
                await socket.send((PING % limit).decode())
                assert "ack" in str(await socket.recv())
            assert len(snapshot) > 1000
    assert [compressed for size, compressed in received if size > 1000] == [True, False]
    pings_and_answers = [compressed for size, compressed in received if 10 < size < 100]
    assert pings_and_answers == [True] * 4
