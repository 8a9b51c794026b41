"""Chooses uvicorn's protocol classes: the server's own, or the stock ones if uvicorn has changed.

The server's classes use private names of uvicorn and websockets. Before they are imported, these
names are checked; if one is missing, a warning is logged and the stock class is used. It plays just
as well, but it does not count connections by address, and waits for ever for clients that send
nothing or do not read.
"""

from __future__ import annotations

import importlib
import inspect
import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from uvicorn.config import WS_PROTOCOLS

from hanamichi.server.net.connection_gate import ConnectionGate

_LOG = logging.getLogger("hanamichi.server")
_STOCK_HTTP = "h11"
_STOCK_WEBSOCKET = "websockets-sansio"

_ARGUMENTS = {"config", "server_state", "app_state"}
"""With which uvicorn makes a protocol."""
_HTTP_ATTRIBUTES = {"transport", "loop", "cycle", "client", "connections"}
"""Set by the constructor."""
_HTTP_METHODS = {
    "connection_made": 1,
    "data_received": 1,
    "pause_writing": 0,
    "on_response_complete": 0,
    "handle_websocket_upgrade": 1,
    "connection_lost": 1,
}
"""How many arguments each method takes."""
_WEBSOCKET_ATTRIBUTES = {
    "close_sent",
    "close_timeout",
    "close_timer",
    "conn",
    "frames",
    "handshake_complete",
    "handshake_initiated",
    "loop",
    "ping_interval",
    "ping_timer",
    "queue",
    "read_paused",
    "transport",
}
_WEBSOCKET_METHODS = {
    "data_received": 1,
    "handle_connect": 1,
    "handle_cont": 1,
    "handle_parser_exception": 0,
    "handle_ping": 0,
    "handle_close": 1,
    "keepalive_timeout": 0,
    "pause_writing": 0,
    "resume_writing": 0,
    "connection_lost": 1,
    "send_keepalive_ping": 0,
    "send_receive_event_to_app": 0,
    "shutdown": 0,
}


def http_protocol(gate: ConnectionGate) -> Any:
    """The class for HTTP connections, as uvicorn's option `http` takes it."""
    name = "uvicorn.protocols.http.h11_impl.H11Protocol"
    if _lacks(_missing_of_class(name, _HTTP_ATTRIBUTES, _HTTP_METHODS), _STOCK_HTTP):
        return _STOCK_HTTP
    from hanamichi.server.net.http_timeout import TimeoutHTTPProtocol

    return partial(TimeoutHTTPProtocol, gate)


def websocket_protocol(report: Callable[[Exception], None]) -> Any:
    """The class for sockets, as uvicorn's option `ws` takes it. `report` is given faults."""
    name = "uvicorn.protocols.websockets.websockets_sansio_impl.WebSocketsSansIOProtocol"
    missing = [
        *_missing_of_class(name, _WEBSOCKET_ATTRIBUTES, _WEBSOCKET_METHODS),
        *_missing("websockets.frames.apply_mask"),
    ]
    stock = _STOCK_WEBSOCKET if _STOCK_WEBSOCKET in WS_PROTOCOLS else "auto"
    if _lacks(missing, stock):
        return stock
    from hanamichi.server.net.websocket import SendBatch, TableWebSocketProtocol

    return partial(TableWebSocketProtocol, SendBatch(report))


def _lacks(missing: Iterator[str] | list[str], stock: str) -> bool:
    first = next(iter(missing), None)
    if first is not None:
        _LOG.warning("uvicorn is not as expected, without %s: its own %s is used", first, stock)
    return first is not None


def _missing(name: str) -> Iterator[str]:
    module, _, attribute = name.rpartition(".")
    try:
        getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError):
        yield name


def _missing_of_class(name: str, attributes: set[str], methods: Mapping[str, int]) -> Iterator[str]:
    """The names that a class of uvicorn does not have, or not as they are used."""
    absent = [*_missing(name)]
    if absent:
        yield from absent
        return
    module, _, class_name = name.rpartition(".")
    protocol = getattr(importlib.import_module(module), class_name)
    constructor = protocol.__init__
    yield from sorted(_ARGUMENTS.difference(inspect.signature(constructor).parameters))
    yield from sorted(attributes.difference(constructor.__code__.co_names))
    for method_name, count in methods.items():
        method = getattr(protocol, method_name, None)
        if method is None or len(inspect.signature(method).parameters) != 1 + count:
            yield method_name
