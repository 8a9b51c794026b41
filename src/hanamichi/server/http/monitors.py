"""Who may ask for the metrics and the readiness of a server: its owner."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from hanamichi.server.net.proxy_headers import TrustedProxies, read_address
from hanamichi.server.ops.config import ConfigError
from hanamichi.server.protocol.errors import Refused

_FORWARDED = {"forwarded", "x-forwarded-for", "x-real-ip"}
"""Headers of requests that a proxy passes on for somebody else."""


class Monitors:
    """This machine, the trusted proxies themselves, and the networks that the owner has set."""

    def __init__(self, networks: Iterable[str], proxies: TrustedProxies) -> None:
        try:
            self._networks = [ip_network(each.strip(), strict=False) for each in networks]
        except ValueError as error:
            raise ConfigError(
                f"A monitor is an address or network, such as 10.0.0.0/8: {error}",
                where="access.monitors",
            ) from None
        self._proxies = proxies

    def allow(self, connection: ASGIConnection[Any, Any, Any, State]) -> bool:
        """Whether a request comes from one of them. A proxy's visitors are not the proxy."""
        client = connection.scope["client"]
        address = None if client is None else read_address(client[0])
        if address is not None and any(address in network for network in self._networks):
            return True
        if any(name in connection.headers for name in _FORWARDED):
            return False
        return address is None or address.is_loopback or self._proxies.trust(address)


def check_monitor(connection: ASGIConnection[Any, Any, Any, State], _: BaseRouteHandler) -> None:
    """Refuse everybody else."""
    monitors: Monitors = connection.app.state.monitors
    if not monitors.allow(connection):
        raise Refused(
            "request/not-found",
            "There is nothing here for visitors; the owner asks from the server's own machine, or "
            "from a network named in monitors, in the section [access] of the configuration",
        )
