"""A database written by an earlier version: it opens, answers as before, and is played on.

`tests/fixtures/README.md` says how it was made.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Table, create_engine, inspect, select

from hanamichi.catalog import GAMES
from hanamichi.core.record import plain
from hanamichi.records import read_record, write_record
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append, rows_of
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.summary import StoredSummary
from hanamichi.server.table.entries import BranchPoint, decode, encode
from hanamichi.server.table.result import RESULTS
from hanamichi.server.table.state import load
from hanamichi.server.views.catalog import unfit_bots
from tests.server.live import live, person, play_out, running
from tests.server.record_database import FIXTURES, Recorded, read

VERSIONS = ("0.1",)


@pytest.fixture(params=VERSIONS)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> Recorded:
    """What is known of the database that is now in this test's folder."""
    packed = (FIXTURES / f"database-{request.param}.sqlite.gz").read_bytes()
    (tmp_path / "hanamichi.db").write_bytes(gzip.decompress(packed))
    known = gzip.decompress((FIXTURES / f"database-{request.param}.json.gz").read_bytes())
    return msgspec.json.decode(known, type=Recorded)


def rows(folder: Path, table: Table) -> list[dict[str, object]]:
    engine = create_engine(f"sqlite:///{folder / 'hanamichi.db'}")
    with engine.connect() as connection:
        there = {column["name"] for column in inspect(connection).get_columns(table.name)}
        query = select(*(column for column in table.columns if column.name in there))
        found = [dict(row) for row in connection.execute(query).mappings()]
    engine.dispose()
    return found


@pytest.mark.usefixtures("recorded")
def test_stored_json_is_encoded_to_the_same_bytes(tmp_path: Path) -> None:
    bodies = [str(row["body"]) for row in rows(tmp_path, schema.entries)]
    assert len({decode(body).__class__ for body in bodies}) == 17, "every kind of entry"
    for body in bodies:
        assert encode(decode(body)) == body
    stored = [
        *((row["summary"], StoredSummary) for row in rows(tmp_path, schema.tables)),
        *(
            (row["result"], RESULTS.of(str(row["game"])).stored)
            for row in rows(tmp_path, schema.finished)
        ),
        *((row["branch"], BranchPoint) for row in rows(tmp_path, schema.finished) if row["branch"]),
    ]
    for text, form in stored:
        assert msgspec.json.encode(msgspec.json.decode(str(text), type=form)).decode() == text
    (imported,) = rows(tmp_path, schema.imports)
    body = str(imported["body"])
    assert write_record(read_record(body.encode())).decode() == body


@pytest.mark.usefixtures("recorded")
@live
async def test_derived_rows_are_made_as_they_were(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path))
    finished = {row["table_id"]: row for row in rows(tmp_path, schema.finished)}
    for row in rows(tmp_path, schema.tables):
        stored = await storage.entries(str(row["id"]))
        table = load(str(row["id"]), stored, 0.0)
        made = rows_of(Append(tuple(stored), None, table))
        # The summary was last written when the seats or the settings changed.
        old, new = (
            msgspec.json.decode(str(row["summary"])),
            msgspec.json.decode(made.table["summary"]),
        )
        for seat in old["seats"]:
            seat["absent"] = False  # was true for every person of a match that was being played
        assert new | {"changed": old["changed"]} == old
        assert made.table | {"summary": row["summary"]} == row | {"due": table.due}
        assert without_reason(made.finished) == finished.get(table.id)
    await storage.close()


def without_reason(row: dict[str, object] | None) -> dict[str, object] | None:
    """A finished match without the reason why it does not count, which was not stored."""
    if row is None:
        return None
    result = {**msgspec.json.decode(str(row["result"]))}
    result.pop("unrated", None)
    return row | {"result": msgspec.json.encode(result).decode()}


@live
async def test_open_tables_are_listed(recorded: Recorded, tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path))
    await storage.open()
    (listed,) = await storage.open_tables(10, since=0)
    assert listed.summary.id == recorded.tables["open"]
    assert [seat.kind for seat in listed.summary.seats] == ["open", "open", "bot", "person"]
    await storage.close()


@live
async def test_everything_is_answered_as_before(recorded: Recorded, tmp_path: Path) -> None:
    unfit_bots.cache_clear()  # other tests seat bots of their own
    async with running(tmp_path) as server:
        for name, cookies in recorded.cookies.items():
            answers = await read(server, cookies, recorded.tables)
            assert answers.keys() == recorded.answers[name].keys()
            for path, answer in answers.items():
                assert as_before(answer) == recorded.answers[name][path], f"{path} for {name}"


def as_before(answer: str) -> str:
    """An answer without the options that later versions added, which have their defaults.

    And without what they added to messages: when a person is absent, what counts, the deal of the
    day, and what clues of variants depend on.
    """
    answer = re.sub(r'"clues":\[(?:\{[^]]*\]\},?)*\],', '"clues":[],', answer)
    answer = re.sub(r'"(absent_at|unrated|daily)":(null|\d+|"[a-z-]+"),', "", answer)
    answer = re.sub(r',"(last_clue|half_token)":(null|false|"[a-z]+")', "", answer)
    for game in GAMES.values():
        defaults = plain(game.options_type())
        for name in game.options_type.added_later:
            added = f'"{name}":{json.dumps(defaults[name])}'
            answer = answer.replace(f"{added},", "").replace(f",{added}", "")
    return answer


@live
async def test_matches_are_played_to_their_end(recorded: Recorded, tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as ann, person(server) as bo:
        ann.client.cookies.update(recorded.cookies["Ann"])
        bo.client.cookies.update(recorded.cookies["Bo"])
        for name in ("playing", "clocked", "branch"):
            table = recorded.tables[name]
            async with ann.at(table) as anns, bo.at(table) as bos:
                if name == "playing":
                    assert anns.notes == {"1": "maybe a five"}
                lines = [line for line in (anns, bos) if line.you["seat"] is not None]
                await play_out(*lines)
                assert anns.table["status"] == "over"
            replay = anns.table["replay"]
            assert (await ann.request("GET", f"/api/replays/{replay}"))["plies"] > 0
        async with bo.at(recorded.tables["open"]) as line:
            await line.ok("sit")
        async with ann.at(recorded.tables["lesson"]) as line:
            await line.ok("propose", what="take-back", ply=line.table["lesson"]["back_to"])
            await line.until(lambda: line.table["lesson"]["expected"] is not None)
            assert (await line.move(line.table["lesson"]["expected"]))["type"] == "ack"
            await line.until(lambda: line.table["lesson"]["step"] == 2)
