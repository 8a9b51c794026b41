"""Limits for requests in progress: how many an address has, and how slowly a body may arrive."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.commands import MAX_FRAME
from hanamichi.server.protocol.errors import Refused

_GRACE_SECONDS = 10.0
"""Within this time a body of any size may be late."""
_MIN_BYTES_PER_SECOND = 2048
"""What must arrive on average after that."""
_MAX_SECONDS = 120.0
"""Within this time the whole body must have arrived."""


class RequestLimits:
    """ASGI middleware that counts requests by address and times out their bodies."""

    def __init__(self, app: ASGIApp, rate_limiter: RateLimiter) -> None:
        self._app = app
        self._rate_limiter = rate_limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        kind: str = scope["type"]
        if kind != "http":
            await self._app(scope, receive, send)
            return
        size = _announced_size(scope)
        address = address_of(scope["client"])
        if size:
            receive = _TimedBody(receive).receive
        with self._rate_limiter.request_in_progress(address, upload=size > MAX_FRAME):
            await self._app(scope, receive, send)


def _announced_size(scope: Any) -> float:
    """The size of the body that a request announces; infinite if it is not said."""
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return float("inf")
        if name == b"content-length" and value.isdigit():
            return float(value)
    return 0


class _TimedBody:
    """The body of one request. Its time begins when the application first asks for it."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._began: float | None = None
        self._size = 0
        self._complete = False

    async def receive(self) -> Any:
        """The next part of the body, or a refusal if it is late."""
        if self._complete:
            return await self._receive()
        if self._began is None:
            self._began = asyncio.get_running_loop().time()
        allowed = min(_GRACE_SECONDS + self._size / _MIN_BYTES_PER_SECOND, _MAX_SECONDS)
        try:
            async with asyncio.timeout_at(self._began + allowed):
                message: Any = await self._receive()
        except TimeoutError:
            raise Refused(
                "request/timeout",
                "The rest of the request did not arrive in time; send it again, at once",
                retry_after=1,
            ) from None
        self._size += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        return message
