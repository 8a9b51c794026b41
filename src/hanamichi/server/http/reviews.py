"""HTTP handlers for the reviews of finished matches."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.review import Depth
from hanamichi.server.http.costs import LOOK_AT_REVIEW, REPLAY_FOR_PERSON, REPLAY_MATCH
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

WantedDepth = Annotated[Depth, QueryParameter(description="A deep one serves for both.")]


@get("/api/replays/{replay_id:str}/review", tags=["replays"], cost=LOOK_AT_REVIEW)
async def get_review(
    served: NamedDependency[Served],
    review_desk: NamedDependency[ReviewDesk],
    replay_id: FromPath[str],
    depth: WantedDepth = "standard",
) -> ReviewState:
    """The review of a finished match, or how far it is."""
    return await review_desk.state(ReviewKey(replay_id, depth), served)


@post("/api/replays/{replay_id:str}/review", status_code=200, tags=["replays"], cost=REPLAY_MATCH)
async def ask_review(
    request: AnyRequest,
    people: NamedDependency[People],
    review_desk: NamedDependency[ReviewDesk],
    storers: NamedDependency[Storers],
    rate_limiter: NamedDependency[RateLimiter],
    replay_id: FromPath[str],
    data: JSONBody[AskReview],
) -> ReviewState:
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
    return await review_desk.ask(ReviewKey(replay_id, data.depth), storer, served)


@delete(
    "/api/replays/{replay_id:str}/review", status_code=200, tags=["replays"], cost=LOOK_AT_REVIEW
)
async def cancel_review(
    served: NamedDependency[Served],
    review_desk: NamedDependency[ReviewDesk],
    replay_id: FromPath[str],
    depth: WantedDepth = "standard",
) -> ReviewState:
    """Do not wait for a review any more; it ends if nobody else does."""
    return await review_desk.cancel(ReviewKey(replay_id, depth), served)


HANDLERS = [get_review, ask_review, cancel_review]
"""All of them, in the order of the documentation."""
