"""The Litestar application: handlers, headers and the services they use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from hanamichi import __version__
from hanamichi.server.http import (
    daily,
    docs_page,
    health,
    my_games,
    owner,
    problems,
    progress,
    puzzles,
    replays,
    reports,
    reviews,
    static_files,
    tables,
)
from hanamichi.server.http.blocked_addresses import BlockedAddresses
from hanamichi.server.http.costs import COST, LARGE_PAGE
from hanamichi.server.http.host_names import HostNames, read_host
from hanamichi.server.http.monitors import Monitors
from hanamichi.server.http.request_limits import RequestLimits
from hanamichi.server.http.services import Services
from hanamichi.server.http.table_socket import play
from hanamichi.server.http.visitor import check_host, check_page, served_of
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.commands import MAX_FRAME

_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
HANDLERS = [
    *tables.HANDLERS,
    *reports.HANDLERS,
    *my_games.HANDLERS,
    *progress.HANDLERS,
    *replays.HANDLERS,
    *daily.HANDLERS,
    *reviews.HANDLERS,
    *puzzles.HANDLERS,
]
"""Everything that docs/protocol.md lists."""
_GZIP_LEVEL = 3
"""Level 9 takes five times as long, on the event loop, to save a few percent."""
_SAFE = {"GET", "HEAD", "OPTIONS"}


def create_app(
    services: Services,
    *,
    on_shutdown: Callable[[], Awaitable[None]],
    hosts: HostNames,
    monitors: Monitors,
    hsts_days: int,
    lan: str | None = None,
    client: Path = static_files.FOLDER,
) -> Litestar:
    """The application. `lan` is the host and port by which others on the network reach it."""
    return Litestar(
        [
            *HANDLERS,
            *owner.HANDLERS,
            *docs_page.HANDLERS,
            *health.HANDLERS,
            play,
            *static_files.HANDLERS,
        ],
        dependencies={**services.dependencies(), "served": Provide(served_of)},
        # The client's files are compressed already.
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=_GZIP_LEVEL, exclude_opt_key=static_files.PACKED
        ),
        # Before the signal that stops the process is passed on, while the event loop runs.
        on_shutdown=[on_shutdown],
        middleware=[
            DefineMiddleware(BlockedAddresses, restrictions=services.restrictions),
            DefineMiddleware(RequestLimits, rate_limiter=services.rate_limiter),
        ],
        before_request=_check_request,
        before_send=[_add_headers],
        exception_handlers=problems.HANDLERS,
        request_max_body_size=MAX_FRAME,
        openapi_config=OpenAPIConfig(
            title="Hanamichi",
            version=__version__,
            description="Hanabi and Koi-Koi at one table. Play itself is on a socket, "
            "/api/tables/{id}/socket, which docs/protocol.md describes.",
            # Litestar's own document, which ours is made from.
            openapi_router=Router(
                "/api/schema", route_handlers=[], opt={COST: LARGE_PAGE}, include_in_schema=False
            ),
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        state=State(
            {
                "rate_limiter": services.rate_limiter,
                "hosts": hosts,
                "monitors": monitors,
                "hsts": f"max-age={hsts_days * 24 * 3600}" if hsts_days else None,
                "lan": lan,
                "version": __version__,
                "client": client,
                "handlers": HANDLERS,
            }
        ),
        logging_config=None,
        debug=False,
    )


async def _check_request(request: Request[Any, Any, State]) -> None:
    """Limit the work, and refuse other names than this server's and writes from other sites."""
    if request.scope["path"].rstrip("/") != health.PUBLIC_PATH:
        check_host(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    address = address_of(request.scope["client"])
    if (cost := request.route_handler.opt.get(COST)) is not None:
        rate_limiter.request(address, cost)
    if request.method not in _SAFE:
        rate_limiter.write(address)
        check_page(request)


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api/"):
            headers.setdefault("cache-control", "no-store")
        hsts = scope["litestar_app"].state.hsts
        if hsts is not None and scope["scheme"] == "https" and _has_public_name(scope):
            headers.setdefault("strict-transport-security", hsts)


def _has_public_name(scope: Scope) -> bool:
    """Whether the client used a name for which certificates exist; others serve http as well."""
    sent = Headers.from_scope(scope).get("host")
    host = None if sent is None else read_host(sent)
    return host is not None and not host.is_private
