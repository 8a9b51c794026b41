"""Several processes, one PostgreSQL, no sticky sessions: tables survive any failure."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import text

from hanamichi.server.storage.database import Database
from tests.server.cluster_players import ClusterPlayers
from tests.server.fleet import ServerProcess, fleet_of
from tests.server.live import live, person
from tests.server.postgres import Postgres, installed, postgres_of_our_own

HANABI = "hanabi/cocktail"
TIMEOUT_SECONDS = 180.0

# Each of them keeps the machine busy, so they run one after another (`tests/worker_groups.py`).


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL that no other test uses, so that it can be stopped."""
    programs = installed()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres_of_our_own(programs) as server:
        yield server


async def claims(url: str) -> dict[str, str]:
    """Which process has claimed which table."""
    storage = Database(url)
    async with storage.reading() as connection:
        rows = (await connection.execute(text("SELECT table_id, node FROM claims"))).all()
    await storage.close()
    return {row.table_id: row.node for row in rows}


async def ready(member: ServerProcess) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=member.http, timeout=30) as client:
        answer = await client.get("/ready")
    return answer.status_code, answer.json()["status"]


@live
async def test_after_one_of_three_processes_is_killed_every_match_ends(
    database: Postgres,
) -> None:
    async with fleet_of(3, database.url) as fleet:
        players = ClusterPlayers(fleet)
        await players.open_many(2)
        await players.moves(30)
        held = await claims(database.url)
        victim = fleet.members[0]
        await fleet.kill(victim)
        await players.finish(TIMEOUT_SECONDS)
        assert await players.check() > 100
        assert len(set(held.values())) > 1, "several processes had bots to play"


@live
async def test_people_of_a_killed_process_are_absent_until_they_reconnect(
    database: Postgres,
) -> None:
    async with fleet_of(2, database.url) as fleet:
        one, other = fleet.members
        async with person(one, "Ann") as ann, person(other, "Bo") as bo:
            table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
            async with ann.at(table) as first, bo.at(table) as second:
                await second.ok("sit")
                await first.ok("start")
                await second.until(lambda: second.table["seats"][0]["connected"])
                await first.until(lambda: first.position is not None)
                assert first.position is not None
                clue = next(move for move in first.position["legal"] if "clue" in move["type"])
                assert (await first.send("move", ply=0, action=clue))["type"] == "ack"
                await fleet.kill(one)
                await second.until(lambda: second.to_act)
                await second.until(
                    lambda: not second.table["seats"][0]["connected"], seconds=TIMEOUT_SECONDS
                )
                moved = ann.sent_to(other)
                async with moved.at(table) as first:
                    assert [entry["seat"] for entry in first.log] == [None, 0]
                    await second.until(lambda: second.table["seats"][0]["connected"])
                await moved.client.aclose()


@live
async def test_a_restart_of_the_database_and_a_rolling_update(database: Postgres) -> None:
    async with fleet_of(2, database.url) as fleet:
        players = ClusterPlayers(fleet, seed=2)
        await players.open_many(2, rounds=6)
        await players.moves(20)
        database.stop()
        for member in fleet.members:
            assert await ready(member) == (503, "no database")
        database.start()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for member in fleet.members:
                while (await ready(member))[0] != 200:
                    pass
        await players.moves(20)
        # now an update: one process is terminated, and hands its tables over
        leaving, staying = sorted(fleet.members, key=players.visitors, reverse=True)
        there = [client for client in players.clients if client.where == leaving.address]
        assert there
        assert await fleet.retire(leaving) == 0
        held = await claims(database.url)
        assert len(set(held.values())) <= 1, "nothing is held by who has gone"
        assert all(client.over or client.closed[1012] + client.closed[1001] for client in there)
        assert (await ready(staying))[0] == 200
        await players.finish(TIMEOUT_SECONDS)
        assert await players.check() > 100


@live
async def test_restarts_in_a_row_do_not_stall_bots(database: Postgres) -> None:
    """A killed process is recognized at once, not only after it has been silent for long."""
    async with fleet_of(1, database.url, "patient") as fleet, person(fleet.members[0], "A") as ann:
        table = await ann.open_table(
            "koikoi/nintendo", "random", "random", start=True, bot_pace="human"
        )
        for _ in range(4):
            visitor = ann.sent_to(fleet.members[0])
            async with visitor.at(table) as line:
                seen = len(line.log)
                await line.until(lambda: len(line.log) > seen + 1, seconds=TIMEOUT_SECONDS)  # noqa: B023  # awaited at once
                await fleet.kill(fleet.members[0])
            await visitor.client.aclose()
            await fleet.grow(1)
