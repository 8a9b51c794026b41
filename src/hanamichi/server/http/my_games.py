"""HTTP handlers for a person's own data: matches, statistics, records, and erasing it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Stream

from hanamichi.server.http.costs import RECORD_MATCH, REPLAY_MATCH, SUM_UP, SUM_UP_MATCH
from hanamichi.server.http.visitor import AnyRequest, cookies_for, find_person
from hanamichi.server.live.people import People
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.http_bodies import Me
from hanamichi.server.protocol.replay_messages import PlayedMatches, Statistics
from hanamichi.server.replays.history import MatchHistory


@get("/api/me/matches", tags=["people"], cost=SUM_UP)
async def get_my_matches(
    request: AnyRequest,
    people: NamedDependency[People],
    history: NamedDependency[MatchHistory],
    before: Annotated[
        str | None, QueryParameter(description="The replay id of the last one already known.")
    ] = None,
) -> PlayedMatches:
    """This person's finished matches, the latest first."""
    person = await find_person(request, people)
    if person is None:
        return PlayedMatches((), more=False)
    return await history.matches_of(person.id, before)


@get("/api/me/statistics", tags=["people"], cost=SUM_UP)
async def get_my_statistics(
    request: AnyRequest,
    served: NamedDependency[Served],
    history: NamedDependency[MatchHistory],
    rate_limiter: NamedDependency[RateLimiter],
) -> Statistics:
    """What this person's matches come to, edition by edition."""
    if served.person is None:
        return Statistics(hanabi=(), koikoi=(), yaku=())
    cost = SUM_UP_MATCH * await history.number_of(served.person)
    _charge(rate_limiter, request, served, cost)
    return await history.statistics_of(served.person, served)


@get("/api/me/records", tags=["people"], media_type="application/jsonl", cost=REPLAY_MATCH)
async def get_my_records(
    request: AnyRequest,
    served: NamedDependency[Served],
    history: NamedDependency[MatchHistory],
    rate_limiter: NamedDependency[RateLimiter],
) -> Stream:
    """The records of all this person's finished matches, one a line."""
    if served.person is not None:
        cost = RECORD_MATCH * await history.number_of(served.person)
        _charge(rate_limiter, request, served, cost)

    async def lines() -> AsyncIterator[bytes]:
        if served.person is not None:
            async for line in history.records_of(served.person, served):
                yield line

    return Stream(
        lines(),
        media_type="application/jsonl",
        headers={"content-disposition": 'attachment; filename="hanamichi-matches.jsonl"'},
    )


@delete("/api/me", status_code=200, tags=["people"], cost=REPLAY_MATCH)
async def forget_me(request: AnyRequest, people: NamedDependency[People]) -> Response[Me]:
    """Forget this person: the name goes from every seat, and the cookie with it."""
    person = await find_person(request, people)
    if person is not None:
        await people.erase(person.id)
    return Response(Me(None), cookies=cookies_for(request, ""))


def _charge(rate_limiter: RateLimiter, request: AnyRequest, served: Served, cost: float) -> None:
    """Charge a person and their address for matches, or refuse."""
    rate_limiter.person(served.person, cost)
    rate_limiter.request(address_of(request.scope["client"]), cost)


HANDLERS = [get_my_matches, get_my_statistics, get_my_records, forget_me]
"""All of them, in the order of the documentation."""
