"""HTTP handlers of the owner's page, for the browser that used a one-time link."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from hanamichi.server.http.costs import LOOK_UP
from hanamichi.server.http.visitor import AnyRequest
from hanamichi.server.live.owner_actions import OwnerActions
from hanamichi.server.live.owner_overview import OwnerOverviews
from hanamichi.server.live.owner_tables import OwnerTableList
from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.messages import TableStatus
from hanamichi.server.protocol.owner_messages import (
    ActDone,
    AnyOwnerCommand,
    OwnerActs,
    OwnerAddresses,
    OwnerOverview,
    OwnerPeople,
    OwnerReports,
    OwnerSignedIn,
    OwnerSignIn,
    OwnerTable,
    OwnerTables,
    Restriction,
)
from hanamichi.server.storage.owner_access import COOKIE_HOURS, OwnerAccess
from hanamichi.server.storage.owner_lists import MAX_LISTED, OwnerLists

COOKIE = "hanamichi-owner"
_SECURE_COOKIE = f"__Host-{COOKIE}"
"""Where there is TLS: no other host, such as a subdomain, can set it."""

Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)]
"""How many are listed at most."""


def _is_secure(request: AnyRequest) -> bool:
    return request.scope["scheme"] == "https"


def _secret(request: AnyRequest) -> str:
    return request.cookies.get(_SECURE_COOKIE if _is_secure(request) else COOKIE, "")


def _cookie(request: AnyRequest, secret: str) -> Cookie:
    """The owner's cookie; an empty secret deletes it."""
    return Cookie(
        key=_SECURE_COOKIE if _is_secure(request) else COOKIE,
        value=secret,
        max_age=COOKIE_HOURS * 3600 if secret else 0,
        path="/",
        httponly=True,
        samesite="strict",
        secure=_is_secure(request),
    )


async def require_owner(request: AnyRequest, access: OwnerAccess) -> None:
    """Refuse everybody but the owner."""
    secret = _secret(request)
    if not secret or not await access.is_signed_in(secret):
        raise Refused(
            "owner/not-signed-in",
            "This is for the owner of the server: open the link that `hanamichi owner link` prints",
        )


@post("/api/owner/sign-in", status_code=200, include_in_schema=False, cost=LOOK_UP)
async def sign_in(
    request: AnyRequest, owner_access: NamedDependency[OwnerAccess], data: JSONBody[OwnerSignIn]
) -> Response[OwnerSignedIn]:
    """Use a one-time link; the cookie that comes back replaces it."""
    signed_in = await owner_access.sign_in(data.key)
    if signed_in is None:
        raise Refused(
            "owner/link",
            "This link was used already or is too old: `hanamichi owner link` prints another",
        )
    secret, until = signed_in
    return Response(OwnerSignedIn(until), cookies=[_cookie(request, secret)])


@delete("/api/owner/sign-in", status_code=204, include_in_schema=False, cost=LOOK_UP)
async def sign_out(
    request: AnyRequest, owner_access: NamedDependency[OwnerAccess]
) -> Response[None]:
    """Make this browser's cookie void."""
    await owner_access.sign_out(_secret(request))
    return Response(None, cookies=[_cookie(request, "")])


@get("/api/owner/overview", include_in_schema=False, cost=LOOK_UP)
async def get_overview(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_overviews: NamedDependency[OwnerOverviews],
) -> OwnerOverview:
    """How the server is doing."""
    await require_owner(request, owner_access)
    return await owner_overviews.current(request.app.state.version)


@post("/api/owner/acts", status_code=200, include_in_schema=False, cost=LOOK_UP)
async def act(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_actions: NamedDependency[OwnerActions],
    data: JSONBody[AnyOwnerCommand],
) -> ActDone:
    """Carry out an act of the owner."""
    await require_owner(request, owner_access)
    return await owner_actions.carry_out(data)


@get("/api/owner/tables", include_in_schema=False, cost=LOOK_UP)
async def list_tables(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_tables: NamedDependency[OwnerTableList],
    *,
    status: FromQuery[TableStatus | None] = None,
    person: FromQuery[str | None] = None,
    address: FromQuery[str | None] = None,
    live: FromQuery[bool] = False,
    limit: Limit = 100,
) -> OwnerTables:
    """Tables, the last changed first; with `live`, those that somebody has open."""
    await require_owner(request, owner_access)
    return await owner_tables.tables(
        limit, status=status, person=person, address=address, live=live
    )


@get("/api/owner/tables/{table_id:str}", include_in_schema=False, cost=LOOK_UP)
async def show_table(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_tables: NamedDependency[OwnerTableList],
    table_id: FromPath[str],
) -> OwnerTable:
    """One table."""
    await require_owner(request, owner_access)
    found = (await owner_tables.tables(1, table=table_id)).tables
    if not found:
        raise Refused("owner/unknown-table", "There is no such table", where="table")
    return found[0]


@get("/api/owner/people", include_in_schema=False, cost=LOOK_UP)
async def list_people(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_lists: NamedDependency[OwnerLists],
    restriction: FromQuery[Restriction | None] = None,
    text: FromQuery[str | None] = None,
    limit: Limit = 100,
) -> OwnerPeople:
    """People, the last seen first; `text` is part of a nickname."""
    await require_owner(request, owner_access)
    return await owner_lists.people(limit, restriction=restriction, text=text)


@get("/api/owner/addresses", include_in_schema=False, cost=LOOK_UP)
async def list_addresses(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_lists: NamedDependency[OwnerLists],
    server_clock: NamedDependency[Clock],
) -> OwnerAddresses:
    """Blocked addresses, then those that most is stored from."""
    await require_owner(request, owner_access)
    return await owner_lists.addresses(server_clock.wall_clock())


@get("/api/owner/reports", include_in_schema=False, cost=LOOK_UP)
async def list_reports(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_lists: NamedDependency[OwnerLists],
    *,
    closed: FromQuery[bool] = False,
    limit: Limit = 100,
) -> OwnerReports:
    """Reports that wait, the oldest first, or those that were closed."""
    await require_owner(request, owner_access)
    return await owner_lists.reports(limit, closed=closed)


@get("/api/owner/acts", include_in_schema=False, cost=LOOK_UP)
async def list_acts(
    request: AnyRequest,
    owner_access: NamedDependency[OwnerAccess],
    owner_lists: NamedDependency[OwnerLists],
    limit: Limit = 100,
) -> OwnerActs:
    """The log of the owner's acts, the latest first."""
    await require_owner(request, owner_access)
    return await owner_lists.acts(limit)


HANDLERS = [
    sign_in,
    sign_out,
    get_overview,
    act,
    list_tables,
    show_table,
    list_people,
    list_addresses,
    list_reports,
    list_acts,
]
