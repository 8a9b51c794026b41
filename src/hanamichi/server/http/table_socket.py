"""The socket of a table: reads commands, writes messages, and knows nothing of the game."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from hanamichi.core import HanamichiError
from hanamichi.server.http.costs import AUDIENCE, COMMAND_COSTS, JOIN, JOIN_ENTRY, TABLE_CHANGES
from hanamichi.server.http.request_gate import SOCKET_REFUSED
from hanamichi.server.http.services import Services
from hanamichi.server.http.visitor import actor_of, check_host, check_page
from hanamichi.server.live.connection import REFUSED, UNKNOWN, Connection
from hanamichi.server.live.live_table import LiveTable
from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.live.served import served_as
from hanamichi.server.net.asgi_socket import SOCKET_EXTENSION, AsgiSocket, TableSocket
from hanamichi.server.ops.log import SocketLog, report_fault
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.ops.rate_limits import (
    SocketLimits,
    address_of,
    refused_frame,
)
from hanamichi.server.ops.token_bucket import Rate, TokenBucket
from hanamichi.server.protocol.commands import MAX_FRAME, Aids, ClientMessage, Note
from hanamichi.server.protocol.errors import FAULT, STORAGE_FAILED, Refused
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.table.decision import Actor
from hanamichi.server.views import projection

AnySocket = WebSocket[Any, Any, State]

_TRY_LATER = 1013
"""The only close code of a refused client that may try again."""
_CLOSE_CODES = {"table/unknown": UNKNOWN, "request/too-many": _TRY_LATER}

_REFUSALS = Rate(20, 1)
"""Commands beyond a limit that are refused individually; with more the connection ends."""

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


@websocket("/api/tables/{table_id:str}/socket")
async def play(
    socket: AnySocket,
    table_id: FromPath[str],
    services: NamedDependency[Services],
) -> None:
    """Sit, watch and play at a table. `docs/protocol.md` describes every message."""
    metrics, rate_limiter = services.metrics, services.rate_limiter
    await socket.accept()
    address = address_of(socket.scope["client"])
    log, refused = SocketLog(table_id, services.address_keys.hash(address)), None
    with contextlib.suppress(WebSocketDisconnect):
        try:
            check_host(socket)
            check_page(socket)
            too_many: Any = socket.scope.get(SOCKET_REFUSED)
            if isinstance(too_many, Refused):
                raise too_many
            services.restrictions.check_address(address)
            with rate_limiter.socket(address):
                rate_limiter.request(address, JOIN)
                actor = await actor_of(socket, services.people)
                with rate_limiter.socket_of(actor.person):
                    table = await services.tables.get(table_id, served_as(actor))
                    limits = rate_limiter.socket_limits(address, actor.person, table_id)
                    entries = table.entries_to_send(_seen(socket))
                    cost = AUDIENCE * table.audience + JOIN_ENTRY * entries
                    rate_limiter.request(address, cost)
                    loop = _CommandLoop(table, limits, services.restrictions, metrics, log)
                    with (
                        rate_limiter.long_table(address, actor.person, table.table.seq),
                        metrics.sockets.track_inprogress(),
                    ):
                        # A task of its own: a frame does not resume every caller of this one.
                        await asyncio.create_task(loop.run(socket, actor))
        except HanamichiError as error:
            refused = error.code
            await _refuse(socket, error, _CLOSE_CODES.get(error.code, REFUSED))
        except StorageError:
            refused = STORAGE_FAILED.code
            await _refuse(socket, STORAGE_FAILED, _TRY_LATER)
        except WebSocketDisconnect:
            raise
        except Exception as error:
            report_fault(error)
            refused = FAULT.code
            await _refuse(socket, FAULT, _TRY_LATER)
    if refused is not None:
        metrics.refusal(refused)
    log.close(refused)


async def _refuse(socket: AnySocket, error: HanamichiError, code: int) -> None:
    """Browsers cannot read why a handshake failed, so it succeeds and the reason is sent."""
    await socket.send_text(projection.encode(projection.refusal(error, None)).decode())
    await socket.close(code)


class _CommandLoop:
    """Reads commands from one socket and has the table carry them out."""

    def __init__(
        self,
        table: LiveTable,
        limits: SocketLimits,
        restrictions: Restrictions,
        metrics: Metrics,
        log: SocketLog,
    ) -> None:
        self._table = table
        self._limits = limits
        self._restrictions = restrictions
        self._patience = TokenBucket(_REFUSALS, time.monotonic())
        self._metrics = metrics
        self._log = log

    async def run(self, socket: AnySocket, actor: Actor) -> None:
        """Serve the socket until it ends."""
        extensions: Mapping[str, Any] = socket.scope.get("extensions") or {}
        fast: TableSocket | None = extensions.get(SOCKET_EXTENSION)
        if fast is not None:
            await self._serve(fast, Connection(actor, fast, aids=_aids(socket)), _seen(socket))
            return
        stock = AsgiSocket(socket.receive, socket.send)
        await self._serve(stock, Connection(actor, stock, aids=_aids(socket)), _seen(socket))
        await stock.finish()

    async def _serve(self, client: TableSocket, connection: Connection, seen: int) -> None:
        limits = self._limits
        try:
            await self._table.join(connection, seen)
            self._restrictions.check(connection.actor)  # blocked while it joined
            while connection.alive and (frame := await client.receive_text()) is not None:
                text = frame if isinstance(frame, str) else None
                if (lacking := limits.frame()) is not None:
                    self._refuse(connection, refused_frame(lacking), _id_in(text))
                    await asyncio.sleep(0)
                    continue
                command = _read(connection, text)
                if command is None:
                    continue
                # A move has no cost of its own, and must not wait for nothing.
                cost = COMMAND_COSTS.get(type(command))
                if cost is None or await self._allowed(connection, command, cost):
                    kind = type(command).__name__
                    self._metrics.command(kind)
                    began, connection.refused = time.perf_counter(), None
                    await self._table.command(connection, command)
                    self._log.command(kind, began, connection.refused)
        except Refused as error:
            connection.refuse(error, _CLOSE_CODES.get(error.code, REFUSED))
        except StorageError:
            connection.send(projection.refusal(STORAGE_FAILED, None))
        except Exception as error:
            report_fault(error)
            connection.send(projection.refusal(FAULT, None))
        finally:
            await self._table.leave(connection)

    async def _allowed(self, connection: Connection, command: ClientMessage, cost: float) -> bool:
        """Whether a command may be carried out that costs more than its frame; else refuses it."""
        # Frames that have arrived are read without a pause: let those of others be next.
        await asyncio.sleep(0)
        cost += AUDIENCE * self._table.audience
        watches = self._table.table.seat_of(connection.actor.person) is None
        lacking = self._limits.work(cost, watches=watches)
        if lacking is None and isinstance(command, Note) and command.text:
            lacking, cost = self._limits.note(), 1.0
        if lacking is None and type(command) in TABLE_CHANGES:
            lacking, cost = self._limits.change(), 1.0
        if lacking is not None:
            self._refuse(connection, refused_frame(lacking, cost), command.id)
        return lacking is None

    def _refuse(self, connection: Connection, refused: Refused, command_id: str | None) -> None:
        """Refuse a command beyond a limit; a client that continues is disconnected."""
        self._metrics.refusal(refused.code)
        connection.send(projection.refusal(refused, command_id))
        if not self._patience.take(time.monotonic()):
            connection.close()


def _aids(socket: AnySocket) -> Aids:
    asked = socket.query_params.get("aids")
    return asked if asked in ("table", "no") else "all"


def _seen(socket: AnySocket) -> int:
    text = socket.query_params.get("seen", "0")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _read(connection: Connection, text: str | None) -> ClientMessage | None:
    """The command in a frame; None, after a refusal, where there is none."""
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
    """The id of a malformed command, so that the client knows which one was refused."""
    try:
        return msgspec.json.decode(text or "", type=_Identified).id[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
