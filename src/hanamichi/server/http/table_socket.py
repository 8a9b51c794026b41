"""The socket of a table: reads commands, writes messages, and knows nothing of the game."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from hanamichi.core import HanamichiError
from hanamichi.server.http.origin import base_address, is_same_origin
from hanamichi.server.http.visitor import COOKIE
from hanamichi.server.live.connection import Connection
from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.live.tables import LiveTables
from hanamichi.server.net.websocket import WIRE, TableWebSocketProtocol
from hanamichi.server.ops.log import SocketLog, report_fault
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.protocol.commands import MAX_FRAME, Aids, ClientMessage
from hanamichi.server.protocol.errors import FAULT, STORAGE_FAILED, Refused
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.decision import Actor
from hanamichi.server.views import projection

AnySocket = WebSocket[Any, Any, State]

# Why we close: a client may try again after the last one only.
_REFUSED = 4403
_UNKNOWN = 4404
_TRY_LATER = 1013
_CLOSING = {"table/unknown": _UNKNOWN, "request/too-many": _TRY_LATER}

_PATIENCE = 100
"""Commands too many that are refused one by one; then the connection ends."""

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


@websocket("/api/tables/{table_id:str}/socket")
async def play(
    socket: AnySocket, table_id: FromPath[str], house: NamedDependency[LiveTables]
) -> None:
    """Sit, watch and play at a table. `docs/protocol.md` describes every message."""
    await socket.accept()
    visit, refused = SocketLog(table_id), None
    with contextlib.suppress(WebSocketDisconnect):
        try:
            if not is_same_origin(socket.headers.get("origin"), socket.headers.get("host")):
                raise Refused("request/origin", "Another site's page may not play here")
            with house.gate.socket(address_of(socket.scope["client"])):
                actor = await _actor(socket, house)
                room = await house.room(table_id)
                with house.metrics.sockets.track_inprogress():
                    # A task of its own, so that a frame does not wake all who wait around it.
                    await asyncio.create_task(_attend(socket, house, room, actor, visit))
        except HanamichiError as error:
            refused = error.code
            await _turn_away(socket, error, _CLOSING.get(error.code, _REFUSED))
        except StorageError:
            refused = STORAGE_FAILED.code
            await _turn_away(socket, STORAGE_FAILED, _TRY_LATER)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            report_fault(error)
            refused = FAULT.code
            await _turn_away(socket, FAULT, _TRY_LATER)
    visit.close(refused)


def _wire(socket: AnySocket) -> TableWebSocketProtocol:
    wire: TableWebSocketProtocol = socket.scope["extensions"][WIRE]  # type: ignore[index,assignment]  # `TableWebSocketProtocol` puts it there
    return wire


async def _actor(socket: AnySocket, house: LiveTables) -> Actor:
    host = socket.headers.get("host", "localhost")
    base = base_address(socket.scope["scheme"], host, socket.app.state.lan)
    person = await house.person(socket.cookies.get(COOKIE))
    return Actor(None, None, base) if person is None else Actor(person.id, person.name, base)


async def _turn_away(socket: AnySocket, error: HanamichiError, code: int) -> None:
    """Browsers cannot read why a handshake failed, so it succeeds and says why."""
    await socket.send_text(projection.encode(projection.refusal(error, None)).decode())
    await socket.close(code)


async def _attend(
    socket: AnySocket, house: LiveTables, room: LiveTable, actor: Actor, visit: SocketLog
) -> None:
    wire = _wire(socket)
    connection = Connection(actor, wire, aids=_aids(socket))
    frames = house.gate.frames()
    impatience = 0
    try:
        await room.join(connection, _seen(socket))
        while (given := await wire.receive_text()) is not None:
            text = given if isinstance(given, str) else None
            try:
                house.gate.frame(frames)
            except Refused as error:
                impatience += 1
                connection.send(projection.refusal(error, _id_in(text)))
                if impatience > _PATIENCE:
                    break
                continue
            command = _read(connection, text)
            if command is not None:
                kind = type(command).__name__
                house.metrics.command(kind)
                began, connection.refused = time.perf_counter(), None
                await room.command(connection, command)
                visit.command(kind, began, connection.refused)
    except StorageError:
        connection.send(projection.refusal(STORAGE_FAILED, None))
    except Exception as error:
        report_fault(error)
        connection.send(projection.refusal(FAULT, None))
    finally:
        await room.part(connection)


def _aids(socket: AnySocket) -> Aids:
    asked = socket.query_params.get("aids")
    return asked if asked in ("table", "no") else "all"


def _seen(socket: AnySocket) -> int:
    text = socket.query_params.get("seen", "0")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _read(connection: Connection, text: str | None) -> ClientMessage | None:
    """The command in a frame; where there is none, the sender is told."""
    try:
        if text is None:
            raise Refused("frame/malformed", "Frames are text: JSON in UTF-8")
        if len(text) > MAX_FRAME or len(text.encode()) > MAX_FRAME:
            raise Refused("frame/too-large", f"A frame has at most {MAX_FRAME} bytes")
        return _DECODER.decode(text)
    except Refused as error:
        connection.send(projection.refusal(error, None))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        refused = Refused("frame/malformed", f"This is no command: {reason}")
        connection.send(projection.refusal(refused, _id_in(text)))
    return None


class _Identified(msgspec.Struct):
    id: str


def _id_in(text: str | None) -> str | None:
    """The id of a command that is wrong otherwise, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(text or "", type=_Identified).id[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
