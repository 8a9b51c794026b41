"""HTTP handlers for the reviews of finished matches."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.review import Depth
from hanamichi.server.http.costs import LOOK_AT_REVIEW, REPLAY_FOR_PERSON, REPLAY_MATCH
from hanamichi.server.http.static_files import PACKED, accepts
from hanamichi.server.http.visitor import AnyRequest, find_person
from hanamichi.server.live.people import People
from hanamichi.server.live.refusals import person_blocked
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.review_messages import AskReview, ReviewState
from hanamichi.server.reviews.desk import ReviewDesk
from hanamichi.server.storage.reviews import ReviewKey
from hanamichi.server.storage.storers import Storers

_SMALL = 1024
"""Bytes that are sent as they are."""
_GZIP_LEVEL = 3
WantedDepth = Annotated[Depth, QueryParameter(description="A deep one serves for both.")]


@get(
    "/api/replays/{replay_id:str}/review",
    tags=["replays"],
    cost=LOOK_AT_REVIEW,
    opt={PACKED: True},
)
async def get_review(
    request: AnyRequest,
    served: NamedDependency[Served],
    review_desk: NamedDependency[ReviewDesk],
    replay_id: FromPath[str],
    depth: WantedDepth = "standard",
) -> Response[ReviewState]:
    """The review of a finished match, or how far it is."""
    return await _send(request, await review_desk.state(ReviewKey(replay_id, depth), served))


@post(
    "/api/replays/{replay_id:str}/review",
    status_code=200,
    tags=["replays"],
    cost=REPLAY_MATCH,
    opt={PACKED: True},
)
async def ask_review(
    request: AnyRequest,
    people: NamedDependency[People],
    review_desk: NamedDependency[ReviewDesk],
    storers: NamedDependency[Storers],
    rate_limiter: NamedDependency[RateLimiter],
    replay_id: FromPath[str],
    data: JSONBody[AskReview],
) -> Response[ReviewState]:
    """Have a finished match reviewed, unless it was already."""
    person = await find_person(request, people)
    if person is None:
        raise Refused("person/unknown", "This browser keeps no cookie, so nobody would be waiting")
    if person.restriction == "blocked":
        raise person_blocked()
    rate_limiter.person(person.id, REPLAY_FOR_PERSON)
    address = address_of(request.scope["client"])
    served = Served(fair_share(address), person.id)
    storer = storers.of(person.id, address)
    state = await review_desk.ask(ReviewKey(replay_id, data.depth), storer, served)
    return await _send(request, state)


@delete(
    "/api/replays/{replay_id:str}/review",
    status_code=200,
    tags=["replays"],
    cost=LOOK_AT_REVIEW,
    opt={PACKED: True},
)
async def cancel_review(
    request: AnyRequest,
    served: NamedDependency[Served],
    review_desk: NamedDependency[ReviewDesk],
    replay_id: FromPath[str],
    depth: WantedDepth = "standard",
) -> Response[ReviewState]:
    """Do not wait for a review any more; it ends if nobody else does."""
    return await _send(request, await review_desk.cancel(ReviewKey(replay_id, depth), served))


async def _send(request: AnyRequest, state: ReviewState) -> Response[Any]:
    """A review is compressed in a thread: that of a long match has millions of bytes."""
    headers, body = {"vary": "accept-encoding"}, msgspec.json.encode(state)
    if len(body) > _SMALL and accepts(request.headers.get("accept-encoding", ""), "gzip"):
        headers["content-encoding"] = "gzip"
        body = await asyncio.to_thread(gzip.compress, body, _GZIP_LEVEL)
    return Response(body, headers=headers, media_type="application/json")


HANDLERS = [get_review, ask_review, cancel_review]
"""All of them, in the order of the documentation."""
