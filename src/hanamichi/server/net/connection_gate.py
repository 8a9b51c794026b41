"""Decides which connections may stay open, before they have sent a request."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol, TypeAlias

from hanamichi.server.net.proxy_headers import TrustedProxies, read_address

_MAX_REFUSED = 32
"""Refused connections that may wait for their answer; others are closed at once."""

Client: TypeAlias = tuple[str, int] | None


class AddressCounts(Protocol):
    """How many connections each address has."""

    def enter(self, address: str) -> bool:
        """Count one more; False if the address has too many."""

    def leave(self, address: str) -> None:
        """Count one less."""


class Refusal(Enum):
    """Why a connection may not stay."""

    ADDRESS = "connections"
    """Its address has as many as it may."""
    SERVER = "server"
    """The server has as many as it has file descriptors for."""


class ConnectionGate:
    """Counts connections by address. Those of trusted proxies carry everybody and are not counted.

    `key` tells which addresses count as one, and `report` is told of every refusal.
    """

    def __init__(
        self,
        counts: AddressCounts,
        *,
        key: Callable[[Client], str],
        proxies: TrustedProxies,
        max_connections: int,
        report: Callable[[str], None],
    ) -> None:
        self._counts = counts
        self._key = key
        self._proxies = proxies
        self._max_connections = max_connections
        self._report = report
        self._refused = 0

    def enter(self, client: Client, others: int) -> str | Refusal:
        """Count a connection: what to `leave` with at its end, or why it is refused."""
        address = "" if self._is_proxy(client) else self._key(client)
        if others >= self._max_connections:
            self._report(Refusal.SERVER.value)
            return Refusal.SERVER
        if address and not self._counts.enter(address):
            self._report(Refusal.ADDRESS.value)
            return Refusal.ADDRESS
        return address

    def leave(self, entered: str) -> None:
        """Count a connection no more."""
        if entered:
            self._counts.leave(entered)

    def may_answer(self) -> bool:
        """Whether a refused connection may stay until it is answered; it ends with `answered`."""
        if self._refused >= _MAX_REFUSED:
            return False
        self._refused += 1
        return True

    def answered(self) -> None:
        """A refused connection has ended."""
        self._refused -= 1

    def _is_proxy(self, client: Client) -> bool:
        address = None if client is None else read_address(client[0])
        return address is not None and self._proxies.trust(address)
