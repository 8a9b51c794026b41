"""The sender of a request: cookie, person, language, and the address they use."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from hanamichi import words
from hanamichi.server.http.host_names import HostNames
from hanamichi.server.http.origin import base_address, check_origin
from hanamichi.server.live.people import People
from hanamichi.server.live.refusals import person_blocked
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.storage.database import Person
from hanamichi.server.table.decision import Actor

COOKIE = "hanamichi"
SECURE_COOKIE = "__Host-hanamichi"
"""The name by https: browsers accept it from this very host only, not from a site next to it."""
_YEAR_SECONDS = 365 * 24 * 3600

AnyConnection = ASGIConnection[Any, Any, Any, State]
AnyRequest = Request[Any, Any, State]
Lang = Annotated[
    str | None,
    QueryParameter(description="`en`, `fr`, `es` or `de`; by default what the browser prefers."),
]


def language(request: AnyRequest, lang: str | None) -> str:
    """The language to answer in."""
    return lang or words.pick_language(request.headers.get("accept-language"))


def base_of(connection: AnyConnection) -> str:
    """The scheme and host of links for this client."""
    host = connection.headers.get("host", "localhost")
    return base_address(connection.scope["scheme"], host, connection.app.state.lan)


def check_host(connection: AnyConnection) -> None:
    """Refuse a request that was sent to another name than this server's."""
    hosts: HostNames = connection.app.state.hosts
    hosts.check(connection.headers.get("host"))


def check_page(connection: AnyConnection) -> None:
    """Refuse a request from a page of another site, whatever cookies it sends."""
    headers = connection.headers
    check_origin(headers.get("origin"), connection.scope["scheme"], headers.get("host"))


def is_secure(connection: AnyConnection) -> bool:
    """Whether the client has come by https."""
    return connection.scope["scheme"] in {"https", "wss"}


def secret_of(connection: AnyConnection) -> str | None:
    """The secret in the cookie that identifies a person.

    By https, the cookie of earlier versions, or of an earlier visit by http, still counts.
    """
    cookies = connection.cookies
    if is_secure(connection) and SECURE_COOKIE in cookies:
        return cookies[SECURE_COOKIE]
    return cookies.get(COOKIE)


def cookies_for(request: AnyRequest, secret: str) -> list[Cookie]:
    """The cookie that identifies a person, and what it replaces; an empty secret deletes both."""
    if not is_secure(request):
        return [_cookie(COOKIE, secret, secure=False)]
    replaced = [_cookie(COOKIE, "", secure=True)] if COOKIE in request.cookies else []
    return [_cookie(SECURE_COOKIE, secret, secure=True), *replaced]


def _cookie(name: str, secret: str, *, secure: bool) -> Cookie:
    return Cookie(
        key=name,
        value=secret,
        max_age=_YEAR_SECONDS if secret else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


async def find_person(connection: AnyConnection, people: People) -> Person | None:
    """The person with the cookie of a request or socket."""
    return await people.find(secret_of(connection))


async def served_of(request: AnyRequest, people: NamedDependency[People]) -> Served:
    """For whom a request is carried out, where many wait for the same."""
    person = await find_person(request, people)
    address = address_of(request.scope["client"])
    return Served(fair_share(address), None if person is None else person.id)


async def actor_of(connection: AnyConnection, people: People) -> Actor:
    """The sender, as decisions about tables need them."""
    person = await find_person(connection, people)
    base, address = base_of(connection), address_of(connection.scope["client"])
    if person is None:
        return Actor(None, None, base, address)
    if person.restriction == "blocked":
        raise person_blocked()
    return Actor(person.id, person.name, base, address)
