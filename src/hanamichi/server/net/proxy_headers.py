"""The client address and scheme behind trusted proxies, from their X-Forwarded headers.

Any client can send these headers, so they count from configured addresses only. The `Host` header
is the one the browser sent: a proxy must pass it on, and no other header replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, TypeAlias

from litestar.types import ASGIApp, Receive, Scope, Send

from hanamichi.core import HanamichiError

Address: TypeAlias = IPv4Address | IPv6Address
_SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss")}


class ProxyError(HanamichiError):
    """A text that is no address or network of a proxy."""

    code = "serve/proxy"


class TrustedProxies:
    """The addresses and networks whose headers count."""

    def __init__(self, given: Iterable[str]) -> None:
        try:
            self._networks = [ip_network(each.strip(), strict=False) for each in given]
        except ValueError as error:
            raise ProxyError(
                f"A proxy is named by its address or network, such as 127.0.0.1 or 10.0.0.0/8: "
                f"{error}",
                where="trusted-proxy",
            ) from None

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trust(self, address: Address) -> bool:
        """Whether the address is one of them."""
        return any(address in network for network in self._networks)

    def client(self, hops: Iterable[str], nearest: Address) -> Address:
        """The address of the client: the last hop that is no trusted proxy."""
        found = nearest
        for hop in reversed([*hops]):
            if not self.trust(found):
                break
            address = read_address(hop)
            if address is None:
                break
            found = address
        return found


def read_address(text: str) -> Address | None:
    """An address as proxies write it, with or without a port."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class ProxyHeaders:
    """ASGI middleware that puts the client in the place of trusted proxies."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application with the address and scheme of the client."""
        client = scope.get("client")
        nearest = None if client is None else read_address(client[0])
        if nearest is not None and self._proxies.trust(nearest):
            scope = self._with_client(scope, nearest)
        await self._app(scope, receive, send)

    def _with_client(self, scope: Any, nearest: Address) -> Scope:
        hops = ",".join(_values(scope, b"x-forwarded-for"))
        client = self._proxies.client(hops.split(",") if hops else [], nearest)
        changes: dict[str, Any] = {"client": (str(client), 0)}
        scheme = ",".join(_values(scope, b"x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if scheme in _SCHEMES:
            changes["scheme"] = _SCHEMES[scheme][scope["type"] == "websocket"]
        changed: Scope = {**scope, **changes}  # type: ignore[assignment]  # a copy of a scope is one
        return changed


def _values(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]
