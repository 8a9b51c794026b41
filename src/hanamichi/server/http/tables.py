"""The HTTP side: catalogue, people, tables, rules and records. Play itself is on the socket."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.catalog import preset_by_id
from hanamichi.records import write_record
from hanamichi.server.http.visitor import (
    COOKIE,
    AnyRequest,
    Lang,
    actor_of,
    cookie,
    known,
    language,
)
from hanamichi.server.live.tables import LiveTables
from hanamichi.server.ops.rate_limits import address_of
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
from hanamichi.server.table import seating
from hanamichi.server.table.lessons import lesson_of
from hanamichi.server.views import catalog, projection
from hanamichi.words import Rules


@get("/api/catalog", tags=["choosing"])
async def get_catalog(request: AnyRequest, lang: Lang = None) -> Catalog:
    """Every game with its editions, options and bots."""
    return catalog.catalog(language(request, lang))


@post("/api/check-options", status_code=200, tags=["choosing"])
async def check_options(data: JSONBody[OptionsQuery]) -> CheckedOptions:
    """Whether options make a table, why not, and what could not be added to them."""
    return catalog.check_options(data)


@get("/api/rules", tags=["choosing"])
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


@get("/api/me", tags=["people"])
async def get_me(request: AnyRequest, house: NamedDependency[LiveTables]) -> Response[Me]:
    """Who this browser is. A newcomer gets a cookie, and every visit makes it last anew."""
    person, secret = await known(request, house), request.cookies.get(COOKIE, "")
    if person is None:
        house.gate.newcomer(address_of(request.scope["client"]))
        person, secret = await house.new_person()
    return Response(Me(person.name), cookies=[cookie(request, secret)])


@put("/api/me", tags=["people"])
async def put_me(
    request: AnyRequest, house: NamedDependency[LiveTables], data: JSONBody[NewName]
) -> Response[Me]:
    """Choose a nickname. The cookie that comes back is the only proof of being that person."""
    person, cookies = await known(request, house), []
    if person is None:
        house.gate.newcomer(address_of(request.scope["client"]))
        person, secret = await house.new_person()
        cookies = [cookie(request, secret)]
    renamed = await house.rename(person, data.name)
    return Response(Me(renamed.name), cookies=cookies)


@get("/api/me/tables", tags=["people"])
async def get_my_tables(request: AnyRequest, house: NamedDependency[LiveTables]) -> TableList:
    """The tables where this person sits, the most recent first."""
    person = await known(request, house)
    return TableList(() if person is None else tuple(await house.tables_of(person.id)))


@post("/api/tables", tags=["tables"])
async def create_table(
    request: AnyRequest, house: NamedDependency[LiveTables], data: JSONBody[CreateTable]
) -> TableCreated:
    """Open a table."""
    actor = await actor_of(request, house)
    table_id = await house.create(actor, data)
    notices = seating.remarks_on(preset_by_id(data.preset)[0].id, data.seats)
    return TableCreated(table_id, f"{actor.base}/table/{table_id}", notices)


@post("/api/lessons/{lesson_id:str}", tags=["tables"])
async def begin_lesson(
    request: AnyRequest, house: NamedDependency[LiveTables], lesson_id: FromPath[str]
) -> TableCreated:
    """Open a table for a guided first game."""
    actor = await actor_of(request, house)
    table_id = await house.create_from(lesson_of(lesson_id).opened_by(actor))
    return TableCreated(table_id, f"{actor.base}/table/{table_id}")


@get("/api/tables", tags=["tables"])
async def get_tables(house: NamedDependency[LiveTables]) -> TableList:
    """Listed tables that wait for players, the newest first."""
    return TableList(tuple(await house.open_tables()))


@get("/api/tables/{table_id:str}", tags=["tables"])
async def get_table(house: NamedDependency[LiveTables], table_id: FromPath[str]) -> TableInfo:
    """What everybody may know about a table."""
    return (await house.room(table_id)).info()


@get("/api/tables/{table_id:str}/rules", tags=["tables"])
async def get_table_rules(
    request: AnyRequest,
    house: NamedDependency[LiveTables],
    table_id: FromPath[str],
    lang: Lang = None,
) -> Rules:
    """The rules of this table, from its options."""
    return catalog.table_rules((await house.room(table_id)).table, language(request, lang))


@get("/api/tables/{table_id:str}/record", tags=["tables"], media_type="application/json")
async def get_record(
    house: NamedDependency[LiveTables], table_id: FromPath[str]
) -> Response[bytes]:
    """The record of a finished match: every card, every move, ready to be replayed."""
    room = await house.room(table_id)
    table = room.table if room.table.status == "over" else await room.catch_up()
    if table.status != "over":
        raise Refused("table/not-over", "The record is opened when the match is over")
    name = f"{table.settings.game}-{table_id[:8]}.json"
    return Response(
        write_record(projection.record(table)),
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
