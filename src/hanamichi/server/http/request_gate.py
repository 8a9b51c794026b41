"""Limits the rate of requests and sockets before anything else is done for them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from hanamichi.server.ops.log import REFUSED
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.refusal_page import HTML, refusal_page, wants_page

SOCKET_REFUSED = "hanamichi.socket_refused"
"""The key in a socket's scope for the refusal to send on it."""
_TOO_MANY = 429


class RequestGate:
    """ASGI middleware. A refusal here takes a tenth of the time of any other answer."""

    def __init__(
        self, app: ASGIApp, rate_limiter: RateLimiter, monitoring: frozenset[str] = frozenset()
    ) -> None:
        self._app = app
        self._rate_limiter = rate_limiter
        self._monitoring = monitoring
        """Paths that are limited apart, so that other requests do not make a process look dead."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket, or refuse it."""
        kind: str = scope["type"]
        if kind == "http":
            address = address_of(scope["client"])
            if scope["path"] in self._monitoring:
                address += " monitoring"
            try:
                self._rate_limiter.request(address)
            except Refused as refused:
                await _answer(refused, scope, send)
                return
        elif kind == "websocket":
            address = address_of(scope["client"])
            try:
                self._rate_limiter.open_socket(address)
            except Refused as refused:
                if not self._rate_limiter.may_explain(address):
                    await send({"type": "websocket.close", "code": 1013, "reason": ""})
                    return
                # The handler opens the socket and sends the reason, which browsers can read.
                scope[SOCKET_REFUSED] = refused  # type: ignore[literal-required]
        await self._app(scope, receive, send)


async def _answer(refused: Refused, scope: Any, send: Any) -> None:
    scope[REFUSED] = refused.code
    wait = refused.retry_after or 1
    problem = Problem("request/too-many", refused.message, retry_after=wait)
    kind, body = "application/json", msgspec.json.encode(problem)
    asked = dict(scope["headers"])
    if wants_page(scope["path"], asked.get(b"accept", b"").decode("latin-1")):
        language = asked.get(b"accept-language", b"").decode("latin-1")
        kind, body = HTML, refusal_page(problem, language) or body
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(wait).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": _TOO_MANY, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
