"""Refuses requests of addresses that the owner has blocked."""

from __future__ import annotations

from litestar.types import ASGIApp, Receive, Scope, Send

from hanamichi.server.live.restrictions import Restrictions
from hanamichi.server.ops.rate_limits import address_of

_CHECKED = "/api/"
_OWNER = "/api/owner/"
"""The owner, who may be behind the blocked address, can lift the block."""


class BlockedAddresses:
    """ASGI middleware. The client's files are served: its page says why nothing else is."""

    def __init__(self, app: ASGIApp, restrictions: Restrictions) -> None:
        self._app = app
        self._restrictions = restrictions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it. A socket says so itself, after its handshake."""
        kind: str = scope["type"]
        if kind == "http":
            path = scope["path"]
            if path.startswith(_CHECKED) and not path.startswith(_OWNER):
                self._restrictions.check_address(address_of(scope["client"]))
        await self._app(scope, receive, send)
