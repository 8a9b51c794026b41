"""Checks of a request's origin, and the addresses that clients use."""

from __future__ import annotations

import re
import socket

_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


def is_same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of this server sent the request. Programs send no origin and are allowed."""
    if origin is None:
        return True
    scheme, found, rest = origin.partition("://")
    return scheme in {"http", "https"} and bool(found and host) and rest == host


def base_address(scheme: str, host: str, lan: str | None) -> str:
    """The scheme and host of the links that clients are given.

    A link with `localhost` would be useless to others, so a host on the local network replaces it
    if there is one.
    """
    secure = scheme in {"https", "wss"}
    if lan is not None and _LOOPBACK.fullmatch(host):
        host = lan
    return f"{'https' if secure else 'http'}://{host}"


def lan_address() -> str | None:
    """This machine's address on the local network, if it is on one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address
