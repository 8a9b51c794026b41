"""The database: append-only, all or nothing, the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec import structs
from sqlalchemy import Connection, MetaData, text

from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import migrations
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.connections import newest_revision, sqlite_url
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.storage.errors import Conflict, StorageError
from hanamichi.server.storage.schema import CLUSTER_METADATA, CONTROL_METADATA, METADATA
from hanamichi.server.table.entries import Stored, decode, encode, stored_run
from hanamichi.server.table.state import load
from tests.server.live import live, person, play_out, running
from tests.server.table_harness import ANN, BO, TableHarness, koikoi_for_two

OPEN_DATABASE = """
import asyncio, sys
from hanamichi.server.storage.database import Database
asyncio.run(Database(sys.argv[1]).open())
print("alembic" in sys.modules)
"""


def appends_of(harness: TableHarness) -> list[Append]:
    """The appends of a live table, entry by entry."""
    done = []
    for n in range(1, len(harness.stored) + 1):
        before = load("t", harness.stored[: n - 1], 0.0) if n > 1 else None
        done.append(Append((harness.stored[n - 1],), before, load("t", harness.stored[:n], 0.0)))
    return done


@live
async def test_stored_entries_are_read_back(url: str) -> None:
    harness = koikoi_for_two()
    for _ in range(5):
        harness.move_any(harness.actor_to_move())
    storage = Database(url)
    await storage.open()
    for append in appends_of(harness):
        await storage.append(append)
    assert await storage.entries("t") == harness.stored
    assert await storage.entries("other") == []
    assert await storage.unfinished() == ["t"]
    (listed,) = await storage.tables_of("bo", 10)
    assert (listed.seat, listed.to_act) == (1, harness.table.to_act)
    assert await storage.tables_of("cy", 10) == []
    assert await storage.open_tables(10, since=0) == []
    await storage.close()


@live
async def test_old_open_tables_are_not_listed(url: str) -> None:
    storage = Database(url)
    await storage.open()
    (opened,) = appends_of(TableHarness("hanabi/cocktail", "me", "open", listed=True))
    await storage.append(opened)
    assert len(await storage.open_tables(10, since=opened.after.changed)) == 1
    assert await storage.open_tables(10, since=opened.after.changed + 1) == []
    await storage.close()


@live
async def test_no_seq_is_stored_twice(url: str) -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    first, second = appends_of(harness)
    storage = Database(url)
    await storage.open()
    await storage.append(first)
    with pytest.raises(Conflict):
        await storage.append(first)
    await storage.append(second)
    with pytest.raises(Conflict):
        await storage.append(second)
    forged = second._replace(before=second.after)
    with pytest.raises(Conflict):
        await storage.append(forged)
    assert len(await storage.entries("t")) == 2
    await storage.close()


@live
async def test_several_tables_are_stored_together_or_not_at_all(url: str) -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    (first,) = appends_of(harness)
    other = first._replace(after=structs.replace(first.after, id="u"))
    storage = Database(url)
    await storage.open()
    with pytest.raises(Conflict):
        await storage.append(first, other, first)
    assert await storage.entries("t") == []
    assert await storage.entries("u") == []
    await storage.append(first, other)
    assert len(await storage.entries("u")) == 1
    await storage.close()


@live
async def test_of_two_concurrent_writers_one_wins(url: str) -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    first, second = appends_of(harness)
    storages = [Database(url), Database(url)]
    await storages[0].open()
    await storages[0].append(first)
    results = await asyncio.gather(
        *(storage.append(second) for storage in storages), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) in (
        ["Conflict", "NoneType"],
        ["NoneType", "StorageError"],
    )
    for storage in storages:
        await storage.close()


@live
async def test_people_and_notes(url: str) -> None:
    storage = Database(url)
    await storage.open()
    harness = TableHarness("hanabi/cocktail", "me", "open")
    await storage.append(*appends_of(harness))
    await storage.add_person(Person("p", None), "hash", 1)
    assert await storage.find_person("hash") == Person("p", None)
    assert await storage.find_person("other") is None
    await storage.rename_person("p", "🎆 שרה")
    assert await storage.find_person("hash") == Person("p", "🎆 שרה")
    with pytest.raises(Conflict):
        await storage.add_person(Person("q", None), "hash", 1)
    await storage.write_note("t", "p", "1", "one", at_most=1)
    await storage.write_note("t", "p", "1", "two", at_most=1)
    with pytest.raises(Refused):
        await storage.write_note("t", "p", "2", "three", at_most=1)
    assert await storage.notes("t", "p") == {"1": "two"}
    await storage.write_note("t", "p", "1", "", at_most=1)
    assert await storage.notes("t", "p") == {}
    await storage.close()


@live
async def test_the_migrations_make_the_schema(url: str) -> None:
    storage = Database(url)
    await storage.open()
    await storage.open()
    everything = MetaData()
    parts = [METADATA, CONTROL_METADATA, *([CLUSTER_METADATA] if storage.shared else [])]
    for part in parts:
        for table in part.tables.values():
            table.to_metadata(everything)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), everything))

    async with storage._engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await storage.close()


@live
async def test_a_whole_match_on_either_database(url: str, tmp_path: Path) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        table = await ann.open_table("koikoi/nintendo", "me", "regular", options={"rounds": 1})
        async with ann.at(table) as line:
            await line.ok("start")
            await line.until(lambda: line.position is not None)
            await play_out(line)
            assert line.table["status"] == "over"


@live
async def test_text_that_cannot_be_stored_is_refused_on_either_database(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        for address in ("/api/tables/%00", "/api/replays/%00", "/api/me/matches?before=%00"):
            assert (await ann.client.get(address)).status_code < 500
        async with ann.connected("%00") as line:
            assert await line.until_closed() == 4404
        async with ann.at(table) as line:
            for note in ({"key": "1", "text": "a\0b"}, {"key": "\0", "text": "b"}):
                if (answer := await line.send("note", **note))["type"] == "error":
                    assert answer["code"] == "frame/malformed"
            assert (await line.send("ping", id="a\0b"))["type"] == "ack"
    assert "storage failed" not in caplog.text


@live
async def test_errors_hold_no_rows(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path))
    with pytest.raises(StorageError) as caught:
        await storage.add_person(Person("secret-person", "Ann"), "secret-hash", 1)
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
    await storage.close()


@live
async def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path))
    async with storage._engine.connect() as connection:
        journal = await connection.scalar(text("PRAGMA journal_mode"))
        synchronous = await connection.scalar(text("PRAGMA synchronous"))
    assert (journal, synchronous) == ("wal", 2)
    await storage.close()


def test_entries_are_decoded_as_they_were_encoded() -> None:
    harness = koikoi_for_two(clock={"bank": 60, "increment": 5})
    key = harness.do(ANN, "link-seat").seat_key
    harness.do(ANN._replace(person="phone"), "use-seat-link", key=key)
    for _ in range(3):
        harness.move_any(harness.actor_to_move())
    harness.do(ANN, "propose", what="take-back")
    harness.do(BO, "answer", agree=True)
    harness.do(BO, "leave")
    harness.do(ANN, "stand-in", seat=1, bot="regular")
    harness.do(BO, "come-back")
    for seq, at, entry in harness.stored:
        assert Stored(seq, at, decode(encode(entry))) == Stored(seq, at, entry)
    assert stored_run([], 3, 1) == ()


@live
async def test_the_reason_why_a_database_cannot_be_opened_is_given(postgres: str) -> None:
    storage = Database(postgres.replace("/postgres?", "/nowhere?"))
    with pytest.raises(StorageError, match="InvalidCatalogNameError"):
        await storage.open()
    await storage.close()


def test_the_newest_revision_is_found_without_alembic() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_current_head() == newest_revision()


def test_alembic_is_loaded_only_to_migrate(tmp_path: Path) -> None:
    """It would take a tenth of a second of every start."""
    command = [sys.executable, "-c", OPEN_DATABASE, sqlite_url(tmp_path)]
    said = [subprocess.check_output(command, text=True).strip() for _ in range(2)]
    assert said == ["True", "False"]
