"""The HTTP side of replays: seeing a match again, taking records in and out, playing on."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from hanamichi.records import writers
from hanamichi.server.http.visitor import AnyRequest, Lang, actor_of, base_of, known, language
from hanamichi.server.live.tables import LiveTables
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
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.views import catalog
from hanamichi.words import Rules

Eyes = Annotated[
    int | None, QueryParameter(description="Through whose eyes; by default everything is open.")
]


def _check_eyes(reel: MatchReplay, seat: int | None) -> None:
    if seat is not None and seat not in range(len(reel.table.seats)):
        raise Refused("table/seat-unknown", f"This table had no seat {seat}", where="seat")


@post("/api/replays", tags=["replays"], request_max_body_size=MAX_RECORD)
async def take_in_record(request: AnyRequest, house: NamedDependency[LiveTables]) -> ReplayOpened:
    """Open a record: ours, or a game of hanab.live; the body is the file as it is."""
    person = await known(request, house)
    if person is None:
        raise Refused("person/unknown", "This browser keeps no cookie, so nothing can be kept")
    data = await request.body()
    replay_id = await house.memory.library.take_in(data, person.id, house.wall_clock())
    return ReplayOpened(replay_id, f"{base_of(request)}/replay/{replay_id}")


@get("/api/replays/{replay_id:str}", tags=["replays"])
async def get_replay(
    request: AnyRequest,
    house: NamedDependency[LiveTables],
    replay_id: FromPath[str],
    seat: Eyes = None,
) -> Replay:
    """A finished match: its table, its log, and how many frames there are."""
    library = house.memory.library
    reel = await library.reel(replay_id)
    _check_eyes(reel, seat)
    person = await known(request, house)
    you = None if person is None else reel.table.seat_of(person.id)
    return await library.work(lambda: reel.told(seat, you))


@get("/api/replays/{replay_id:str}/frames", tags=["replays"])
async def get_frames(
    house: NamedDependency[LiveTables],
    replay_id: FromPath[str],
    seat: Eyes = None,
    first: Annotated[int, QueryParameter(ge=0, description="The ply to begin with.")] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MAX_FRAMES)] = MAX_FRAMES,
) -> Frames:
    """Positions of a replay, ply by ply, as that seat saw them then."""
    library = house.memory.library
    reel = await library.reel(replay_id)
    _check_eyes(reel, seat)
    if first > reel.plies:
        raise Refused("replay/ply", f"This match has the plies 0 to {reel.plies}", where="first")
    plies = range(first, min(first + count, reel.plies + 1))
    frames = await library.work(lambda: tuple(reel.frame(ply, seat) for ply in plies))
    return Frames(first, frames)


@get("/api/replays/{replay_id:str}/rules", tags=["replays"])
async def get_replay_rules(
    request: AnyRequest,
    house: NamedDependency[LiveTables],
    replay_id: FromPath[str],
    lang: Lang = None,
) -> Rules:
    """The rules by which that match was played."""
    reel = await house.memory.library.reel(replay_id)
    return catalog.table_rules(reel.table, language(request, lang))


@get("/api/replays/{replay_id:str}/record", tags=["replays"], media_type="application/json")
async def get_replay_record(
    house: NamedDependency[LiveTables],
    replay_id: FromPath[str],
    form: Annotated[RecordForm, QueryParameter(description="Whose form of JSON.")] = "hanamichi",
) -> Response[bytes]:
    """The record: every card, every move, ready to be replayed anywhere."""
    library = house.memory.library
    reel = await library.reel(replay_id)
    written = await library.work(lambda: writers()[form](reel.record))
    name = f"{form}-{reel.table.settings.game}-{replay_id[:8]}.json"
    return Response(
        written,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/replays/{replay_id:str}/seal", tags=["replays"])
async def get_seal(house: NamedDependency[LiveTables], replay_id: FromPath[str]) -> Unsealed:
    """What was sealed before the first move, opened: for browsers that check it themselves."""
    library = house.memory.library
    reel = await library.reel(replay_id)
    return await library.work(reel.unsealed)


@post("/api/replays/{replay_id:str}/branches", tags=["replays"])
async def create_branch(
    request: AnyRequest,
    house: NamedDependency[LiveTables],
    replay_id: FromPath[str],
    data: JSONBody[CreateBranch],
) -> TableCreated:
    """Play on from a moment of the match, at a new table with bots in the other seats."""
    actor = await actor_of(request, house)
    table_id = await house.memory.branch(actor, replay_id, data)
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
