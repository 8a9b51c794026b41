"""HTTP handlers for the catalogue, people, tables, rules and records. Play is on the socket."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.records import write_record
from hanamichi.server.http.costs import (
    LOOK_UP,
    OPEN_TABLE,
    OPEN_TABLE_FOR_PERSON,
    RENAME_FOR_PERSON,
    SUM_UP,
)
from hanamichi.server.http.visitor import (
    AnyRequest,
    Lang,
    actor_of,
    cookies_for,
    find_person,
    language,
    secret_of,
)
from hanamichi.server.live.listing import TableListing
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.opening import TableOpener
from hanamichi.server.live.people import People
from hanamichi.server.ops.config import BotsConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.commands import CreateTable
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.http_bodies import (
    Catalog,
    CheckedOptions,
    Me,
    NewName,
    OptionsQuery,
    TableCreated,
    TableList,
)
from hanamichi.server.protocol.messages import TableInfo
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.views import catalog, projection
from hanamichi.words import Rules


@get("/api/catalog", tags=["choosing"], cost=LOOK_UP)
async def get_catalog(
    request: AnyRequest, bots_config: NamedDependency[BotsConfig], lang: Lang = None
) -> Catalog:
    """Every game with its editions, options and bots."""
    return catalog.catalog(language(request, lang), bots_config.max_thinking_ms)


@post("/api/check-options", status_code=200, tags=["choosing"], cost=LOOK_UP)
async def check_options(data: JSONBody[OptionsQuery]) -> CheckedOptions:
    """Whether options make a table, why not, and what could not be added to them."""
    return catalog.check_options(data)


@get("/api/rules", tags=["choosing"], cost=LOOK_UP)
async def get_rules(
    request: AnyRequest,
    preset: Annotated[str, QueryParameter(description="An edition, such as `hanabi/cocktail`.")],
    options: Annotated[
        str | None, QueryParameter(description="What differs from it, as a JSON object.")
    ] = None,
    players: Annotated[int | None, QueryParameter(description="By default, all that fit.")] = None,
    lang: Lang = None,
) -> Rules:
    """The rules of an edition, with changes or without."""
    try:
        changes = msgspec.json.decode(options or "{}", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise Refused("request/invalid", "options is a JSON object", where="options") from None
    query = OptionsQuery(preset, changes)
    return catalog.rules_of(query, language(request, lang), players)


@get("/api/me", tags=["people"], cost=LOOK_UP)
async def get_me(
    request: AnyRequest,
    people: NamedDependency[People],
    rate_limiter: NamedDependency[RateLimiter],
) -> Response[Me]:
    """Who this browser is. A new one gets a cookie, and every visit extends it."""
    person, secret = await find_person(request, people), secret_of(request) or ""
    if person is None:
        rate_limiter.newcomer(address_of(request.scope["client"]))
        person, secret = await people.add()
    return Response(Me(person.name), cookies=cookies_for(request, secret))


@put("/api/me", tags=["people"], cost=LOOK_UP)
async def put_me(
    request: AnyRequest,
    people: NamedDependency[People],
    rate_limiter: NamedDependency[RateLimiter],
    data: JSONBody[NewName],
) -> Response[Me]:
    """Choose a nickname. The cookie that comes back is the only proof of being that person."""
    person, cookies = await find_person(request, people), []
    if person is None:
        rate_limiter.newcomer(address_of(request.scope["client"]))
        person, secret = await people.add()
        cookies = cookies_for(request, secret)
    elif person.name is not None:
        rate_limiter.rename(person.id, RENAME_FOR_PERSON)
    renamed = await people.rename(person, data.name)
    return Response(Me(renamed.name), cookies=cookies)


@get("/api/me/tables", tags=["people"], cost=LOOK_UP)
async def get_my_tables(
    request: AnyRequest, people: NamedDependency[People], listing: NamedDependency[TableListing]
) -> TableList:
    """The tables where this person sits, the most recent first."""
    person = await find_person(request, people)
    return TableList(() if person is None else tuple(await listing.tables_of(person.id)))


@post("/api/tables", tags=["tables"], cost=OPEN_TABLE)
async def create_table(
    request: AnyRequest,
    people: NamedDependency[People],
    opener: NamedDependency[TableOpener],
    rate_limiter: NamedDependency[RateLimiter],
    data: JSONBody[CreateTable],
) -> TableCreated:
    """Open a table."""
    actor = await actor_of(request, people)
    rate_limiter.person(actor.person, OPEN_TABLE_FOR_PERSON)
    table_id = await opener.create(actor, data)
    notices = opener.remarks_on(data)
    return TableCreated(table_id, f"{actor.base}/table/{table_id}", notices)


@post("/api/lessons/{lesson_id:str}", tags=["tables"], cost=OPEN_TABLE)
async def begin_lesson(
    request: AnyRequest,
    people: NamedDependency[People],
    opener: NamedDependency[TableOpener],
    rate_limiter: NamedDependency[RateLimiter],
    lesson_id: FromPath[str],
) -> TableCreated:
    """Open a table for a guided first game."""
    actor = await actor_of(request, people)
    rate_limiter.person(actor.person, OPEN_TABLE_FOR_PERSON)
    table_id = await opener.begin_lesson(actor, lesson_id)
    return TableCreated(table_id, f"{actor.base}/table/{table_id}")


@get("/api/tables", tags=["tables"], cost=LOOK_UP)
async def get_tables(listing: NamedDependency[TableListing]) -> TableList:
    """Listed tables that wait for players, the newest first."""
    return TableList(tuple(await listing.open_tables()))


@get("/api/tables/{table_id:str}", tags=["tables"], cost=LOOK_UP)
async def get_table(
    tables: NamedDependency[LiveTables],
    served: NamedDependency[Served],
    table_id: FromPath[str],
) -> TableInfo:
    """What everybody may know about a table."""
    return (await tables.look_at(table_id, served)).info()


@get("/api/tables/{table_id:str}/rules", tags=["tables"], cost=LOOK_UP)
async def get_table_rules(
    request: AnyRequest,
    tables: NamedDependency[LiveTables],
    served: NamedDependency[Served],
    table_id: FromPath[str],
    lang: Lang = None,
) -> Rules:
    """The rules of this table, from its options."""
    table = (await tables.look_at(table_id, served)).table
    return catalog.table_rules(table, language(request, lang))


@get(
    "/api/tables/{table_id:str}/record",
    tags=["tables"],
    media_type="application/json",
    cost=SUM_UP,
)
async def get_record(
    tables: NamedDependency[LiveTables],
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    table_id: FromPath[str],
) -> Response[bytes]:
    """The record of a finished match: every card, every move, ready to be replayed."""
    live_table = await tables.look_at(table_id, served)
    table = live_table.table
    if table.status != "over":
        table = await live_table.catch_up()
    if table.status != "over":
        raise Refused("table/not-over", "The record is opened when the match is over")
    library.daily_gate.check_opened(table)
    name = f"{table.settings.game}-{table_id[:8]}.json"
    return Response(
        await run_off_loop(len(table.log), lambda: write_record(projection.record(table))),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = [
    get_catalog,
    check_options,
    get_rules,
    get_me,
    put_me,
    get_my_tables,
    create_table,
    begin_lesson,
    get_tables,
    get_table,
    get_table_rules,
    get_record,
]
"""All of them, in the order of the documentation."""
