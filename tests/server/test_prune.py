"""Retention: old data is deleted in pieces, beside live tables, and never what is in use."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import func, insert, select, update

from hanamichi.cli import main
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import RetentionConfig, ServerConfig
from hanamichi.server.storage import schema
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.prune import Pruned, Pruner
from tests.server.finished_matches import finished, replay_of
from tests.server.live import Server, live, person, running
from tests.server.test_quotas import DAY, FakeClock, imported, options, records

RETENTION = RetentionConfig(
    unplayed_tables_days=1,
    abandoned_matches_days=2,
    finished_matches_days=3,
    guests_days=4,
    imports_days=5,
    addresses_days=6,
    reports_days=7,
    owner_log_days=8,
)
CONFIG = ServerConfig(retention=RETENTION)
_OF_TABLES = ("entries", "seatings", "notes", "mentions", "openings", "finished")


async def count(storage: Database, table: Any) -> int:
    async with storage.reading() as connection:
        found: int = (
            await connection.execute(select(func.count()).select_from(table))
        ).scalar_one()
    return found


async def age_tables(server: Server, days: int) -> None:
    """Make all tables older, in the database and for the pruner."""
    columns = schema.tables.c
    async with server.app.database.writing() as connection:
        await connection.execute(update(schema.tables).values(changed=columns.changed - days * DAY))


def evict(server: Server) -> None:
    """Evict every table that may be."""
    server.app.tables.evict_idle(float("inf"))


@live
async def test_tables_are_deleted_by_their_age_and_status(url: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path, **options(tmp_path, url, config=CONFIG)) as server,
        person(server, "Ann") as ann,
    ):
        over = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        link = await replay_of(server, over)
        playing = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        waiting = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(waiting) as line:
            await line.ok("note", key="1", text="soon")
        evict(server)
        await asyncio.sleep(0.1)  # until PostgreSQL knows
        pruner = server.app.pruner
        assert await pruner.run() == Pruned()
        kinds = ("unplayed_tables", "abandoned_matches", "finished_matches")
        for kind, table in zip(kinds, (waiting, playing, over), strict=True):
            await age_tables(server, 1)
            await asyncio.sleep(0.01)
            assert await pruner.count() == msgspec.convert({kind: 1}, Pruned)
            assert await pruner.run() == msgspec.convert({kind: 1}, Pruned)
            assert await pruner.run() == Pruned()
            assert (await ann.client.get(f"/api/tables/{table}")).status_code == 404
        assert (await ann.client.get(f"/api/replays/{link}")).status_code == 404
        for name in ("tables", *_OF_TABLES):
            assert await count(server.app.database, schema.METADATA.tables[name]) == 0, name


@live
async def test_matches_of_bots_are_kept_as_briefly_as_unplayed_tables(
    url: str, tmp_path: Path
) -> None:
    config = ServerConfig(
        retention=RetentionConfig(unplayed_tables_days=1, finished_matches_days=0)
    )
    async with (
        running(tmp_path, **options(tmp_path, url, config=config)) as server,
        person(server, "Ann") as ann,
        person(server, "Bob") as bob,
    ):
        rules = {"rounds": 1}
        kept = await finished(ann, "koikoi/nintendo", "random", options=rules)
        erased = await finished(bob, "koikoi/nintendo", "random", options=rules)
        of_bots = await ann.open_table(
            "koikoi/nintendo", "random", "random", start=True, options=rules
        )
        async with ann.at(of_bots) as line:
            await line.until(lambda: line.table["status"] == "over")
        assert (await bob.client.delete("/api/me")).status_code == 200
        evict(server)
        await asyncio.sleep(0.1)  # until PostgreSQL knows
        pruner = server.app.pruner
        assert await pruner.run() == Pruned()
        await age_tables(server, 2)
        assert await pruner.count() == Pruned(unplayed_tables=1)
        assert await pruner.run() == Pruned(unplayed_tables=1)
        assert await pruner.run() == Pruned()
        for table, status in ((of_bots, 404), (kept, 200), (erased, 200)):
            assert (await ann.client.get(f"/api/tables/{table}")).status_code == status


@live
async def test_a_table_in_use_stays(url: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path, **options(tmp_path, url, config=CONFIG)) as server,
        person(server, "Ann") as ann,
        person(server) as watcher,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with watcher.at(table) as line:
            await age_tables(server, 10)
            assert await server.app.pruner.run() == Pruned()
            await line.ok("ping")
        evict(server)
        await asyncio.sleep(0.2)
        assert await server.app.pruner.run() == Pruned(unplayed_tables=1)
        async with watcher.connected(table) as line:
            assert await line.until_closed() == 4404


@live
async def test_a_table_in_use_in_another_process_stays(shared: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path, **options(tmp_path, shared, config=CONFIG)) as here,
        running(tmp_path, **options(tmp_path, shared, config=CONFIG)) as there,
        person(here, "Ann") as ann,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.at(table) as line:
            await asyncio.sleep(0.2)
            await age_tables(here, 10)
            assert await there.app.pruner.run() == Pruned()
            await line.ok("ping")
        evict(here)
        await asyncio.sleep(0.2)
        assert await there.app.pruner.run() == Pruned(unplayed_tables=1)


@live
async def test_one_process_prunes_at_a_time(shared: str, tmp_path: Path) -> None:
    async with running(tmp_path, **options(tmp_path, shared, config=CONFIG)) as server:
        pruner = server.app.pruner
        async with pruner._alone() as alone:
            assert alone
            assert await pruner.run() is None
        assert await pruner.run() == Pruned()


@live
async def test_who_joins_while_the_table_is_deleted_is_told(tmp_path: Path) -> None:
    async with running(tmp_path, config=CONFIG) as server, person(server, "Ann") as ann:
        table_id = await ann.open_table("hanabi/cocktail", "me", "open")
        table = await server.app.tables.get(table_id)
        await table.lock.acquire()
        deleting = asyncio.create_task(server.app.tables.delete(table_id))
        await asyncio.sleep(0.01)  # it waits for the lock, and then the connection does
        async with ann.connected(table_id) as line:
            await asyncio.sleep(0.2)
            table.lock.release()
            assert await line.until_closed() == 4404
        await deleting


@live
async def test_people_who_never_came_back_are_deleted(url: str, tmp_path: Path) -> None:
    clock = FakeClock()
    settings = options(tmp_path, url, config=CONFIG, clock=clock)
    async with (
        running(tmp_path, **settings) as server,
        person(server, "Player") as player,
        person(server, "Importer") as importer,
        person(server, "Guest") as guest,
        person(server, "Visitor") as visitor,
    ):
        table = await finished(player, "koikoi/nintendo", "random", options={"rounds": 1})
        (record,) = await records(player, server, 1)
        assert (await imported(importer, record)).status_code == 201
        async with guest.at(table) as line:
            await line.ok("note", key="1", text="pretty")
        await server.app.seen.write()
        await _learned(server, "Guest")
        clock.ahead = 4 * DAY + 1000
        await visitor.request("GET", "/api/me")
        await server.app.seen.write()
        async with server.app.database.writing() as connection:
            await connection.execute(update(schema.tables).values(changed=clock.wall_clock()))
        assert await server.app.pruner.run() == Pruned(guests=1)
        assert await count(server.app.database, schema.people) == 3
        for of_guest in (schema.notes, *_LEARNED):
            assert await count(server.app.database, of_guest) == 0
        assert (await guest.request("GET", "/api/me"))["name"] is None


_LEARNED = (schema.puzzle_answers, schema.review_requests, schema.daily_games)


async def _learned(server: Server, name: str) -> None:
    """A person has answered a puzzle, wants a review, and was about to play the deal of a day."""
    row: Any = {
        "puzzle_id": "p",
        "right": True,
        "at": server.app.clock.wall_clock(),
        "id": "wish",
        "replay_id": "r",
        "depth": "deep",
        "active": True,
        "seconds": 0.0,
        "day": "2026-11-16",
        "preset": "koikoi/nintendo",
        "table_id": "never opened",
        "named": True,
    }
    async with server.app.database.writing() as connection:
        people = schema.people.c
        found = await connection.execute(select(people.id).where(people.name == name))
        row["person_id"] = found.scalar_one()
        for table in _LEARNED:
            of_table = {key: value for key, value in row.items() if key in table.c}
            await connection.execute(insert(table).values(of_table))


@live
async def test_imports_that_are_looked_at_stay(tmp_path: Path) -> None:
    clock = FakeClock()
    config = ServerConfig(retention=RetentionConfig(imports_days=5))
    async with running(tmp_path, config=config, clock=clock) as server, person(server, "A") as ann:
        first, second = await records(ann, server, 2)
        links = [(await imported(ann, each)).json()["id"] for each in (first, second)]
        clock.ahead = 3 * DAY
        assert (await ann.client.get(f"/api/replays/{links[0]}")).status_code == 200
        clock.ahead = 6 * DAY
        assert await server.app.pruner.run() == Pruned(imports=1)
        found = [(await ann.client.get(f"/api/replays/{link}")).status_code for link in links]
        assert found == [200, 404]


@live
async def test_addresses_are_forgotten_and_their_keys(url: str, tmp_path: Path) -> None:
    clock = FakeClock()
    config = ServerConfig(retention=RetentionConfig(addresses_days=6))
    settings = options(tmp_path, url, config=config, clock=clock)
    async with running(tmp_path, **settings) as server, person(server, "Ann") as ann:
        (record,) = await records(ann, server, 1)
        await imported(ann, record)
        before = await count(server.app.database, schema.openings)
        clock.ahead = 7 * DAY
        pruned = await server.app.pruner.run()
        assert pruned == Pruned(addresses=2)
        assert await count(server.app.database, schema.openings) == before
        for days in (8, 16, 24):
            clock.ahead = days * DAY
            await server.app.address_keys.load()
        assert await count(server.app.database, schema.address_keys) == 2


@live
async def test_what_the_owner_left_is_deleted(url: str) -> None:
    storage = Database(url)
    await storage.open()
    now = Clock().wall_clock()
    old = now - 30 * DAY
    rows: list[tuple[Any, dict[str, Any]]] = []
    for at in (old, now):
        name = f"at {at}"
        report = {"reporter": "r", "table_id": "t", "reason": "spam", "text": "", "closed": at}
        rows += [
            (schema.reports, {"id": name, "at": old, **report}),
            (schema.owner_acts, {"id": name, "at": at, "act": "a", "subject": "", "detail": ""}),
            (schema.owner_commands, {"id": name, "at": at, "body": "{}"}),
            (schema.owner_access, {"secret_hash": name, "kind": "link", "expires": at + DAY}),
            (
                schema.blocked_addresses,
                {"hash": name, "at": old, "until": at + DAY, "reason": ""},
            ),
        ]
    rows.append((schema.reports, {**rows[0][1], "id": "open", "closed": None}))
    rows.append(
        (schema.blocked_addresses, {"hash": "ever", "at": old, "until": None, "reason": ""})
    )
    async with storage.writing() as connection:
        for table, row in rows:
            await connection.execute(insert(table).values(row))
    pruner = Pruner(storage, RETENTION, Clock())
    assert await pruner.count() == Pruned(reports=1, owner_log=1, expired=3)
    assert await pruner.run() == Pruned(reports=1, owner_log=1, expired=3)
    assert await count(storage, schema.reports) == 2
    assert await count(storage, schema.blocked_addresses) == 2
    await storage.close()


@live
async def test_nothing_is_deleted_that_is_kept_for_ever(tmp_path: Path) -> None:
    for_ever = RetentionConfig(**dict.fromkeys((*_days(),), 0))
    clock = FakeClock()
    config = ServerConfig(retention=for_ever)
    async with running(tmp_path, config=config, clock=clock) as server, person(server, "A") as ann:
        (record,) = await records(ann, server, 1)
        await imported(ann, record)
        await ann.open_table("hanabi/cocktail", "me", "open")
        clock.ahead = 10_000 * DAY
        assert await server.app.pruner.run() == Pruned()


def _days() -> list[str]:
    return [name for name in RetentionConfig.__struct_fields__ if name.endswith("_days")]


@live
async def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path, config=CONFIG) as server, person(server, "Ann") as ann:
        for _ in range(5):
            await ann.open_table("hanabi/cocktail", "me", "open")
        evict(server)
        await age_tables(server, 10)
        tables, left = server.app.tables, 2
        whole = tables.delete_unused

        async def fails_soon(table_id: str, delete: Any) -> bool:
            nonlocal left
            if left == 0:
                raise StorageError("no more")
            left -= 1
            return await whole(table_id, delete)

        monkeypatch.setattr(server.app.pruner, "_delete_table", fails_soon)
        with pytest.raises(StorageError):
            await server.app.pruner.run()
        monkeypatch.undo()
        assert await server.app.pruner.run(seconds=0) == Pruned(unplayed_tables=1, more=True)
        assert await server.app.pruner.run() == Pruned(unplayed_tables=2)


@live
async def test_nothing_is_pruned_in_a_database_without_a_schema(tmp_path: Path) -> None:
    storage = Database(sqlite_url(tmp_path))
    with pytest.raises(StorageError):
        await Pruner(storage, RETENTION, Clock()).run()
    await storage.close()


# -- the command -----------------------------------------------------------------------------------


def prune(database: Path, *arguments: str) -> Any:
    """What the command prints with --json."""
    done = CliRunner().invoke(main, ["prune", "--database", str(database), "--json", *arguments])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@live
async def test_the_command_prunes_without_a_server_and_beside_one(tmp_path: Path) -> None:
    file, settings = tmp_path / "hanamichi.db", tmp_path / "config.toml"
    await asyncio.to_thread(settings.write_text, "[retention]\nunplayed_tables_days = 1\n")
    config = f"--config={settings}"
    async with running(tmp_path, config=CONFIG) as server, person(server, "Ann") as ann:
        for _ in range(3):
            await ann.open_table("hanabi/cocktail", "me", "open")
        watched = await ann.open_table("hanabi/cocktail", "me", "open")
        evict(server)
        async with ann.at(watched):
            assert (await asyncio.to_thread(prune, file, config))["unplayed_tables"] == 0
            await age_tables(server, 10)
            found = await asyncio.to_thread(prune, file, "--dry-run", config)
            assert found["unplayed_tables"] == 4
            found = await asyncio.to_thread(prune, file, config)
            assert found["unplayed_tables"] == 3
            assert found["guests"] == 0
    found = await asyncio.to_thread(prune, file, config)
    assert found["unplayed_tables"] == 1


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    async def make() -> None:
        async with running(tmp_path) as server, person(server, "Ann") as ann:
            await ann.open_table("hanabi/cocktail", "me", "open")
            await age_tables(server, 10)

    asyncio.run(make())
    database = ["--database", str(tmp_path / "hanamichi.db")]
    runner = CliRunner()
    for expected in (
        "1 tables where nobody has played would be deleted",
        "1 tables where nobody has played deleted",
        "nothing deleted",
    ):
        dry = ["--dry-run"] if "would" in expected else []
        done = runner.invoke(main, ["prune", *database, *dry])
        assert done.stdout.strip() == expected
    missing = runner.invoke(main, ["prune", "--database", str(tmp_path / "none.db"), "--json"])
    assert missing.exit_code != 0
    assert "serve/database" in missing.output
