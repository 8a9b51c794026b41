"""Backups: taken while a server runs, restored completely or not at all, on either database."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, insert, select, update

from hanamichi.catalog import game_by_id
from hanamichi.cli import main
from hanamichi.core import replay
from hanamichi.records import read_record
from hanamichi.server.storage import schema
from hanamichi.server.storage.backup import BackupError, Restored, back_up, restore
from hanamichi.server.storage.connections import migrate, sqlite_url
from hanamichi.server.storage.database import Database
from tests.server.live import live, person, running
from tests.server.table_harness import koikoi_for_two
from tests.server.test_quotas import imported, options, records
from tests.server.test_serve import of_a_newer_hanamichi
from tests.server.test_storage import appends_of


async def filled(url: str) -> None:
    """A database with a person and a match."""
    storage = Database(url)
    await storage.open()
    for append in appends_of(koikoi_for_two()):
        await storage.append(append)
    await storage.write_note("t", "ann", "3", "keep it", at_most=5)
    await storage.close()


async def contents(url: str) -> object:
    storage = Database(url)
    try:
        return await storage.entries("t"), await storage.notes("t", "ann")
    finally:
        await storage.close()


def test_a_backup_of_either_database_is_restored_to_either(url: str, tmp_path: Path) -> None:
    elsewhere = sqlite_url(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    asyncio.run(filled(elsewhere))
    assert asyncio.run(back_up(elsewhere, tmp_path / "b")) == 1
    assert asyncio.run(restore(url, tmp_path / "b")) == Restored(tables=1, kept=0)
    assert asyncio.run(contents(url)) == asyncio.run(contents(elsewhere))
    assert asyncio.run(back_up(url, tmp_path / "again")) == 1
    assert _lines(tmp_path / "again")[1:] == _lines(tmp_path / "b")[1:]


def _lines(file: Path) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines()


def test_existing_matches_are_not_overwritten(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    asyncio.run(filled(url))
    before = asyncio.run(contents(url))
    asyncio.run(back_up(url, tmp_path / "b"))
    assert asyncio.run(restore(url, tmp_path / "b")) == Restored(tables=0, kept=1)
    assert asyncio.run(contents(url)) == before


@live
async def test_a_backup_tells_no_address(url: str, tmp_path: Path) -> None:
    """Nor what would help to find one out: the hashes, and the keys they were made with."""
    server_options = options(tmp_path, url)
    async with running(tmp_path, **server_options) as server, person(server, "Ann") as ann:
        await ann.open_table("hanabi/cocktail", "me", "open")
        (record,) = await records(ann, server, 1)
        link = (await imported(ann, record)).json()["id"]
        database = server.app.database
        async with database.writing() as connection:
            block = {"hash": "7-abc", "at": 1, "until": None, "reason": "spam"}
            await connection.execute(insert(schema.blocked_addresses).values(block))
            await connection.execute(update(schema.openings).values(network="7-def"))
            await connection.execute(update(schema.imports).values(network="7-def"))
            keys = (await connection.execute(select(schema.address_keys.c.key))).scalars().all()
            hashes = (await connection.execute(select(schema.openings.c.address))).scalars().all()
            hashes = [
                *hashes,
                *(await connection.execute(select(schema.imports.c.address))).scalars(),
            ]
        await back_up(url, tmp_path / "b")
    assert keys
    assert len(hashes) > 1
    assert all(hashes)
    kept = gzip.decompress(await asyncio.to_thread((tmp_path / "b").read_bytes)).decode()
    for told in (*keys, *hashes, "7-abc", "7-def"):
        assert told not in kept
    (tmp_path / "elsewhere").mkdir()
    await restore(sqlite_url(tmp_path / "elsewhere"), tmp_path / "b")
    async with running(tmp_path / "elsewhere") as server:
        ann = ann.sent_to(server)
        assert (await ann.client.get(f"/api/replays/{link}")).status_code == 200
        await ann.open_table("hanabi/cocktail", "me", "open")
        await ann.client.aclose()


@pytest.mark.parametrize("damage", ["cut", "flipped", "shortened", "lengthened", "text"])
def test_a_damaged_file_restores_nothing(damage: str, tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path), tmp_path / "b"
    asyncio.run(filled(url))
    asyncio.run(back_up(url, file))
    whole, lines = file.read_bytes(), _lines(file)
    match damage:
        case "cut":
            file.write_bytes(whole[: len(whole) // 2])
        case "flipped":
            middle = len(whole) // 2
            file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
        case "shortened":
            file.write_bytes(gzip.compress(b"\n".join([*lines[:2], *lines[3:]]) + b"\n"))
        case "lengthened":
            file.write_bytes(gzip.compress(b"\n".join([*lines, lines[1]]) + b"\n"))
        case _:
            file.write_text("not a backup")
    (tmp_path / "new").mkdir()
    elsewhere = sqlite_url(tmp_path / "new")
    with pytest.raises(BackupError, match="nothing was restored"):
        asyncio.run(restore(elsewhere, file))
    assert not (tmp_path / "new" / "hanamichi.db").exists()


def test_a_backup_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path), tmp_path / "b"
    asyncio.run(filled(url))
    asyncio.run(back_up(url, file))
    header = msgspec.json.decode(_lines(file)[0])
    lines = [msgspec.json.encode(header | {"schema": "9999"}), *_lines(file)[1:]]
    file.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    with pytest.raises(BackupError) as refused:
        asyncio.run(restore(url, file))
    assert refused.value.code == "backup/newer"


def test_a_backup_of_the_first_schema_is_migrated(tmp_path: Path) -> None:
    old = create_engine(f"sqlite:///{tmp_path}/hanamichi.db")
    with old.begin() as connection:
        migrate(connection, "0001")
        person = {"id": "ann", "secret_hash": "h", "name": "Ann", "created": 1}
        connection.execute(insert(schema.people), person)
    old.dispose()
    lines = [
        b'{"hanamichi_backup":1,"schema":"0001","at":1}',
        msgspec.json.encode(["people", person]),
    ]
    digest = hashlib.sha256(lines[1] + b"\n").hexdigest()
    lines.append(msgspec.json.encode({"rows": 1, "sha256": digest}))
    (tmp_path / "b").write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    (tmp_path / "new").mkdir()
    assert asyncio.run(restore(sqlite_url(tmp_path / "new"), tmp_path / "b")) == Restored(0, 0)


@live
async def test_bots_play_on_at_a_table_restored_to_a_running_server(
    tmp_path: Path,
) -> None:
    (tmp_path / "before").mkdir()
    async with (
        running(tmp_path / "before", pause=lambda _: 3600.0) as server,
        person(server, "Ann") as ann,
    ):
        table = await ann.open_table(
            "hanabi/cocktail", "me", "random", options={"first_seat": 1}, start=True
        )
        await back_up(sqlite_url(tmp_path / "before"), tmp_path / "b")
    async with running(tmp_path) as server:
        await restore(sqlite_url(tmp_path), tmp_path / "b")
        async with person(server) as stranger, stranger.at(table) as line:
            await line.until(lambda: line.position is not None and line.position["ply"] > 0)


@live
async def test_a_clock_runs_on_at_a_table_restored_to_a_running_server(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    async with running(tmp_path / "before") as server, person(server, "Ann") as ann:
        clock, first = {"bank": 60, "increment": 0}, {"first_seat": 0}
        table = await ann.open_table(
            "hanabi/cocktail", "me", "random", options=first, clock=clock, start=True
        )
        await back_up(sqlite_url(tmp_path / "before"), tmp_path / "b")
    async with running(tmp_path) as server:
        await restore(sqlite_url(tmp_path), tmp_path / "b")
        await server.app.tables.resume_due()
        assert server.app.tables.loaded(table) is not None


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    asyncio.run(filled(sqlite_url(tmp_path)))
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "b", tmp_path / ("b" * 300), tmp_path / "nowhere" / "b"):
        with pytest.raises(BackupError) as caught:
            asyncio.run(back_up(sqlite_url(tmp_path), place))
        assert caught.value.code == "backup/file"


def test_nothing_is_restored_to_a_database_of_a_newer_version(tmp_path: Path) -> None:
    asyncio.run(filled(sqlite_url(tmp_path)))
    asyncio.run(back_up(sqlite_url(tmp_path), tmp_path / "b"))
    of_a_newer_hanamichi(str(tmp_path / "newer.db"))
    with pytest.raises(BackupError, match="newer Hanamichi") as caught:
        asyncio.run(restore(f"sqlite+aiosqlite:///{tmp_path / 'newer.db'}", tmp_path / "b"))
    assert caught.value.code == "backup/database"


@live
async def test_a_backup_is_taken_while_people_play(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        assert await back_up(sqlite_url(tmp_path), tmp_path / "b") == 1
        async with ann.at(table) as line:
            await line.ok("ping")


def test_export_writes_every_finished_match_as_a_record(tmp_path: Path) -> None:
    asyncio.run(_finished_match(tmp_path))
    database = f"--database={tmp_path / 'hanamichi.db'}"
    done = CliRunner().invoke(main, ["export", database], standalone_mode=False)
    (line,) = done.stdout.splitlines()
    record = read_record(line.encode())
    assert record.result is not None
    *_, end = replay(game_by_id(record.game), record)
    assert game_by_id(record.game).outcome(end.state) is not None


async def _finished_match(folder: Path) -> None:
    async with running(folder) as server, person(server, "Ann") as ann:
        table = await ann.open_table("koikoi/robin-red", "random", "random", options={"rounds": 1})
        async with ann.at(table) as watcher:
            await watcher.ok("start")
            await watcher.until(lambda: watcher.table["status"] == "over", seconds=30)
        await ann.open_table("koikoi/robin-red", "me", "open")


def test_doctor_reports_problems_of_the_database(tmp_path: Path) -> None:
    well = CliRunner().invoke(main, ["doctor", "--database", str(tmp_path / "a.db")])
    assert "unfinished matches: 0" in well.output
    ill = CliRunner().invoke(main, ["doctor", "--database", str(tmp_path / "no" / "a.db")])
    assert ill.exit_code == 1
    assert "may be written" in ill.output
