"""The sender of a request: cookie, person, language, and the address they use."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.params import QueryParameter

from hanamichi import words
from hanamichi.server.http.origin import base_address
from hanamichi.server.live.people import People
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.storage.database import Person
from hanamichi.server.table.decision import Actor

COOKIE = "hanamichi"
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


def cookie(request: AnyRequest, secret: str) -> Cookie:
    """The cookie that identifies a person; an empty secret deletes it."""
    return Cookie(
        key=COOKIE,
        value=secret,
        max_age=_YEAR_SECONDS if secret else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


async def find_person(connection: AnyConnection, people: People) -> Person | None:
    """The person with the cookie of a request or socket."""
    return await people.find(connection.cookies.get(COOKIE))


async def actor_of(connection: AnyConnection, people: People) -> Actor:
    """The sender, as decisions about tables need them."""
    person = await find_person(connection, people)
    base, address = base_of(connection), address_of(connection.scope["client"])
    if person is None:
        return Actor(None, None, base, address)
    return Actor(person.id, person.name, base, address)
