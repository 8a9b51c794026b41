"""HTTP handlers for replays: watching, importing and exporting records, branching."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.records import plain_text_forms, writers
from hanamichi.server.http.costs import LOOK_UP, REPLAY_FOR_PERSON, REPLAY_MATCH, SUM_UP
from hanamichi.server.http.visitor import AnyRequest, Lang, actor_of, base_of, find_person, language
from hanamichi.server.live.opening import TableOpener
from hanamichi.server.live.people import People
from hanamichi.server.live.refusals import person_blocked
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import RateLimiter, address_of
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.http_bodies import TableCreated
from hanamichi.server.protocol.replay_messages import (
    MAX_FRAMES,
    MAX_RECORD,
    CreateBranch,
    Frames,
    RecordForm,
    Replay,
    ReplayOpened,
    Unsealed,
)
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.storage.storers import Storers
from hanamichi.server.views import catalog
from hanamichi.words import Rules

Viewer = Annotated[
    int | None, QueryParameter(description="Through whose eyes; by default everything is open.")
]


def _check_seat(replay: MatchReplay, seat: int | None) -> None:
    if seat is not None and seat not in range(len(replay.table.seats)):
        raise Refused("table/seat-unknown", f"This table had no seat {seat}", where="seat")


@post("/api/replays", tags=["replays"], request_max_body_size=MAX_RECORD, cost=REPLAY_MATCH)
async def take_in_record(
    request: AnyRequest,
    people: NamedDependency[People],
    library: NamedDependency[ReplayLibrary],
    storers: NamedDependency[Storers],
    rate_limiter: NamedDependency[RateLimiter],
) -> ReplayOpened:
    """Open a record: ours, or a game of hanab.live; the body is the file, or the link, as it is."""
    person = await find_person(request, people)
    if person is None:
        raise Refused("person/unknown", "This browser keeps no cookie, so nothing can be kept")
    if person.restriction == "blocked":
        raise person_blocked()
    rate_limiter.person(person.id, REPLAY_FOR_PERSON)
    storer = storers.of(person.id, address_of(request.scope["client"]))
    data = await request.body()
    served = Served(fair_share(address_of(request.scope["client"])), person.id)
    replay_id = await library.import_record(data, storer, served)
    return ReplayOpened(replay_id, f"{base_of(request)}/replay/{replay_id}")


@get("/api/replays/{replay_id:str}", tags=["replays"], cost=SUM_UP)
async def get_replay(
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
    seat: Viewer = None,
) -> Replay:
    """A finished match: its table, its log, and how many frames there are."""
    replay = await library.find(replay_id, served)
    _check_seat(replay, seat)
    you = replay.table.seat_of(served.person)
    return await library.run_in_thread(lambda: replay.message(seat, you), served)


@get("/api/replays/{replay_id:str}/frames", tags=["replays"], cost=SUM_UP)
async def get_frames(
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
    seat: Viewer = None,
    first: Annotated[int, QueryParameter(ge=0, description="The ply to begin with.")] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MAX_FRAMES)] = MAX_FRAMES,
) -> Frames:
    """Positions of a replay, ply by ply, as that seat saw them then."""
    replay = await library.find(replay_id, served)
    _check_seat(replay, seat)
    if first > replay.plies:
        raise Refused("replay/ply", f"This match has the plies 0 to {replay.plies}", where="first")
    plies = range(first, min(first + count, replay.plies + 1))
    frames = await library.run_in_thread(
        lambda: tuple(replay.frame(ply, seat) for ply in plies), served
    )
    return Frames(first, frames)


@get("/api/replays/{replay_id:str}/rules", tags=["replays"], cost=LOOK_UP)
async def get_replay_rules(
    request: AnyRequest,
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
    lang: Lang = None,
) -> Rules:
    """The rules by which that match was played."""
    replay = await library.find(replay_id, served)
    return catalog.table_rules(replay.table, language(request, lang))


@get(
    "/api/replays/{replay_id:str}/record",
    tags=["replays"],
    media_type="application/json",
    cost=SUM_UP,
)
async def get_replay_record(
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
    form: Annotated[RecordForm, QueryParameter(description="In which form.")] = "hanamichi",
) -> Response[bytes]:
    """The record: every card, every move, ready to be replayed anywhere."""
    replay = await library.find(replay_id, served)
    library.daily_gate.check_opened(replay.table)
    written = await library.run_in_thread(lambda: writers()[form](replay.record), served)
    suffix, media_type = "json", "application/json"
    if form in plain_text_forms():
        suffix, media_type = "txt", "text/plain"
    name = f"{form}-{replay.table.settings.game}-{replay_id[:8]}.{suffix}"
    return Response(
        written,
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/replays/{replay_id:str}/seal", tags=["replays"], cost=SUM_UP)
async def get_seal(
    library: NamedDependency[ReplayLibrary],
    served: NamedDependency[Served],
    replay_id: FromPath[str],
) -> Unsealed:
    """What was sealed before the first move, opened: for browsers that check it themselves."""
    replay = await library.find(replay_id, served)
    library.daily_gate.check_opened(replay.table)
    return await library.run_in_thread(replay.unsealed, served)


@post("/api/replays/{replay_id:str}/branches", tags=["replays"], cost=REPLAY_MATCH)
async def create_branch(
    request: AnyRequest,
    people: NamedDependency[People],
    opener: NamedDependency[TableOpener],
    rate_limiter: NamedDependency[RateLimiter],
    replay_id: FromPath[str],
    data: JSONBody[CreateBranch],
) -> TableCreated:
    """Play on from a moment of the match, at a new table with bots in the other seats."""
    actor = await actor_of(request, people)
    rate_limiter.person(actor.person, REPLAY_FOR_PERSON)
    table_id = await opener.branch(actor, replay_id, data)
    return TableCreated(table_id, f"{actor.base}/table/{table_id}")


HANDLERS = [
    take_in_record,
    get_replay,
    get_frames,
    get_replay_rules,
    get_replay_record,
    get_seal,
    create_branch,
]
"""All of them, in the order of the documentation."""
