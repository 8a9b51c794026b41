"""A person's own data: matches, statistics, records, and erasing it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import httpx
import msgspec
import pytest
from sqlalchemy import Connection, insert, select, text

from hanamichi.koikoi import Yaku
from hanamichi.records import read_record
from hanamichi.server.application import Application
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.rate_limits import DEFAULT_LIMITS
from hanamichi.server.ops.token_bucket import Rate
from hanamichi.server.replays import history
from hanamichi.server.replays.statistics import statistics
from hanamichi.server.storage import archive, schema
from hanamichi.server.storage.archive import Archive, decode_counted
from hanamichi.server.storage.backup import back_up, restore
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.summary import encode_summary
from hanamichi.server.table.entries import encode
from hanamichi.server.table.hanabi_results import StoredHanabiResult
from hanamichi.server.table.koikoi_results import StoredKoiKoiResult
from hanamichi.server.table.result import RESULTS, CountedMatch, replay_id
from hanamichi.server.table.result import finished as summed_up
from hanamichi.server.table.state import Table, load
from tests.server.finished_matches import all_frames, finished, replay_of
from tests.server.live import live, person, play_out, running
from tests.server.table_harness import ANN, BO, TableHarness, hanabi_for_two, koikoi_for_two

# -- what a match comes to -------------------------------------------------------------------------


def played_out(harness: TableHarness) -> Table:
    while harness.table.to_act is not None:
        harness.move_any(harness.actor_to_move())
    return harness.table


def test_the_result_of_a_hanabi_game() -> None:
    table = played_out(hanabi_for_two())
    sum_ = summed_up(table)
    assert isinstance(sum_.result, StoredHanabiResult)
    assert table.ending is not None
    assert sum_.result.score == table.ending.scores[0]
    assert (sum_.result.maximum, sum_.plies) == (25, table.ply)
    assert sum_.counts


def test_the_result_of_a_koikoi_match() -> None:
    table = played_out(koikoi_for_two())
    result = summed_up(table).result
    assert isinstance(result, StoredKoiKoiResult)
    assert result.rounds == 2
    assert sum(result.rounds_won) <= 2
    assert [bool(won) for won in result.rounds_won] == [bool(yaku) for yaku in result.yaku]


def test_an_agreed_end_does_not_count_and_a_timeout_does() -> None:
    voted = hanabi_for_two()
    voted.do(ANN, "propose", what="end-match")
    voted.do(BO, "answer", agree=True)
    assert not summed_up(voted.table).counts
    late = koikoi_for_two(clock={"bank": 10})
    late.now += 60
    late.expire()
    sum_ = summed_up(late.table)
    assert isinstance(sum_.result, StoredKoiKoiResult)
    assert (sum_.result.reason, sum_.counts, sum_.result.winners) == ("timeout", True, (1,))


def koikoi(seat: int, *scores: int, yaku: dict[Yaku, int] | None = None) -> CountedMatch[Any]:
    first, second = scores
    winners = () if first == second else (0,) if first > second else (1,)
    won = (yaku or {}, {}) if seat == 0 else ({}, yaku or {})
    result = StoredKoiKoiResult(
        reason="rules",
        scores=(first, second),
        winners=winners,
        rounds=3,
        rounds_won=(2, 1),
        yaku=won,
    )
    return CountedMatch(f"k{first}{second}", "koikoi/nintendo", 1, seat, result)


def hanabi(
    score: int, preset: str = "hanabi/cocktail", result: Any = "scored"
) -> CountedMatch[Any]:
    outcome = StoredHanabiResult(reason="rules", result=result, score=score, maximum=25)
    return CountedMatch(f"h{score}", preset, score, 0, outcome)


def test_statistics_by_edition() -> None:
    sums: Any = statistics(
        [
            hanabi(20),
            hanabi(25, result="won"),
            hanabi(0, result="lost"),
            hanabi(12, "hanabi/online"),
            koikoi(0, 5, 3, yaku={Yaku.FLOWER_VIEWING: 2}),
            koikoi(1, 5, 3, yaku={Yaku.PLAINS: 1, Yaku.FLOWER_VIEWING: 1}),
            koikoi(1, 4, 4),
        ]
    )
    first, second = sums.hanabi
    assert (first.preset, first.games, first.won, first.lost) == ("hanabi/cocktail", 3, 1, 1)
    assert (first.best, first.mean) == (25, 15.0)
    assert [point.score for point in first.scores] == [20, 25, 0]
    assert second.preset == "hanabi/online"
    (box,) = sums.koikoi
    assert (box.matches, box.won, box.drawn, box.lost) == (3, 1, 1, 1)
    assert (box.points, box.points_against) == (12, 12)
    assert (box.rounds, box.rounds_won) == (9, 4)
    assert [(count.yaku, count.rounds) for count in sums.yaku] == [
        (Yaku.FLOWER_VIEWING, 3),
        (Yaku.PLAINS, 1),
    ]


# -- over HTTP -------------------------------------------------------------------------------------


@live
async def test_a_person_sees_only_their_own_matches(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server) as nobody,
    ):
        first = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        second = await finished(ann, "hanabi/cocktail", "random")
        await ann.open_table("hanabi/cocktail", "me", "open")
        mine = await ann.request("GET", "/api/me/matches")
        assert [match["preset"] for match in mine["matches"]] == [
            "hanabi/cocktail",
            "koikoi/nintendo",
        ]
        assert not mine["more"]
        assert mine["matches"][0]["replay"] == await replay_of(server, second)
        assert mine["matches"][0]["result"]["game"] == "hanabi"
        assert mine["matches"][1]["result"]["rounds"] == 1
        assert [seat["name"] for seat in mine["matches"][1]["seats"]] == ["Ann", "random"]
        before = mine["matches"][0]["replay"]
        rest = await ann.request("GET", f"/api/me/matches?before={before}")
        assert [match["replay"] for match in rest["matches"]] == [await replay_of(server, first)]
        for other in (bo, nobody):
            assert await other.request("GET", "/api/me/matches") == {"matches": [], "more": False}
            sums = await other.request("GET", "/api/me/statistics")
            assert sums == {"hanabi": [], "koikoi": [], "yaku": []}
            assert (await other.client.get("/api/me/records")).content == b""
        sums = await ann.request("GET", "/api/me/statistics")
        assert [box["games"] for box in sums["hanabi"]] == [1]
        assert [box["matches"] for box in sums["koikoi"]] == [1]


@live
async def test_a_branch_is_listed_but_does_not_count(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        link = await replay_of(server, table)
        body = {"ply": 2, "seat": 0, "cards": "same", "bot": "random"}
        made = await ann.request("POST", f"/api/replays/{link}/branches", body)
        async with ann.at(made["id"]) as line:
            await play_out(line)
        mine = (await ann.request("GET", "/api/me/matches"))["matches"]
        assert [bool(match["branch"]) for match in mine] == [True, False]
        sums = await ann.request("GET", "/api/me/statistics")
        assert [box["matches"] for box in sums["koikoi"]] == [1]


@live
async def test_a_persons_records_one_per_line(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        tables = [
            await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1}, seed=n)
            for n in range(2)
        ]
        answer = await ann.client.get("/api/me/records")
        assert answer.headers["content-type"].startswith("application/jsonl")
        assert "attachment" in answer.headers["content-disposition"]
        records = [read_record(line) for line in answer.content.splitlines()]
        for record, table in zip(records, tables, strict=True):
            kept = await ann.client.get(f"/api/tables/{table}/record")
            assert record == read_record(kept.content)


@live
async def test_who_leaves_during_a_download_costs_no_connection_to_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    began, reads = asyncio.Event(), asyncio.Event()
    original = Archive.tables_finished_by

    async def slowly(archive: Archive, person: str) -> list[str]:
        async with archive._storage.reading():
            began.set()
            await reads.wait()
            return await original(archive, person)

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        monkeypatch.setattr(Archive, "tables_finished_by", slowly)
        with pytest.raises(httpx.ReadTimeout):
            await ann.client.get("/api/me/records", timeout=0.2)
        assert began.is_set()
        await asyncio.sleep(0.1)  # the server notices that nobody reads
        reads.set()
        monkeypatch.undo()
        assert (await ann.client.get("/api/me/records")).content == b""
    assert not [record for record in caplog.records if record.exc_info]


@live
async def test_statistics_of_many_matches_do_not_delay_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are decoded in a thread, in turn with the replays, and cost what they take."""
    limits = DEFAULT_LIMITS._replace(person_work=Rate(3.5, 0.001))
    async with running(tmp_path, limits=limits) as server, person(server, "Ann") as ann:
        async with server.app.database.reading() as connection:
            (known,) = (await connection.execute(select(schema.people.c.id))).scalars()
        await store_matches(server.app.database, known, 120)
        threads: list[bool] = []
        queue = server.app.library.queue

        def decode(rows: Iterable[archive.AnyRow]) -> list[CountedMatch[Any]]:
            threads.append(threading.current_thread() is threading.main_thread())
            assert queue.busy == 1
            return decode_counted(rows)

        monkeypatch.setattr(history, "decode_counted", decode)
        sums = await ann.request("GET", "/api/me/statistics")
        assert [box["matches"] for box in sums["koikoi"]] == [120]
        assert threads == [False]
        refused = await ann.client.get("/api/me/statistics")
        assert refused.json()["code"] == "request/too-many"
        refused = await ann.client.get("/api/me/records")
        assert refused.json()["code"] == "request/too-many"


def test_a_decoder_of_results_is_made_once() -> None:
    assert archive._decoder("koikoi") is archive._decoder("koikoi")


async def store_matches(storage: Database, known: str, number: int) -> None:
    """Store many finished matches of a person, all alike."""
    table = played_out(koikoi_for_two())
    row, summary = summed_up(table).row(), encode_summary(table)
    values = {"status": "over", "listed": False, "seq": 1, "created": 1, "changed": 1}
    async with storage.writing() as connection:
        for each in (f"t{index}" for index in range(number)):
            table_row = insert(schema.tables).values(id=each, summary=summary, **values)
            await connection.execute(table_row)
            seating = insert(schema.seatings).values(table_id=each, person_id=known, seat=0)
            await connection.execute(seating)
            result = insert(schema.finished).values(**{**row, "table_id": each, "replay_id": each})
            await connection.execute(result)


# -- erasing a person ------------------------------------------------------------------------------


async def everything_in(storage: Database) -> str:
    """Every row of the database as text."""
    async with storage.reading() as connection:
        rows = [
            str(row)
            for table in schema.METADATA.sorted_tables
            for row in (await connection.execute(table.select())).all()
        ]
    return "\n".join(rows)


@live
async def test_erasing_a_person_removes_their_name_and_breaks_no_replay(
    tmp_path: Path,
) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Zebulon") as ann,
        person(server, "Bo") as bo,
    ):
        over = await ann.open_table("koikoi/nintendo", "me", "open", options={"rounds": 1})
        async with ann.at(over) as first, bo.at(over) as second:
            await second.ok("sit")
            await first.ok("start")
            await first.ok("note", key="1", text="secret plan")
            await ann.request("PUT", "/api/me", {"name": "Zebulon the Great"})
            await first.ok("link-seat")
            await play_out(first, second)
        link = await replay_of(server, over)
        before = await all_frames(bo, link, seat=1)
        record = read_record((await bo.client.get(f"/api/replays/{link}/record")).content)
        running_table = await bo.open_table("hanabi/cocktail", "me", "open")
        open_table = await ann.open_table("hanabi/cocktail", "me", "open", listed=True)
        visited = await bo.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(visited) as line:
            await line.ok("sit")
            await line.ok("leave")
        imported = await ann.client.post(
            "/api/replays",
            content=(await ann.client.get(f"/api/replays/{link}/record")).content,
        )
        async with bo.at(running_table) as line, ann.at(running_table) as hers:
            await hers.ok("sit")
            await line.ok("start")
            await line.until(lambda: line.position is not None)
            answer = await ann.client.request("DELETE", "/api/me")
            assert (answer.status_code, answer.json()) == (200, {"name": None})
            assert "hanamichi=" in answer.headers["set-cookie"]
            assert ann.client.cookies.get("hanamichi") is None
            await line.until(lambda: line.table["seats"][1]["name"] is None)
            assert line.table["seats"][1]["absent"]
            await hers.until_closed()
            await line.ok("stand-in", seat=1, bot="random")
            await play_out(line)
        kept = await everything_in(server.app.database)
        assert "Zebulon" not in kept
        assert "secret plan" not in kept
        info = await bo.request("GET", f"/api/tables/{open_table}")
        assert [seat["kind"] for seat in info["seats"]] == ["open", "open"]
        found = await bo.request("GET", f"/api/replays/{imported.json()['id']}")
        assert found["code"] == "replay/unknown"
        # The matches of the others stay.
        told = await bo.request("GET", f"/api/replays/{link}?seat=1")
        assert [seat["name"] for seat in told["table"]["seats"]] == [None, "Bo"]
        assert await all_frames(bo, link, seat=1) == before
        anonymous = read_record((await bo.client.get(f"/api/replays/{link}/record")).content)
        assert anonymous == msgspec.structs.replace(record, players=("Player 1", "Bo"))
        mine = (await bo.request("GET", "/api/me/matches"))["matches"]
        assert [seat["name"] for seat in mine[-1]["seats"]] == [None, "Bo"]
    # The same after a restart, when everything is loaded again.
    async with running(tmp_path) as server, person(server) as guest:
        told = await guest.request("GET", f"/api/replays/{link}")
        assert [seat["name"] for seat in told["table"]["seats"]] == [None, "Bo"]


@live
async def test_a_device_is_erased_without_its_seat(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Phone") as phone,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        async with ann.at(table) as line, phone.at(table) as other:
            answer = await line.ok("link-seat")
            await other.ok("use-seat-link", key=answer["url"].rpartition("=")[2])
            await phone.client.request("DELETE", "/api/me")
            await other.until_closed()
            await play_out(line)
            assert line.table["seats"][0]["name"] == "Ann"
        assert len((await ann.request("GET", "/api/me/matches"))["matches"]) == 1


@live
async def test_erasing_without_a_cookie_is_harmless(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as nobody:
        assert await nobody.request("DELETE", "/api/me") == {"name": None}


# -- a database of before --------------------------------------------------------------------------


def to_revision(connection: Connection, revision: str) -> None:
    config = alembic.config.Config()
    folder = Path(schema.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, revision)


async def old_database(
    url: str, *harnesses: tuple[str, TableHarness], revision: str = "0001"
) -> None:
    """A database as the first version left it, or a later one."""
    storage = Database(url)
    async with storage.writing() as connection:
        await connection.run_sync(to_revision, revision)
        for table_id, harness in harnesses:
            table = load(table_id, harness.stored, 0.0)
            await connection.execute(
                insert(schema.tables).values(
                    id=table_id,
                    status=table.status,
                    listed=False,
                    seq=table.seq,
                    to_act=table.to_act,
                    created=1,
                    changed=1,
                    summary=encode_summary(table),
                )
            )
            for seq, at, entry in harness.stored:
                values = {"table_id": table_id, "seq": seq, "at": at, "body": encode(entry)}
                await connection.execute(insert(schema.entries).values(**values))
            for seat, table_seat in enumerate(table.seats):
                row = {"table_id": table_id, "person_id": table_seat.person, "seat": seat}
                await connection.execute(insert(schema.seatings).values(**row))
        tables = await connection.execute(text("SELECT * FROM alembic_version"))
        assert tables.scalar() == revision
    await storage.close()


@live
async def test_results_missing_from_old_databases_are_stored(tmp_path: Path) -> None:
    over, running_, broken = koikoi_for_two(), koikoi_for_two(), hanabi_for_two()
    played_out(over)
    played_out(broken)
    await old_database(sqlite_url(tmp_path), ("over", over), ("on", running_), ("bad", broken))
    storage = Database(sqlite_url(tmp_path))
    async with storage.writing() as connection:
        await connection.execute(text("UPDATE entries SET body = '{}' WHERE table_id = 'bad'"))
    await storage.open()
    app = Application(storage)
    await app.history.store_missing_results()
    results = Archive(storage)
    assert await results.without_result(10) == ["bad"]
    (match,) = await results.matches_of("ann", 10, None)
    assert match.replay == replay_id("over")
    result = summed_up(over.table).result
    assert match.result == RESULTS.of(over.table.settings.game).message(result)
    match_replay = await app.library.find(replay_id("over"), Served("here", None))
    assert match_replay.plies == over.table.ply
    for wanted in (replay_id("on"), replay_id("bad")):
        assert await results.find(wanted) is None
    await app.close()


@live
async def test_a_backup_restores_results_and_imported_records(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    async with running(here) as server, person(server, "Ann") as ann:
        link = await replay_of(
            server, await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        )
        record = (await ann.client.get(f"/api/replays/{link}/record")).content
        opened = (await ann.client.post("/api/replays", content=record)).json()["id"]
        await back_up(sqlite_url(here), tmp_path / "backup")
    for _ in range(2):  # restoring twice changes nothing
        await restore(sqlite_url(there), tmp_path / "backup")
    async with running(there) as server, person(server) as guest:
        for wanted in (link, opened):
            told = await guest.request("GET", f"/api/replays/{wanted}")
            assert told["id"] == wanted
