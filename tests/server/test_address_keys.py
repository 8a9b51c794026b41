"""Keys for hashed addresses: shared by processes, and kept while a hash needs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import insert, select

from hanamichi.server.ops.address_hash import network_of
from hanamichi.server.storage import schema
from hanamichi.server.storage.address_keys import AddressKeys
from hanamichi.server.storage.database import Database

DAY = 24 * 3600 * 1000
FIRST_DAY = 20_000
MINUTES_A_DAY = 24 * 60
HOME, CAFE, NEXT_DOOR = "192.0.2.1", "2001:db8:0:1::/64", "2001:db8:0:2::/64"


class Days:
    """A wall clock that tests set."""

    def __init__(self) -> None:
        self.day = FIRST_DAY

    def __call__(self) -> int:
        return self.day * DAY


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def key_ids(database: Database) -> list[int]:
    async with database.reading() as connection:
        found = await connection.execute(
            select(schema.address_keys.c.id).order_by(schema.address_keys.c.id)
        )
        return list(found.scalars())


async def block(database: Database, hashed: str) -> None:
    row = {"hash": hashed, "at": 0, "until": None, "reason": ""}
    async with database.writing() as connection:
        await connection.execute(insert(schema.blocked_addresses).values(row))


def test_every_process_hashes_alike_and_no_address_is_stored(url: str) -> None:
    async def scenario() -> None:
        days = Days()
        async with opened(url) as database:
            first, second = AddressKeys(database, days, 7), AddressKeys(database, days, 7)
            await asyncio.gather(first.load(), second.load())
            assert first.hash(HOME) == second.hash(HOME)
            assert first.hash(HOME) != first.hash(CAFE)
            assert HOME not in first.hash(HOME)
            assert first.hash(CAFE) != first.hash(NEXT_DOOR)
            assert network_of(first.hash(CAFE)) == network_of(first.hash(NEXT_DOOR))
            assert await key_ids(database) == [FIRST_DAY * MINUTES_A_DAY]

    asyncio.run(scenario())


def test_a_new_key_is_made_when_the_newest_is_old(url: str) -> None:
    async def scenario() -> None:
        days = Days()
        async with opened(url) as database:
            keys = AddressKeys(database, days, 7)
            await keys.load()
            before = keys.hash(HOME)
            days.day += 6
            await keys.load()
            assert keys.hash(HOME) == before
            days.day += 1
            await keys.load()
            assert keys.hash(HOME) != before
            assert keys.hashes(HOME) == (keys.hash(HOME), before)

    asyncio.run(scenario())


def test_old_keys_go_unless_a_stored_hash_was_made_with_them(url: str) -> None:
    async def scenario() -> None:
        days = Days()
        async with opened(url) as database:
            keys = AddressKeys(database, days, 7)
            await keys.load()
            blocked = keys.hash(CAFE)
            await block(database, blocked)
            for _ in range(9):
                days.day += 7
                await keys.load()
            kept = [FIRST_DAY, days.day - 7, days.day]
            assert await key_ids(database) == [day * MINUTES_A_DAY for day in kept]
            assert blocked in keys.hashes(CAFE)

    asyncio.run(scenario())
