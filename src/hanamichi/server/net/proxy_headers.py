"""Behind a proxy: who really asks, and how they reach us, as far as proxies we trust say so.

Anybody can send these headers, so they count from named addresses only. The `Host` is the one the
browser asked for: a proxy is to pass it on, and nothing else is believed in its place.
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
    """Something that names no proxy."""

    code = "serve/proxy"


class TrustedProxies:
    """The addresses and networks whose word counts."""

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
        """Whether this is one of them."""
        return any(address in network for network in self._networks)

    def asker(self, hops: Iterable[str], nearest: Address) -> Address:
        """Who asked: the last on the way to us who is none of the proxies."""
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
    """An address as proxies write it, with a port or without."""
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
    """The application as it is seen through proxies."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with the asker in the place of the proxy."""
        client = scope.get("client")
        nearest = None if client is None else read_address(client[0])
        if nearest is not None and self._proxies.trust(nearest):
            scope = self._seen_through(scope, nearest)
        await self._app(scope, receive, send)

    def _seen_through(self, scope: Any, nearest: Address) -> Scope:
        hops = ",".join(_values(scope, b"x-forwarded-for"))
        asker = self._proxies.asker(hops.split(",") if hops else [], nearest)
        changes: dict[str, Any] = {"client": (str(asker), 0)}
        said = ",".join(_values(scope, b"x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if said in _SCHEMES:
            changes["scheme"] = _SCHEMES[said][scope["type"] == "websocket"]
        seen: Scope = {**scope, **changes}  # type: ignore[assignment]  # a copy of a scope is one
        return seen


def _values(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]
