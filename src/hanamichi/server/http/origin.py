"""Checks of a request's origin, and the addresses that clients use."""

from __future__ import annotations

import re
import socket

from hanamichi.server.http.host_names import read_host
from hanamichi.server.protocol.errors import Refused

_HTTP_SCHEMES = {"ws": "http", "wss": "https"}
_PORTS = {"http": 80, "https": 443}
_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


def check_origin(origin: str | None, scheme: str, host: str | None) -> None:
    """Refuse requests from pages of other sites. Programs send no origin and are allowed."""
    if is_same_origin(origin, scheme, host):
        return
    if is_same_origin(origin, "https", host):
        raise Refused(
            "request/origin",
            "The page has come by https, but this request by http: the proxy must be named with "
            "--trusted-proxy and send X-Forwarded-Proto",
        )
    raise Refused("request/origin", "Another site's page may not do this")


def is_same_origin(origin: str | None, scheme: str, host: str | None) -> bool:
    """Whether a page of this server sent the request: the same scheme, name and port."""
    if origin is None:
        return True
    page_scheme, _, page_host = origin.partition("://")
    page, asked = read_host(page_host), read_host(host or "")
    scheme = _HTTP_SCHEMES.get(scheme, scheme)
    if page is None or asked is None or page_scheme != scheme or scheme not in _PORTS:
        return False
    port = _PORTS[scheme]
    return (page.name, page.port or port) == (asked.name, asked.port or port)


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
