"""With an unexpected uvicorn the server falls back to uvicorn's own protocol classes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets import frames

from hanamichi.server.net import asgi_socket, uvicorn_protocols
from hanamichi.server.net.asgi_socket import MAX_UNSENT_BYTES, AsgiSocket
from hanamichi.server.net.connection_gate import ConnectionGate
from hanamichi.server.net.http_timeout import TimeoutHTTPProtocol
from hanamichi.server.net.uvicorn_protocols import http_protocol, websocket_protocol
from hanamichi.server.net.websocket import TableWebSocketProtocol
from hanamichi.server.ops.address_counts import AddressCounts
from hanamichi.server.ops.log import report_fault
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.serve import NO_PROXIES
from tests.server.live import live, person, play_out, running

HTTP = h11_impl.H11Protocol
GATE = ConnectionGate(
    AddressCounts(1), key=address_of, proxies=NO_PROXIES, max_connections=1, report=print
)
SOCKET = websockets_sansio_impl.WebSocketsSansIOProtocol


def unlike(self: object, one: int, another: int) -> None:
    """A method with a signature that is not expected."""


def test_the_installed_uvicorn_is_as_expected(caplog: pytest.LogCaptureFixture) -> None:
    http = http_protocol(GATE)
    assert isinstance(http, partial)
    assert http.func is TimeoutHTTPProtocol
    protocol = websocket_protocol(report_fault)
    assert isinstance(protocol, partial)
    assert protocol.func is TableWebSocketProtocol
    assert not caplog.records


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.delattr(websockets_sansio_impl, SOCKET.__name__),
        lambda patch: patch.delattr(SOCKET, "handle_cont"),
        lambda patch: patch.setattr(SOCKET, "send_receive_event_to_app", unlike),
        lambda patch: patch.setattr(SOCKET, "__init__", unlike),
        lambda patch: patch.delattr(frames, "apply_mask"),
    ],
    ids=["class", "method", "signature", "constructor", "websockets"],
)
def test_a_changed_websocket_class_is_not_used(
    change: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(monkeypatch)
    assert websocket_protocol(report_fault) == "websockets-sansio"
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.delattr(h11_impl, HTTP.__name__),
        lambda patch: patch.delattr(HTTP, "on_response_complete"),
        lambda patch: patch.setattr(HTTP, "handle_websocket_upgrade", unlike),
    ],
    ids=["class", "method", "signature"],
)
def test_a_changed_http_class_is_not_used(
    change: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(monkeypatch)
    assert http_protocol(GATE) == "h11"
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@live
async def test_a_match_is_played_with_the_stock_classes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(uvicorn_protocols._WEBSOCKET_METHODS, "not_there", 0)
    monkeypatch.setitem(uvicorn_protocols._HTTP_METHODS, "not_there", 0)
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Ben") as ben,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(table) as host, ben.at(table) as guest:
            await guest.ok("sit", seat=1)
            await host.ok("start")
            await host.until(lambda: host.position is not None)
            assert await host.refused("move", ply=99, action={"type": "play", "card": 0})
            await play_out(host, guest)
            await ben.request("DELETE", "/api/me")
            assert await guest.until_closed() == 1001
        async with ann.connected("no-such-table") as line:
            assert await line.until_closed() == 4404
    warnings = [record for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 2
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@live
async def test_a_client_that_does_not_read_is_disconnected() -> None:
    sent: list[Any] = []
    reading = asyncio.Event()

    async def send(event: Any) -> None:
        sent.append(event)
        await reading.wait()

    async def receive() -> Any:
        return {"type": "websocket.disconnect", "code": 1006}

    socket = AsgiSocket(receive, send)
    frame = b"x" * (MAX_UNSENT_BYTES // 4)
    assert [socket.send_text(frame) for _ in range(6)] == [True] * 4 + [False] * 2
    reading.set()
    await socket.finish()
    assert sent[-1]["type"] == "websocket.close"
    assert await socket.receive_text() is None


@live
async def test_a_client_that_never_reads_again_does_not_hold_its_socket(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi_socket, "_FINISH_SECONDS", 0.01)

    async def never(_: Any = None) -> Any:
        await asyncio.Event().wait()

    socket = AsgiSocket(never, never)
    reading = asyncio.ensure_future(socket.receive_text())
    await asyncio.sleep(0)
    assert socket.send_text(b"x" * MAX_UNSENT_BYTES)
    assert not socket.send_text(b"x")
    async with asyncio.timeout(5.0):
        assert await reading is None
        await socket.finish()


@live
@pytest.mark.parametrize("error", [OSError, RuntimeError, WebSocketDisconnect])
async def test_writing_to_a_client_that_has_gone_is_no_fault(error: type[Exception]) -> None:
    async def send(_: Any) -> None:
        raise error()

    async def receive() -> Any:
        return {"type": "websocket.disconnect", "code": 1006}

    socket = AsgiSocket(receive, send)
    assert socket.send_text(b"x")
    await socket.finish()
    assert not socket.send_text(b"x")
    assert await socket.receive_text() is None
