"""The names under which a server may be addressed.

A page of another site could give its own name the address of this machine (DNS rebinding), and
then talk to the server as if it were a page of the server. So only names that outsiders cannot
have are accepted, and those that the owner has set.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple

from hanamichi.server.ops.config import ConfigError
from hanamichi.server.protocol.errors import Refused

_HOST = re.compile(r"(\[[0-9a-f:.%]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::(\d{1,5}))?")
_PRIVATE_ENDINGS = ("localhost", "local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""Endings of names that only a local network gives: nobody can register one for another site."""


class Host(NamedTuple):
    """What stands in a `Host` header."""

    name: str
    port: int | None

    @property
    def is_private(self) -> bool:
        """Whether no other site can have this name: an address, or a name of a local network."""
        return self.is_address or "." not in self.name or self.name.endswith(_ENDINGS)

    @property
    def is_address(self) -> bool:
        """Whether it is an IP address, and no name."""
        try:
            ip_address(self.name.strip("[]"))
        except ValueError:
            return False
        return True


_ENDINGS = tuple(f".{ending}" for ending in _PRIVATE_ENDINGS)


def read_host(text: str) -> Host | None:
    """The name and port in a `Host` header or in an origin; None if it is neither."""
    match = _HOST.fullmatch(text.strip().lower())
    if match is None:
        return None
    return Host(match[1], None if match[2] is None else int(match[2]))


_ANY = Host("*", None)


class HostNames:
    """The names of one server."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        hosts = dict.fromkeys(host for each in given for host in _hosts_in(each))
        self.any = _ANY in hosts
        """Whether every name is allowed."""
        self.public = tuple(host.name for host in hosts if host != _ANY and not host.is_private)
        """The names that only the owner can know."""
        self._known = {*self.public, socket.gethostname().lower()}

    def check(self, header: str | None) -> None:
        """Refuse a request to a name that is not this server's. Old programs send none."""
        if header is None or self.any:
            return
        host = read_host(header)
        if host is None:
            raise Refused("request/host", "The Host header of the request names no server")
        if not host.is_private and host.name not in self._known:
            raise Refused(
                "request/host",
                f"This server is not known as {host.name[:100]}. If it is yours, start it with "
                f"--site {host.name[:100]}, or add the name to hosts in the section [access] of "
                "its configuration",
                where="host",
            )


def _hosts_in(given: str) -> Iterable[Host]:
    """The names in a text such as `play.example`, `https://play.example:8443` or `a.b, c.d`.

    A proxy's site may be a port only, such as `:80`, which adds no name.
    """
    for part in re.split(r"[\s,]+", given.strip()):
        text = re.sub(r"^https?://", "", part.lower()).rstrip("/")
        if text == _ANY.name:
            yield _ANY
        elif not text.startswith(":") and text:
            host = read_host(text)
            if host is None:
                raise ConfigError(
                    f"{part!r} is no name of a server; write it as in play.example.org",
                    where="site",
                )
            yield host
