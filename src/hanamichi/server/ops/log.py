"""The log of a server: one line for each event, as text or as JSON.

A line never holds a nickname, a cookie, an address, a table's link or a card. Requests and sockets
are numbered, a table appears as a tag from which its link cannot be found, and an address as a hash
by which the owner can block it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TextIO, TypeAlias

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from hanamichi.server.ops.address_hash import AddressHash
from hanamichi.server.ops.rate_limits import address_of

LogForm: TypeAlias = Literal["text", "json"]

_LOG = logging.getLogger("hanamichi.server")
_REQUESTER: ContextVar[str | None] = ContextVar("requester", default=None)
"""The number of the current request or socket."""
_REQUEST_ID = b"x-request-id"
_RUN = secrets.token_hex(3)
"""Distinguishes the requests of one process from those of another."""
_NUMBERS = itertools.count(1)


def table_tag(table_id: str) -> str:
    """The name of a table in the log: always the same, and no way back to its link."""
    return hashlib.sha256(f"log of {table_id}".encode()).hexdigest()[:10]


def log_event(event: str, **fields: Any) -> None:
    """Log an event at INFO level."""
    if _LOG.isEnabledFor(logging.INFO):
        _LOG.info(event, extra={"fields": fields})


@contextmanager
def logging_to_stderr(form: LogForm | None, stream: TextIO | None = None) -> Iterator[None]:
    """Write every event in this form to the standard error, or by default only warnings."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    root, noisy = logging.getLogger(), logging.getLogger("asyncio")
    handlers, levels = root.handlers[:], [(each, each.level) for each in (root, noisy, _LOG)]
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    # asyncio warns once for every write to a client that has gone.
    noisy.setLevel(logging.ERROR)
    _LOG.setLevel(logging.WARNING if form is None else logging.INFO)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        for logger, level in levels:
            logger.setLevel(level)


def _event_of(record: logging.LogRecord) -> dict[str, Any]:
    """A record as fields. Of an exception only kind and place: its text could hold anything."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    event: dict[str, Any] = {
        "at": at.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "event": " ".join(record.getMessage().split()),
    }
    requester = _REQUESTER.get()
    if requester is not None:
        event["id"] = requester
    event |= getattr(record, "fields", {})
    if record.exc_info and record.exc_info[0] is not None:
        event["error"] = record.exc_info[0].__name__
        event["place"] = place_of(record.exc_info[1])
    return event


def place_of(error: BaseException | None) -> str:
    """The line of code where an error was raised, without the folders of this machine."""
    trace = None if error is None else error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "nowhere"
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def report_fault(error: Exception) -> None:
    """Log a bug of the server: its kind and place only, because its text could hold anything."""
    _LOG.error("fault: %s at %s", type(error).__name__, place_of(error))


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_event_of(record), ensure_ascii=False)


class _TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        event = _event_of(record)
        line = f"{event.pop('at')} {event.pop('level')}: {event.pop('event')}"
        return " ".join([line, *(f"{name}={value}" for name, value in event.items())])


class RequestLog:
    """ASGI middleware that numbers every request and socket, and logs how each request went.

    `on_refusal` is told the code of every refused request.
    """

    def __init__(
        self,
        app: ASGIApp,
        on_refusal: Callable[[str], None],
        hash_address: Callable[[str], AddressHash],
    ) -> None:
        self._app = app
        self._on_refusal = on_refusal
        self._hash_address = hash_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "http":
            await self._request(scope, receive, send)
        elif kind == "websocket":
            token = _REQUESTER.set(_new_requester())
            try:
                await self._app(scope, receive, send)
            finally:
                _REQUESTER.reset(token)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        requester, began = _new_requester(), time.perf_counter()
        token = _REQUESTER.set(requester)
        status = 0

        async def send_and_note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (_REQUEST_ID, requester.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note_status)
        finally:
            if REFUSED in scope:
                self._on_refusal(scope[REFUSED])
            log_event(
                "request",
                method=scope["method"],
                # only the pattern: its parameters may be secrets
                route=scope.get("path_template") or "none",
                status=status,
                **({"code": scope[REFUSED]} if REFUSED in scope else {}),
                ms=_milliseconds(began),
                address=self._hash_address(address_of(scope["client"])),
            )
            _REQUESTER.reset(token)


REFUSED = "hanamichi.refused"
"""The key in a request's scope for the code with which it was refused."""


def _new_requester() -> str:
    return f"{_RUN}-{next(_NUMBERS)}"


def _milliseconds(began: float) -> float:
    return round(1000 * (time.perf_counter() - began), 1)


class SocketLog:
    """Logs one socket, from its opening to its end."""

    def __init__(self, table_id: str, address: AddressHash) -> None:
        self._began = time.perf_counter()
        self._tag = table_tag(table_id)
        self._address = address
        self._commands = 0
        log_event("socket opened", table=self._tag, address=address)

    def command(self, kind: str, began: float, refused: str | None) -> None:
        """A command was answered."""
        self._commands += 1
        if not _LOG.isEnabledFor(logging.INFO):
            return
        code = {} if refused is None else {"code": refused}
        log_event("command", table=self._tag, type=kind, **code, ms=_milliseconds(began))

    def close(self, refused: str | None = None) -> None:
        """The socket closed."""
        code = {} if refused is None else {"code": refused}
        seconds = round(time.perf_counter() - self._began, 1)
        log_event(
            "socket closed",
            table=self._tag,
            **code,
            commands=self._commands,
            seconds=seconds,
            address=self._address,
        )
