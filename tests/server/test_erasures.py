"""Erasing people: whom tables mention, interrupted erasures, tombstones, and what files keep."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import structs
from sqlalchemy import delete, insert, select, update

from hanamichi.cli import main
from hanamichi.server.protocol.commands import CreateTable
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.backup import back_up, restore
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.storage.erasures import begin_erasure, forget
from hanamichi.server.storage.tombstones import TombstoneFile, person_hash, tombstone_file
from hanamichi.server.table.decision import Actor
from tests.server.finished_matches import finished
from tests.server.live import Person as Visitor
from tests.server.live import Server, live, person, play_out, running
from tests.server.table_harness import BO, TableHarness, koikoi_for_two
from tests.server.test_my_games import everything_in, old_database
from tests.server.test_storage import appends_of

NAME = "Zebulon the Unforgettable"


async def mentions(storage: Database) -> set[tuple[str, str]]:
    async with storage.reading() as connection:
        rows = (await connection.execute(select(schema.mentions))).all()
    return {(row.table_id, row.person_id) for row in rows}


async def person_id(server: Server, visitor: Visitor) -> str:
    found = await server.app.services.people.find(visitor.client.cookies.get("hanamichi"))
    assert found is not None
    return found.id


def _opened_elsewhere() -> Append:
    (opened,) = appends_of(TableHarness("hanabi/cocktail", "me", "open"))
    return opened._replace(after=structs.replace(opened.after, id="elsewhere"))


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Wait for work in the background, which tells nobody when it is done."""
    async with asyncio.timeout(10):
        while not await done():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def until_gone(storage: Database, *needles: str) -> str:
    """Wait until no row holds any of these; the text of all rows."""

    async def gone() -> bool:
        kept = await everything_in(storage)
        return not any(needle in kept for needle in needles)

    await until(gone)
    return await everything_in(storage)


# -- mentions --------------------------------------------------------------------------------------


@live
async def test_everyone_named_by_an_entry_is_stored(url: str) -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    harness.do(BO, "leave")
    storage = Database(url)
    await storage.open()
    for append in appends_of(harness):
        await storage.append(append)
    assert await mentions(storage) == {("t", "ann"), ("t", "bo")}
    await storage.close()


@live
async def test_a_device_is_mentioned(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Phone") as phone,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        async with ann.at(table) as line, phone.at(table) as other:
            answer = await line.ok("link-seat")
            await other.ok("use-seat-link", key=answer["url"].rpartition("=")[2])
        people = {await person_id(server, ann), await person_id(server, phone)}
        assert await mentions(server.app.database) == {(table, each) for each in people}


@live
async def test_the_migration_finds_whom_old_entries_name(url: str) -> None:
    harness = koikoi_for_two()
    for _ in range(3):
        harness.move_any(harness.actor_to_move())
    storage = Database(url)
    await old_database(url, ("t", harness))
    async with storage.writing() as connection:
        row = {"table_id": "t", "seq": 1000, "at": 1, "body": '{"person": nonsense'}
        await connection.execute(insert(schema.entries).values(row))
    await storage.open()
    assert await mentions(storage) == {("t", "ann"), ("t", "bo")}
    await storage.close()


# -- erasing ---------------------------------------------------------------------------------------


@live
async def test_an_interrupted_erasure_is_finished_at_the_next_start(
    url: str, tmp_path: Path
) -> None:
    tombstones = TombstoneFile(tmp_path / "erasures")
    async with (
        running(tmp_path, url=url, tombstones=tombstones) as server,
        person(server, NAME) as ann,
    ):
        for _ in range(3):
            await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        await ann.open_table("hanabi/cocktail", "me", "open")
        who = await person_id(server, ann)
        await server.app.database.run_write(begin_erasure, (who, 1))
        assert await ann.request("GET", "/api/me/matches") == {"matches": [], "more": False}
    async with running(tmp_path, url=url, tombstones=tombstones) as server:
        kept = await until_gone(server.app.database, NAME, who)
        assert person_hash(who) in kept
        assert tombstones.read().keys() == {person_hash(who)}


@live
async def test_a_table_that_only_seats_a_person_is_found(url: str, tmp_path: Path) -> None:
    """A version that knows no mentions has written it, during an upgrade of several processes."""
    tombstones = TombstoneFile(tmp_path / "erasures")
    async with (
        running(tmp_path, url=url, tombstones=tombstones) as server,
        person(server, NAME) as ann,
        person(server, f"{NAME}'s phone") as phone,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        async with ann.at(table) as line, phone.at(table) as other:
            answer = await line.ok("link-seat")
            await other.ok("use-seat-link", key=answer["url"].rpartition("=")[2])
        await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        people = [await person_id(server, each) for each in (phone, ann)]
        async with server.app.database.writing() as connection:
            await connection.execute(delete(schema.mentions))
        for each in (phone, ann):
            assert (await each.client.delete("/api/me")).status_code == 200
        await until_gone(server.app.database, NAME, *people)


@live
async def test_tombstones_that_cannot_be_read_stop_no_erasure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, person(server, NAME) as ann:
        await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        who = await person_id(server, ann)
        await server.app.database.run_write(begin_erasure, (who, 1))
    unreadable = tmp_path / "a folder"
    unreadable.mkdir()
    async with running(tmp_path, tombstones=TombstoneFile(unreadable)) as server:
        await until_gone(server.app.database, NAME, who)
    assert "tombstones cannot be read" in caplog.text


@live
async def test_nobody_is_seated_whose_erasure_has_begun(url: str) -> None:
    """A request that was on its way does not bring them back."""
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    opened, seated = appends_of(harness)
    storage = Database(url)
    await storage.open()
    for who in ("ann", "bo"):
        await storage.add_person(Person(who, NAME), f"secret of {who}", 1)
    await storage.append(opened)
    elsewhere = _opened_elsewhere()
    async with storage.writing() as connection:
        await connection.run_sync(begin_erasure, ("bo", 1))
        waiting = asyncio.create_task(storage.append(seated))
        await asyncio.sleep(0.1)
    with pytest.raises(Refused, match="deleted their data"):
        await waiting
    assert await storage.run_write(forget, "bo")
    with pytest.raises(Refused, match="deleted their data"):
        await storage.append(seated)
    assert len(await storage.entries("t")) == 1
    # Everybody else goes on, in the same transaction too.
    refused, stored = await asyncio.gather(
        storage.append(seated), storage.append(elsewhere), return_exceptions=True
    )
    assert isinstance(refused, Refused)
    assert stored is None
    assert await mentions(storage) == {("t", "ann"), ("elsewhere", "ann")}
    await storage.close()


@live
async def test_no_table_is_opened_by_somebody_erased_meanwhile(url: str, tmp_path: Path) -> None:
    tombstones = TombstoneFile(tmp_path / "erasures")
    async with (
        running(tmp_path, url=url, tombstones=tombstones) as server,
        person(server, NAME) as ann,
    ):
        who = await person_id(server, ann)
        assert (await ann.client.delete("/api/me")).status_code == 200
        request = msgspec.convert(
            {"preset": "hanabi/cocktail", "seats": [{"type": "me"}, {"type": "open"}]}, CreateTable
        )
        with pytest.raises(Refused, match="deleted their data"):
            await server.app.services.opener.create(Actor(who, NAME), request)
        await until_gone(server.app.database, NAME, who)


@live
async def test_many_are_erased_at_once(url: str, tmp_path: Path) -> None:
    tombstones = TombstoneFile(tmp_path / "erasures")
    async with (
        running(tmp_path, url=url, tombstones=tombstones) as server,
        person(server, "Host") as host,
        AsyncExitStack() as stack,
    ):
        table = await host.open_table("hanabi/cocktail", "me", "open", "open")
        guests = []
        for n in range(6):
            guest = await stack.enter_async_context(person(server, f"Guest {n}"))
            async with guest.at(table) as line:
                await line.ok("sit")
                await line.ok("leave")
            guests.append(guest)
        answers = await asyncio.gather(
            *(guest.client.delete("/api/me") for guest in (*guests, guests[0]))
        )
        assert {answer.status_code for answer in answers} == {200}
        assert "Guest" not in await everything_in(server.app.database)
        assert len(await mentions(server.app.database)) == 1
        assert len(tombstones.read()) == 6


@live
@pytest.mark.parametrize("stays_open", [True, False])
async def test_who_sits_down_where_the_host_was_erased_becomes_host(
    tmp_path: Path, *, stays_open: bool
) -> None:
    async with running(tmp_path) as server, person(server, "Bo") as bo:
        async with person(server, "Host") as host:
            table = await host.open_table("hanabi/cocktail", "me", "open")
            if not stays_open:
                server.app.tables.evict_idle(float("inf"))
            assert (await host.client.delete("/api/me")).status_code == 200
        async with bo.at(table) as line:
            await line.ok("sit")
            await line.ok("set-seat", seat=1, plan={"type": "bot", "bot": "random"})
            await line.ok("start")


@live
async def test_a_person_is_erased_from_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, NAME) as ann:
        database = server.app.database
        over = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        broken = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        entries, columns = schema.entries, schema.entries.c
        async with database.writing() as connection:
            moves = columns.body.contains('"kind":"moved"')
            await connection.execute(
                update(entries).where(columns.table_id == over, moves).values(body="{}")
            )
            opened = columns.body.contains('"kind":"opened"')
            body = (
                await connection.execute(
                    select(columns.body).where(columns.table_id == broken, opened)
                )
            ).scalar_one()
            await connection.execute(
                update(entries)
                .where(columns.table_id == broken, opened)
                .values(body=body.replace('"koikoi"', '"a-game-that-is-gone"'))
            )
        server.app.tables.close()
        server.app.tables.clear()
        assert (await ann.client.delete("/api/me")).status_code == 200
        assert NAME not in await everything_in(database)
        assert await mentions(database) == set()


# -- what is left in files -------------------------------------------------------------------------


def holds_name(folder: Path) -> bool:
    """Whether any file holds the name, deleted or not."""
    return any(NAME.encode() in file.read_bytes() for file in folder.iterdir())


@live
async def test_no_file_of_sqlite_holds_an_erased_name(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, NAME) as ann, person(server, "Bo") as bo:
        table = await ann.open_table("koikoi/nintendo", "me", "open", options={"rounds": 1})
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await first.ok("note", key="1", text=f"{NAME} remembers")
            await play_out(first, second)
        assert holds_name(tmp_path)
        assert (await ann.client.delete("/api/me")).status_code == 200

        async def gone() -> bool:
            return not holds_name(tmp_path)

        await until(gone)


# -- tombstones ------------------------------------------------------------------------------------


async def backed_up_then_erased(folder: Path) -> str:
    """A backup with somebody who was erased afterwards; the id."""
    await asyncio.to_thread(folder.mkdir)
    async with (
        running(folder) as server,
        person(server, NAME) as ann,
        person(server, "Bo") as bo,
    ):
        await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        await ann.open_table("hanabi/cocktail", "me", "open", listed=True)
        visited = await bo.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(visited) as line:
            await line.ok("sit")
            await line.ok("note", key="1", text=f"{NAME} was here")
            await line.ok("leave")
        await back_up(sqlite_url(folder), folder / "b")
        who = await person_id(server, ann)
        assert (await ann.client.delete("/api/me")).status_code == 200
    return who


@live
async def test_a_lost_database_and_an_old_backup_bring_nobody_back(tmp_path: Path) -> None:
    who = await backed_up_then_erased(tmp_path / "here")
    file = tombstone_file(sqlite_url(tmp_path / "here")).path
    assert file is not None
    (tmp_path / "here" / "hanamichi.db").unlink()
    restored = await restore(sqlite_url(tmp_path / "here"), tmp_path / "here" / "b")
    assert restored.tables == 3
    async with running(tmp_path / "here") as server:
        kept = await everything_in(server.app.database)
        assert NAME not in kept
        assert who not in kept
        assert "Bo" in kept
        assert len(await server.app.database.finished()) == 1
        for table_id in await server.app.database.finished():
            assert (await server.table(table_id)).seats[0].name is None
    # Without the file the backup knows of nothing, and elsewhere it has to be given.
    (tmp_path / "there").mkdir()
    there = f"--database={tmp_path / 'there' / 'hanamichi.db'}"
    arguments = ["restore", str(tmp_path / "here" / "b"), there, f"--erasures={file}"]
    runner = CliRunner()
    answer = await asyncio.to_thread(runner.invoke, main, arguments, standalone_mode=False)
    assert answer.exception is None, answer.output
    assert NAME.encode() not in (tmp_path / "there" / "hanamichi.db").read_bytes()
    # From now on that file is beside the new database too.
    assert tombstone_file(sqlite_url(tmp_path / "there")).read() == TombstoneFile(file).read()


def test_tombstones_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    asyncio.run(backed_up_then_erased(tmp_path / "here"))
    missing = f"--erasures={tmp_path / 'nowhere'}"
    answer = CliRunner().invoke(main, ["restore", str(tmp_path / "here" / "b"), missing])
    assert answer.exit_code != 0
    assert "nowhere" in answer.output


@live
async def test_a_backup_tells_a_database_whom_to_erase(url: str, tmp_path: Path) -> None:
    who = await backed_up_then_erased(tmp_path / "here")
    await back_up(sqlite_url(tmp_path / "here"), tmp_path / "newer")
    storage = Database(url)
    await storage.open()
    await storage.add_person(Person(who, NAME), "hash", 1)
    await storage.close()
    await restore(url, tmp_path / "newer")
    async with running(tmp_path, url=url, tombstones=TombstoneFile(None)) as server:
        await until_gone(server.app.database, NAME, who)


@live
async def test_a_database_that_was_copied_back_forgets_again(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    async with running(here) as server, person(server, NAME) as ann:
        await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        cookie = ann.client.cookies.get("hanamichi")
    shutil.copy(here / "hanamichi.db", tmp_path / "copy")
    async with running(here) as server:
        ann = Visitor(server)
        ann.client.cookies.set("hanamichi", cookie or "")
        who = await person_id(server, ann)
        assert (await ann.client.delete("/api/me")).status_code == 200
        await ann.client.aclose()
    shutil.copy(tmp_path / "copy", here / "hanamichi.db")
    async with running(here) as server:
        await until_gone(server.app.database, NAME, who)


def test_a_torn_line_costs_one_tombstone_only(tmp_path: Path) -> None:
    file = TombstoneFile(tmp_path / "folder" / "erasures")
    assert file.read() == {}
    file.add({"a" * 64: 1})
    assert file.path is not None
    with file.path.open("a") as torn:
        torn.write("b" * 20)
    file.add({"c" * 64: 2})
    assert file.read() == {"a" * 64: 1, "c" * 64: 2}
    assert file.path.stat().st_mode & 0o777 == 0o600
