"""The names under which a server may be addressed.

A page of another site could give its own name the address of this machine (DNS rebinding), and
then talk to the server as if it were a page of the server. So only names that outsiders cannot
have are accepted, and those that the owner has set.
"""

from __future__ import annotations

import contextlib
import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple

from hanamichi.server.ops.config import ConfigError
from hanamichi.server.protocol.errors import Refused

_HOST = re.compile(r"(\[[0-9a-f:.%]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::(\d{1,5}))?")
_PRIVATE_ENDINGS = (
    *("localhost", "local", "localdomain", "lan", "home", "home.arpa", "internal", "intranet"),
    *("test", "fritz.box"),
)
"""Endings of names that only a local network gives: nobody can register one for another site.

`box` is public, but `fritz.box` belongs to the maker of the routers that give such names.
"""


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

    def learn(self, lan: str | None) -> None:
        """Accept what the network calls this machine, too. Asking can take long: use a thread."""
        found = [socket.getfqdn()]
        if lan is not None:
            with contextlib.suppress(OSError):
                name, aliases, _ = socket.gethostbyaddr(lan)
                found += [name, *aliases]
        hosts = (read_host(name) for name in found)
        self._known |= {host.name for host in hosts if host is not None}

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


def address_in(sites: str) -> str | None:
    """Where a browser reaches a server with these names: by the first public one, or the first."""
    found = [(site.scheme, site.host) for site in _sites_in(sites) if site.host != _ANY]
    found.sort(key=lambda each: each[1].is_private)
    if not found:
        return None
    scheme, host = found[0]
    return f"{scheme}://{host.name}" + ("" if host.port is None else f":{host.port}")


class _Site(NamedTuple):
    """A name of a server, as a proxy's configuration says it."""

    scheme: str
    host: Host


def _hosts_in(given: str) -> Iterable[Host]:
    return (site.host for site in _sites_in(given))


def _sites_in(given: str) -> Iterable[_Site]:
    """The names in a text such as `play.example`, `https://play.example:8443` or `a.b, c.d`.

    A proxy's site may be a port only, such as `:80`, which adds no name.
    """
    for part in re.split(r"[\s,]+", given.strip()):
        text = re.sub(r"^https?://", "", part.lower()).rstrip("/")
        scheme = "http" if part.lower().startswith("http://") else "https"
        if text == _ANY.name:
            yield _Site(scheme, _ANY)
        elif not text.startswith(":") and text:
            host = read_host(text)
            if host is None:
                raise ConfigError(
                    f"{part!r} is no name of a server; write it as in play.example.org",
                    where="site",
                )
            yield _Site(scheme, host)
