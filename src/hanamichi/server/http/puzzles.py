"""HTTP handlers for puzzles: the list, packs, answers and streaks."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.server.http.costs import LOOK_UP, SUM_UP
from hanamichi.server.http.static_files import PACKED, accepts
from hanamichi.server.http.visitor import AnyRequest, cookies_for, find_person
from hanamichi.server.live.people import People
from hanamichi.server.live.refusals import person_blocked
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.protocol.puzzle_messages import (
    MAX_UTC_OFFSET,
    AnswersTaken,
    GivenAnswers,
    MyPuzzles,
    PuzzleList,
    PuzzlePack,
)
from hanamichi.server.puzzles.answers import PuzzleAnswers
from hanamichi.server.puzzles.packs import Packed, PuzzlePacks
from hanamichi.server.storage.storers import Storers

_ASK_AGAIN = "no-cache"
_FOR_GOOD = "public, max-age=31536000, immutable"


@get("/api/puzzles", tags=["puzzles"], cost=LOOK_UP, opt={PACKED: True})
async def get_puzzles(
    request: AnyRequest,
    served: NamedDependency[Served],
    puzzle_packs: NamedDependency[PuzzlePacks],
) -> Response[PuzzleList]:
    """All puzzles, game by game, the easiest first, and the packs that they are in."""
    return _send(request, await puzzle_packs.list(served), _ASK_AGAIN)


@get("/api/puzzles/packs/{pack_id:str}", tags=["puzzles"], cost=SUM_UP, opt={PACKED: True})
async def get_puzzle_pack(
    request: AnyRequest,
    served: NamedDependency[Served],
    puzzle_packs: NamedDependency[PuzzlePacks],
    pack_id: FromPath[str],
) -> Response[PuzzlePack]:
    """Puzzles with their positions and answers, to be kept and solved offline."""
    return _send(request, await puzzle_packs.pack(pack_id, served), _FOR_GOOD)


@post("/api/puzzles/answers", status_code=200, tags=["puzzles"], cost=SUM_UP)
async def give_answers(
    request: AnyRequest,
    served: NamedDependency[Served],
    people: NamedDependency[People],
    storers: NamedDependency[Storers],
    rate_limiter: NamedDependency[RateLimiter],
    puzzle_answers: NamedDependency[PuzzleAnswers],
    data: JSONBody[GivenAnswers],
) -> Response[AnswersTaken]:
    """Answer puzzles; only the first answer to each counts. A new client gets a cookie."""
    storers.require_room()
    person, cookies = await find_person(request, people), []
    if person is None:
        rate_limiter.newcomer(address_of(request.scope["client"]))
        person, secret = await people.add()
        cookies = cookies_for(request, secret)
    elif person.restriction == "blocked":
        raise person_blocked()
    rate_limiter.person(person.id, SUM_UP)
    return Response(await puzzle_answers.take(person.id, data, served), cookies=cookies)


@get("/api/me/puzzles", tags=["people"], cost=SUM_UP)
async def get_my_puzzles(
    served: NamedDependency[Served],
    puzzle_answers: NamedDependency[PuzzleAnswers],
    utc_offset: Annotated[
        int,
        QueryParameter(
            ge=-MAX_UTC_OFFSET,
            le=MAX_UTC_OFFSET,
            description="Minutes east of UTC, for days in a row.",
        ),
    ] = 0,
) -> MyPuzzles:
    """This person's answers to puzzles, and their streaks."""
    return await puzzle_answers.of(served.person, utc_offset, served)


def _send(request: AnyRequest, packed: Packed, caching: str) -> Response[Any]:
    headers = {"etag": packed.etag, "vary": "accept-encoding", "cache-control": caching}
    content_type = "application/json"
    if request.headers.get("if-none-match") == packed.etag:
        return Response(b"", status_code=304, headers=headers, media_type=content_type)
    if accepts(request.headers.get("accept-encoding", ""), "gzip"):
        headers["content-encoding"] = "gzip"
        return Response(packed.compressed, headers=headers, media_type=content_type)
    return Response(packed.plain, headers=headers, media_type=content_type)


HANDLERS = [get_puzzles, get_puzzle_pack, give_answers, get_my_puzzles]
"""All of them, in the order of the documentation."""
