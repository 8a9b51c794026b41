"""The socket on which a server listens.

It is bound before the rest of the server is imported: after a restart, clients wait in its queue
instead of being refused and trying again later. So this module imports nothing heavy.
"""

from __future__ import annotations

import socket

from hanamichi.core import HanamichiError

DEFAULT_HOST = "0.0.0.0"
"""All networks of this machine, so that a friend's phone reaches the table."""
DEFAULT_PORT = 8000
BACKLOG = 4096
"""Connections that may wait to be accepted: all clients of a server that comes back."""
_MAX_PORTS = 50
SEND_BUFFER = 128 * 1024
"""Bytes that the system keeps unsent for one client, about; more than a round trip needs."""
UNREAD_SECONDS = 60.0
"""After this long without any progress the system gives a client up."""


class ServeError(HanamichiError):
    """The server cannot start.

    Codes: `serve/address`, `serve/database`, `serve/database-in-use`.
    """

    code = "serve/address"


def listen(host: str, port: int | None) -> socket.socket:
    """A bound socket: the given port, or the first free one from 8000 on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(DEFAULT_PORT, DEFAULT_PORT + _MAX_PORTS) if port is None else [port]
    failure = OSError()
    for candidate in ports:
        # With the protocol given, asyncio sets TCP_NODELAY, which sends small frames at once.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _limit_unread(bound)
        try:
            bound.bind((host, candidate))
            bound.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            bound.close()
            failure = error if isinstance(error, OSError) else OSError(str(error))
        else:
            return bound
    where = f"{bracketed(host)}:{ports[0]}"
    raise ServeError(f"Cannot listen on {where}: {failure.strerror or failure}", where="port")


def _limit_unread(bound: socket.socket) -> None:
    """Bound what the system keeps for a client that does not read, and for how long.

    Its connections take these options over. Otherwise it keeps megabytes for each of them, and for
    minutes even after the connection was closed here.
    """
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * UNREAD_SECONDS))


def bracketed(host: str) -> str:
    """A host as it stands before a port."""
    return f"[{host}]" if ":" in host else host
