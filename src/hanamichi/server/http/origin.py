"""Where a request comes from, and how the one who sent it reaches us."""

from __future__ import annotations

import re
import socket

_LOOPBACK = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")


def is_same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of ours sent this. Programs, which send no origin, are welcome."""
    if origin is None:
        return True
    scheme, found, rest = origin.partition("://")
    return scheme in {"http", "https"} and bool(found and host) and rest == host


def base_address(scheme: str, host: str, lan: str | None) -> str:
    """The beginning of the addresses we hand out.

    Somebody who plays at `localhost` would send friends a link to their own machine; where the
    server can be reached on the local network, that address is given instead.
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
