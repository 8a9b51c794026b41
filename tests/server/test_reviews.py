"""Reviews on a server: asked for once, made beside the game, stored, and never lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from hanamichi.core import MatchRecord
from hanamichi.records import write_record
from hanamichi.review import Review, review_match
from hanamichi.review.hanabi import hanabi_review
from hanamichi.review.review import put_together
from hanamichi.server.bots import warmup
from hanamichi.server.http import reviews
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import ReviewsConfig, ServerConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.reviews import desk, job, queue
from hanamichi.server.reviews.process import ReviewProcess
from hanamichi.server.reviews.turns import in_turn
from hanamichi.server.storage import schema
from hanamichi.server.storage.backup import back_up, restore
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.review_work import PendingReview, PendingReviews, SpentSeconds
from hanamichi.server.storage.reviews import ReviewKey
from hanamichi.server.table.result import replay_id
from tests.review.test_history import played, with_another_seal
from tests.server.finished_matches import finished, replay_of
from tests.server.gated_reviews import facts_only, gated, quick, review_at_gate
from tests.server.live import Json, Person, Server, live, person, play_out, running
from tests.server.noon import NoonClock

HANABI = "hanabi/online"
FIXTURES = Path(__file__).parent.parent / "fixtures"
FOREIGN = (FIXTURES / "hanab-live.jsonl").read_bytes().splitlines()[0]
"""A game of hanab.live."""


@pytest.fixture(autouse=True)
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile what a review needs, and no more; review one seat at a time, however many cores."""
    monkeypatch.setattr(warmup, "_compiled_bots", list)
    monkeypatch.setattr(queue, "cores", lambda: 2)


async def review(someone: Person, replay: str, depth: str = "standard") -> Json:
    answer: Json = await someone.request("GET", f"/api/replays/{replay}/review?depth={depth}")
    return answer


async def ask(someone: Person, replay: str, depth: str = "standard") -> Json:
    body = {"depth": depth}
    answer: Json = await someone.request("POST", f"/api/replays/{replay}/review", body)
    return answer


async def cancel(someone: Person, replay: str, depth: str = "standard") -> Json:
    answer: Json = await someone.request("DELETE", f"/api/replays/{replay}/review?depth={depth}")
    return answer


async def until(
    someone: Person, replay: str, status: str, depth: str = "standard", seconds: float = 60
) -> Json:
    """Look until the review has a status."""
    async with asyncio.timeout(seconds):
        while (state := await review(someone, replay, depth))["status"] != status:
            assert "code" not in state, state
            await asyncio.sleep(0.05)
    return state


async def imported(someone: Person, number: int = 0) -> str:
    """The id of the replay of an imported game; the first one is of hanab.live."""
    return await open_record(someone, write_record(played(HANABI, number)) if number else FOREIGN)


async def open_record(someone: Person, record: bytes) -> str:
    """The id of the replay of a record."""
    answer = await someone.client.post("/api/replays", content=record)
    return str(answer.json()["id"])


async def until_true(condition: Callable[[], Any], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - processes come and go without an event
            await asyncio.sleep(0.02)


async def rows(url: str, *columns: Any) -> list[tuple[Any, ...]]:
    database = Database(url)
    async with database.reading() as connection:
        found = [tuple(row) for row in await connection.execute(select(*columns))]
    await database.close()
    return found


@live
async def test_a_review_is_asked_for_made_and_served_to_everybody(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        running(tmp_path, url=url, **quick()) as server,
        person(server, "Ann") as ann,
        person(server) as passer_by,
    ):
        replay = await replay_of(server, await finished(ann, HANABI, "casual"))
        assert await review(ann, replay) == {"status": "none", "depths": ["standard", "deep"]}
        assert (await ask(ann, replay))["status"] in ("waiting", "running")
        done = await until(ann, replay, "done")
        made = msgspec.convert(done["review"], Review)
        record = (await server.app.library.find(replay, Served("", None))).record
        monkeypatch.setattr(hanabi_review.HanabiReview, "review", facts_only)
        assert made == review_match(record, company=[None, "casual"])
        assert (await review(passer_by, replay))["review"] == done["review"]
        # Asked again, it is not made again.
        before = await rows(url, schema.review_requests.c.id)
        assert await ask(ann, replay) == done
        assert await rows(url, schema.review_requests.c.id) == before
        # A deep one replaces it, and serves for both.
        assert (await ask(ann, replay, "deep"))["status"] in ("waiting", "running")
        deep = await until(ann, replay, "done", "deep")
        assert deep["review"]["depth"] == "deep"
        assert (await review(passer_by, replay))["review"] == deep["review"]
        assert await rows(url, schema.reviews.c.depth) == [("deep",)]
        seats = schema.reviewed_seats.c
        stored = await rows(url, seats.seat, seats.depth, seats.accuracy)
        assert sorted(stored) == [
            (each["seat"], "deep", each.get("accuracy")) for each in deep["review"]["seats"]
        ]


@live
async def test_two_people_wait_for_one_review_and_either_may_withdraw(
    url: str, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    async with (
        running(tmp_path, url=url, **gated(gate)) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server, "Cy") as cy,
    ):
        replay = await imported(ann)
        await ask(ann, replay)
        running_ = await until(ann, replay, "running")
        assert (running_["yours"], running_["progress"]) == (True, 0)
        assert (await review(bo, replay))["yours"] is False
        assert (await cancel(bo, replay))["code"] == "review/not-yours"
        await ask(bo, replay)
        await ask(bo, replay)
        assert len(await rows(url, schema.review_requests.c.id)) == 2
        # Whoever asks for less than is being made waits for that.
        other = await imported(bo, 3)
        assert (await ask(cy, other, "deep"))["place"] == 1
        assert (await ask(bo, other))["depth"] == "deep"
        third = await imported(cy, 4)
        assert (await ask(cy, third))["place"] == 2
        # One withdraws, the other still waits.
        assert (await cancel(ann, replay))["yours"] is False
        assert (await review(bo, replay))["yours"] is True
        assert (await cancel(cy, third))["status"] == "none"
        assert (await cancel(cy, third))["status"] == "none", "nothing is left to cancel"
        await until_true(lambda: len(server.app.review_queue.pids()) == 1)
        pids = server.app.review_queue.pids()
        assert (await cancel(bo, replay))["status"] == "none"
        await until_true(lambda: server.app.review_queue.pids() != pids)
        gate.touch()
        await until(bo, other, "done")
        # It was not spoilt by being cancelled.
        await ask(ann, replay)
        await until(ann, replay, "done")


@live
async def test_a_restart_loses_nothing(url: str, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    options = {"config": ServerConfig(reviews=ReviewsConfig(processes=2)), **gated(gate)}
    async with running(tmp_path, url=url, **options) as server, person(server, "Ann") as ann:
        first, second = await imported(ann), await imported(ann, 2)
        await ask(ann, first)
        await ask(ann, second)
        await until(ann, first, "running")
    assert {status for (status,) in await rows(url, schema.reviews.c.status)} == {"waiting"}
    await _mark_running(url, first, "a process that was killed")
    gate.touch()
    async with running(tmp_path, url=url, **options) as server:
        ann = ann.sent_to(server)
        assert await until(ann, first, "done")
        assert await until(ann, second, "done")
        await ann.client.aclose()
    requests = schema.review_requests.c
    assert {active for (active,) in await rows(url, requests.active)} == {False}
    assert all(seconds > 0 for (seconds,) in await rows(url, requests.seconds))


@live
async def test_a_process_that_is_killed_is_replaced_once(url: str, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with (
        running(tmp_path, url=url, **gated(gate)) as server,
        person(server, "Ann") as ann,
    ):
        queue = server.app.review_queue
        replay = await imported(ann)
        await ask(ann, replay)
        await _kill(server)
        gate.touch()
        await until(ann, replay, "done")
        gate.unlink()
        await ask(ann, replay, "deep")
        await _kill(server)
        await _kill(server)
        failed = await until(ann, replay, "failed", "deep")
        assert failed["code"] == "review/failed"
        await until_true(lambda: not queue.jobs)
        assert (await review(ann, replay))["status"] == "done", "the standard one is there"
        # Asking again tries again.
        gate.touch()
        await ask(ann, replay, "deep")
        await until(ann, replay, "done", "deep")


def _busy(server: Server) -> list[ReviewProcess]:
    """The processes that make reviews."""
    jobs = server.app.review_queue.jobs.values()
    return [process for job in jobs for process in job.running.values() if process is not None]


async def _kill(server: Server) -> None:
    """Kill the process that makes a review, as soon as there is one, and wait for the queue."""
    await until_true(lambda: _busy(server))
    (process,) = _busy(server)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    await until_true(lambda: process not in _busy(server))


class _SeemsAlive(ReviewProcess):
    """As on a busy machine, where a process that was killed is not known to have ended yet."""

    @property
    def alive(self) -> bool:
        return True


@live
async def test_a_process_that_was_killed_is_lost_once(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    new_process = partial(_SeemsAlive, partial(review_at_gate, gate))
    async with (
        running(tmp_path, new_review_process=new_process) as server,
        person(server, "Ann") as ann,
    ):
        replay = await imported(ann)
        await ask(ann, replay)
        await _kill(server)
        gate.touch()
        await until(ann, replay, "done")


@live
async def test_a_review_that_cannot_be_put_together_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = write_record(played(HANABI, 1))

    def put_some_together(record: MatchRecord, *rest: Any) -> Review:
        if write_record(record) == broken:
            raise ZeroDivisionError
        return put_together(record, *rest)

    monkeypatch.setattr(job, "put_together", put_some_together)
    async with running(tmp_path, **quick()) as server, person(server, "Ann") as ann:
        first, second = await imported(ann, 1), await imported(ann, 2)
        await ask(ann, first)
        await ask(ann, second)
        assert (await until(ann, first, "failed"))["code"] == "review/failed"
        await until(ann, second, "done")
        assert not server.app.review_queue.jobs


@live
async def test_a_review_is_compressed_for_those_who_take_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, **quick()) as server, person(server, "Ann") as ann:
        replay = await imported(ann)
        await ask(ann, replay)
        done = await until(ann, replay, "done")
        monkeypatch.setattr(reviews, "_SMALL", 100)
        link = f"/api/replays/{replay}/review"
        packed = await ann.client.get(link)
        assert (packed.json(), packed.headers["content-encoding"]) == (done, "gzip")
        plain = await ann.client.get(link, headers={"accept-encoding": "identity"})
        assert (plain.json(), "content-encoding" in plain.headers) == (done, False)


@live
async def test_a_long_match_gets_no_deep_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        replay = await imported(ann)
        assert (await review(ann, replay))["depths"] == ["standard", "deep"]
        monkeypatch.setattr(desk, "_MAX_DEEP_PLIES", 0)
        assert (await review(ann, replay))["depths"] == ["standard"]
        refused = await ask(ann, replay, "deep")
        assert (refused["code"], refused["where"]) == ("review/off", "depth")


@live
async def test_too_many_wishes_are_refused(tmp_path: Path) -> None:
    limits = ReviewsConfig(waiting_per_person=2, per_day_per_person=3, deep=False)
    gate = tmp_path / "gate"
    async with (
        running(tmp_path, config=ServerConfig(reviews=limits), **gated(gate)) as server,
        person(server, "Ann") as ann,
    ):
        replays = [await imported(ann, seed) for seed in range(4)]
        refused = await ask(ann, replays[0], "deep")
        assert (refused["code"], refused["where"]) == ("review/off", "depth")
        await ask(ann, replays[0])
        await ask(ann, replays[1])
        refused = await ask(ann, replays[2])
        assert (refused["code"], refused["retry_after"]) == ("quota/reviews", 60)
        await cancel(ann, replays[1])
        await ask(ann, replays[2])
        await cancel(ann, replays[2])
        refused = await ask(ann, replays[3])
        assert refused["code"] == "quota/reviews"
        assert 86_000 < refused["retry_after"] <= 86_400
        gate.touch()
        await until(ann, replays[0], "done")
        # What is there costs nobody anything.
        assert (await ask(ann, replays[0]))["status"] == "done"


@live
async def test_addresses_and_networks_have_quotas_too(tmp_path: Path) -> None:
    limits = ReviewsConfig(waiting_per_address=1, per_day_per_address=0)
    options: Any = {"config": ServerConfig(reviews=limits), **gated(tmp_path / "gate")}
    proxies = TrustedProxies(["127.0.0.1"])
    async with running(tmp_path, proxies=proxies, **options) as server, person(server, "A") as ann:
        replays = [await imported(ann, seed) for seed in range(10)]
        for number in range(8):
            async with person(server, "Bo") as bo:
                home = f"2001:db8:0:{number}::1"
                bo.client.headers["x-forwarded-for"] = home
                assert (await ask(bo, replays[number]))["status"] in ("waiting", "running")
                assert (await ask(bo, replays[9]))["code"] == "quota/reviews"
        async with person(server, "Cy") as cy:
            cy.client.headers["x-forwarded-for"] = "2001:db8:0:99::1"
            assert (await ask(cy, replays[8]))["code"] == "quota/reviews"
            cy.client.headers["x-forwarded-for"] = "2001:db8:7:99::1"
            assert (await ask(cy, replays[8]))["status"] == "waiting"


def test_addresses_and_then_their_people_take_turns() -> None:
    def review(number: int, share: str, person: str, node: str | None = None) -> PendingReview:
        return PendingReview(ReviewKey(f"r{number}", "standard"), node, number, "", person, share)

    club = [review(n, "club", "Ann") for n in (1, 2, 3)] + [review(4, "club", "Bo")]
    home = [review(5, "home", "Cy"), review(6, "home", "Cy")]
    pending = PendingReviews([*club, *home], [])
    order = [each.key.replay_id for each in in_turn(pending, pending.reviews)]
    assert order == ["r1", "r5", "r4", "r6", "r2", "r3"]
    # What was spent today counts, and so does what is being made.
    spent = pending._replace(spent=[SpentSeconds("club", "Ann", 100.0)])
    assert next(in_turn(spent, spent.reviews)).key.replay_id == "r5"
    busy = [review(0, "club", "Ann", "a process"), *pending.reviews]
    waiting = [each for each in busy if each.node is None]
    order = [each.key.replay_id for each in in_turn(PendingReviews(busy, []), waiting)]
    assert order[:3] == ["r5", "r4", "r6"]


@live
async def test_todays_deal_is_reviewed_for_those_who_have_played_it(tmp_path: Path) -> None:
    clock = Clock(wall_clock=NoonClock().wall_clock)
    async with (
        running(tmp_path, clock=clock, **quick()) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = (await ann.request("POST", f"/api/daily/{HANABI}"))["id"]
        async with ann.at(table) as line:
            await play_out(line)
        replay = await replay_of(server, table)
        await ask(ann, replay)
        await until(ann, replay, "done")
        assert (await review(bo, replay))["code"] == "daily/sealed"
        assert (await ask(bo, replay))["code"] == "daily/sealed"
        assert (await cancel(bo, replay))["code"] == "daily/sealed"


@live
async def test_what_cannot_be_reviewed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = ServerConfig(reviews=ReviewsConfig(enabled=False))
    async with (
        running(tmp_path, **quick()) as server,
        person(server, "Ann") as ann,
        person(server) as nobody,
    ):
        assert (await review(ann, "nothing"))["code"] == "replay/unknown"
        assert (await ask(ann, "nothing"))["code"] == "replay/unknown"
        table = await ann.open_table(HANABI, "me", "casual", start=True)
        unfinished = replay_id(table)
        assert (await review(ann, unfinished))["code"] == "replay/unknown"
        assert (await ask(ann, unfinished))["code"] == "replay/unknown"
        replay = await imported(ann)
        with monkeypatch.context() as without_kernels:
            without_kernels.setattr(hanabi_review, "is_installed", lambda _: False)
            assert (await ask(ann, replay))["code"] == "review/unsupported"
        assert (await ask(ann, replay, "very"))["code"] == "request/invalid"
        forged = await open_record(ann, write_record(with_another_seal(played(HANABI, 5))))
        assert (await ask(ann, forged))["code"] == "record/seal"
        assert (await review(ann, forged))["status"] == "none"
        assert (await ask(nobody, replay))["code"] == "person/unknown"
        await ask(ann, replay)
        done = await until(ann, replay, "done")
        other = await imported(ann, 2)
    async with running(tmp_path, config=off, **quick()) as server:
        ann = ann.sent_to(server)
        assert await ask(ann, replay) == {**done, "depths": []}, "what is stored can be read"
        assert (await ask(ann, other))["code"] == "review/off"
        assert await review(ann, other) == {"status": "none", "depths": []}
        await ann.client.aclose()


# -- what is deleted, erased and backed up ---------------------------------------------------------


@live
async def test_reviews_go_with_their_replays_and_forget_who_asked(url: str, tmp_path: Path) -> None:
    reviews, requests = schema.reviews.c, schema.review_requests.c
    async with (
        running(tmp_path, url=url, **quick()) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await finished(ann, HANABI, "casual")
        replay = await replay_of(server, table)
        opened = await imported(bo)
        for each in (replay, opened):
            await ask(bo, each)
            await until(bo, each, "done")
        file = tmp_path / "backup.gz"
        await back_up(url, file)
        await bo.request("DELETE", "/api/me")
        assert await rows(url, reviews.replay_id) == [(replay,)]
        assert await rows(url, requests.id) == []
        assert {each for (each,) in await rows(url, schema.reviewed_seats.c.replay_id)} == {replay}
        assert (await review(ann, replay))["status"] == "done"
        await server.app.tables.delete(table)
        assert await rows(url, reviews.replay_id) == []
        assert await rows(url, schema.reviewed_seats.c.replay_id) == []
    elsewhere = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.db'}"
    await restore(elsewhere, file)
    assert sorted(await rows(elsewhere, reviews.replay_id)) == sorted([(replay,), (opened,)])
    assert [address for (address,) in await rows(elsewhere, requests.address)] == [None, None]


@live
async def test_a_deleted_match_ends_its_review(tmp_path: Path) -> None:
    async with (
        running(tmp_path, **gated(tmp_path / "gate")) as server,
        person(server, "Ann") as ann,
    ):
        table = await finished(ann, HANABI, "casual")
        replay = await replay_of(server, table)
        await ask(ann, replay)
        await until(ann, replay, "running")
        queue = server.app.review_queue
        await until_true(queue.pids)
        await server.app.tables.delete(table)
        await until_true(lambda: not queue.jobs and not queue.pids())
        assert (await review(ann, replay))["code"] == "replay/unknown"


# -- several processes -----------------------------------------------------------------------------


@live
async def test_any_process_makes_a_review_and_every_one_shows_it(
    shared: str, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    async with (
        running(tmp_path, url=shared, **gated(gate)) as one,
        person(one, "Ann") as ann,
    ):
        replays = [await imported(ann, seed) for seed in range(3)]
        await ask(ann, replays[0])
        await until(ann, replays[0], "running")
        async with running(tmp_path, url=shared, **gated(gate)) as other:
            there = ann.sent_to(other)
            # The first one is busy, so the second begins with what the first is asked for.
            await ask(ann, replays[1])
            await until_true(lambda: other.app.review_queue.jobs)
            assert (await review(there, replays[0]))["status"] == "running"
            # It is cancelled by way of the other.
            assert (await cancel(there, replays[0]))["status"] == "none"
            await until_true(lambda: not one.app.review_queue.jobs)
            await there.client.aclose()
        # The second leaves, and the first goes on.
        await until_true(lambda: one.app.review_queue.jobs)
        gate.touch()
        await until(ann, replays[1], "done")
        # A process that was killed leaves a claim behind.
        gate.unlink()
        await ask(ann, replays[2])
        await until(ann, replays[2], "running")
        await _mark_running(shared, replays[2], "a process that was killed")
        gate.touch()
        await until(ann, replays[2], "done")


async def _mark_running(url: str, replay: str, node: str) -> None:
    database = Database(url)
    columns = schema.reviews.c
    async with database.writing() as connection:
        await connection.execute(
            update(schema.reviews)
            .where(columns.replay_id == replay)
            .values(status="running", node=node)
        )
    await database.close()
