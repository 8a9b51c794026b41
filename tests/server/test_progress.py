"""How a person's play develops, from the reviews of their matches."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from sqlalchemy import Connection

from hanamichi.catalog import game_by_id
from hanamichi.core import Seat, replay
from hanamichi.core.record import JsonObject
from hanamichi.koikoi.cards import Card
from hanamichi.review import Moment, SeatReview, Verdict
from hanamichi.review.model import MistakeKind
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.reviews.job import summaries_of
from hanamichi.server.storage import schema
from hanamichi.server.storage.review_work import store_summaries
from hanamichi.server.storage.reviews import ReviewKey
from hanamichi.server.table.koikoi_results import KOIKOI_RESULTS
from tests.review.test_history import played
from tests.server.finished_matches import finished, replay_of
from tests.server.live import Json, Person, Server, live, person, running

KOIKOI = "koikoi/nintendo"
EMPTY = {
    "matches": [],
    "mistakes": [],
    "openings": [],
    "deals": [],
    "unreviewed": [],
    "pending": 0,
}
_NOBODY = Served("", None)
ACTION: JsonObject = {"type": "stop"}


def judged(ply: int, verdict: Verdict, loss: float, kind: MistakeKind | None = None) -> Moment:
    return Moment(ply=ply, action=ACTION, verdict=verdict, loss=loss, kind=kind)


def a_review(seat: Seat, accuracy: float, *moments: Moment) -> SeatReview:
    return SeatReview(seat=seat, accuracy=accuracy, moments=moments)


def test_the_rounds_of_a_match_and_their_openings() -> None:
    record = played(KOIKOI, 5)
    game = game_by_id(record.game)
    positions = tuple(replay(game, record))
    first, second = (KOIKOI_RESULTS.deals(positions, seat) for seat in (0, 1))
    results = positions[-1].state.results
    assert len(first) == len(second) == len(results)
    for mine, theirs, result in zip(first, second, results, strict=True):
        assert mine.points == -theirs.points
        assert mine.points == (result.points if result.winner == 0 else -result.points)
        assert mine.ply == theirs.ply
    assert [deal.ply for deal in first] == sorted(deal.ply for deal in first)
    opening = first[0].opening
    assert opening is not None
    card = Card(str(next(move for move in record.moves if move.seat == 0).action["card"]))
    assert (card.month, card.kind.value) == (opening.month, opening.kind)


async def reviewed(server: Server, replay_id: str, *seats: SeatReview) -> None:
    """Store what a review of these seats would."""
    found = await server.app.library.load(replay_id, _NOBODY)

    def write(connection: Connection, _: None) -> None:
        summaries = summaries_of(found.record, seats)
        key = ReviewKey(replay_id, "standard")
        connection.execute(
            schema.reviews.insert().values(
                replay_id=replay_id,
                depth="standard",
                status="done",
                asked=0,
                progress=100,
                attempts=0,
                body="{}",
            )
        )
        store_summaries(connection, key, summaries)

    await server.app.database.run_write(write, None)


async def koikoi(server: Server, someone: Person, seed: int) -> str:
    """The replay of a match with two rounds."""
    options = {"rounds": 2, "first_dealer": 0}
    table = await finished(someone, KOIKOI, "novice", seed=seed, options=options)
    return await replay_of(server, table)


async def progress(someone: Person) -> Json:
    answer: Json = await someone.request("GET", "/api/me/progress")
    return answer


@live
async def test_progress_sums_up_the_reviews_of_ones_own_matches(url: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server) as nobody,
    ):
        assert (await progress(nobody)) == await progress(bo) == EMPTY
        first = await koikoi(server, ann, 1)
        second = await koikoi(server, ann, 2)
        third = await koikoi(server, ann, 3)
        assert (await progress(ann))["unreviewed"] == [third, second, first]
        late = judged(3, "blunder", 0.2, "late-stop")
        fed = judged(5, "slip", 0.03, "fed-yaku")
        await reviewed(server, first, a_review(0, 71.26, late, fed), a_review(1, 10.0, fed))
        await reviewed(server, second, a_review(0, 90.0, late, judged(7, "best", 0.0)))
        found = await progress(ann)
        assert [match["replay"] for match in found["matches"]] == [first, second]
        assert [match["accuracy"] for match in found["matches"]] == [71.3, 90.0]
        assert found["matches"][0]["verdicts"] == {"blunder": 1, "slip": 1}
        assert found["mistakes"] == [
            {"game": "koikoi", "kind": "late-stop", "count": 2, "matches": 2, "loss": 0.4},
            {"game": "koikoi", "kind": "fed-yaku", "count": 1, "matches": 1, "loss": 0.03},
        ]
        assert found["unreviewed"] == [third]
        openings = found["openings"]
        assert sum(each["rounds"] for each in openings) == 4
        (deals,) = found["deals"]
        points = [each["points"] for each in (*deals["best"], *reversed(deals["worst"]))]
        assert points == sorted(points, reverse=True)
        assert len(points) == 4
        assert sum(points) == sum(each["points"] for each in openings)
        # Nobody else sees them.
        assert await progress(bo) == EMPTY
        answer = await ann.client.get("/api/me/progress.csv")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        lines = list(csv.DictReader(io.StringIO(answer.text)))
        assert [(line["accuracy"], line["late-stop"], line["seat"]) for line in lines] == [
            ("71.3", "1", "0"),
            ("90.0", "1", "0"),
        ]
        assert lines[0]["replay"] == f"{server.http}/replay/{first}"


@live
async def test_nobody_is_told_to_ask_again_for_what_cannot_be_reviewed(
    url: str, tmp_path: Path
) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        table = await finished(ann, "hanabi/online", "random", options={"values": 4})
        replay = await replay_of(server, table)
        assert (await progress(ann))["unreviewed"] == [replay]
        address = f"/api/replays/{replay}/review"
        for _ in range(2):
            refused = await ann.request("POST", address, {"depth": "standard"})
            assert refused["code"] == "review/unsupported"
            assert (await progress(ann))["unreviewed"] == []
            state = await ann.request("GET", address)
            assert (state["status"], state["code"]) == ("failed", "review/unsupported")
