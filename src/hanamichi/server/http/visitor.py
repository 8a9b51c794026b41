"""Who sends a request: the cookie, the person behind it, and how they reach this server."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import Cookie, State
from litestar.params import QueryParameter

from hanamichi import words
from hanamichi.server.http.origin import base_address
from hanamichi.server.live.tables import LiveTables
from hanamichi.server.storage.database import Person
from hanamichi.server.table.decision import Actor

COOKIE = "hanamichi"
_YEAR = 365 * 24 * 3600

AnyRequest = Request[Any, Any, State]
Lang = Annotated[
    str | None,
    QueryParameter(description="`en`, `fr`, `es` or `de`; by default what the browser prefers."),
]


def language(request: AnyRequest, lang: str | None) -> str:
    """The language to answer in."""
    return lang or words.pick_language(request.headers.get("accept-language"))


def base_of(request: AnyRequest) -> str:
    """The beginning of the addresses the visitor is given."""
    host = request.headers.get("host", "localhost")
    return base_address(request.scope["scheme"], host, request.app.state.lan)


def cookie(request: AnyRequest, secret: str) -> Cookie:
    """The one proof of being somebody; an empty secret takes it away."""
    return Cookie(
        key=COOKIE,
        value=secret,
        max_age=_YEAR if secret else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
    )


async def known(request: AnyRequest, house: LiveTables) -> Person | None:
    """The person behind the cookie."""
    return await house.person(request.cookies.get(COOKIE))


async def actor_of(request: AnyRequest, house: LiveTables) -> Actor:
    """The visitor as one who asks for something."""
    person = await known(request, house)
    if person is None:
        return Actor(None, None, base_of(request))
    return Actor(person.id, person.name, base_of(request))
