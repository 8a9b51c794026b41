"""HTTP handlers for the deal of the day."""

from __future__ import annotations

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hanamichi.server.http.costs import (
    LOOK_UP,
    OPEN_TABLE,
    OPEN_TABLE_FOR_PERSON,
    REPLAY_MATCH,
    SUM_UP,
)
from hanamichi.server.http.visitor import AnyRequest, actor_of, find_person
from hanamichi.server.live.daily_dealer import DailyDealer
from hanamichi.server.live.people import People
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import RateLimiter
from hanamichi.server.protocol.daily_messages import DailyDeal, DailyDeals, DailyName, OthersPlay
from hanamichi.server.protocol.http_bodies import TableCreated
from hanamichi.server.storage.daily import Deal


@get("/api/daily", tags=["daily"], cost=SUM_UP)
async def get_daily_deals(
    request: AnyRequest, people: NamedDependency[People], daily: NamedDependency[DailyDealer]
) -> DailyDeals:
    """Today's deals, one for each edition: the same cards for everybody here."""
    person = await find_person(request, people)
    return await daily.today(None if person is None else person.id)


@post("/api/daily/{game:str}/{edition:str}", tags=["daily"], cost=OPEN_TABLE)
async def play_daily_deal(
    request: AnyRequest,
    people: NamedDependency[People],
    daily: NamedDependency[DailyDealer],
    rate_limiter: NamedDependency[RateLimiter],
    game: FromPath[str],
    edition: FromPath[str],
) -> TableCreated:
    """Play today's deal, or go on with it: each person has one table for it."""
    actor = await actor_of(request, people)
    rate_limiter.person(actor.person, OPEN_TABLE_FOR_PERSON)
    table_id = await daily.play(actor, f"{game}/{edition}")
    return TableCreated(table_id, f"{actor.base}/table/{table_id}")


@get("/api/daily/{day:str}/{game:str}/{edition:str}", tags=["daily"], cost=SUM_UP)
async def get_daily_deal(
    request: AnyRequest,
    people: NamedDependency[People],
    daily: NamedDependency[DailyDealer],
    day: FromPath[str],
    game: FromPath[str],
    edition: FromPath[str],
) -> DailyDeal:
    """A deal of any day, with its results if you have played it or the day is over."""
    person = await find_person(request, people)
    deal = Deal(day, f"{game}/{edition}")
    return await daily.deal(deal, None if person is None else person.id)


@put("/api/daily/{day:str}/{game:str}/{edition:str}/name", tags=["daily"], cost=LOOK_UP)
async def name_daily_result(
    request: AnyRequest,
    people: NamedDependency[People],
    daily: NamedDependency[DailyDealer],
    day: FromPath[str],
    game: FromPath[str],
    edition: FromPath[str],
    data: JSONBody[DailyName],
) -> DailyDeal:
    """Show your nickname in the list of results, or hide it."""
    person = await find_person(request, people)
    person_id = None if person is None else person.id
    deal = Deal(day, f"{game}/{edition}")
    await daily.set_named(deal, person_id, named=data.named)
    return await daily.deal(deal, person_id)


@get("/api/replays/{replay_id:str}/others", tags=["daily"], cost=REPLAY_MATCH)
async def get_others(
    daily: NamedDependency[DailyDealer],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
) -> OthersPlay:
    """How others played the same deal of the day, ply by ply."""
    return await daily.others(replay_id, served)


HANDLERS = [get_daily_deals, play_daily_deal, get_daily_deal, name_daily_result, get_others]
"""All of them, in the order of the documentation."""
