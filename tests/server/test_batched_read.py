"""Reads that wait at the same time share one query, and each gets its own result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Connection, text

from hanamichi.server.storage.batched_read import BatchedRead
from hanamichi.server.storage.connections import Connections
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.storage.errors import StorageError
from tests.server.live import live


class Lengths:
    """Reads the length of texts, and remembers every batch."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def read(self, connection: Connection, keys: Sequence[str]) -> dict[str, int | Exception]:
        self.batches.append(list(keys))
        query = text("SELECT length(CAST(:key AS text))")
        found: dict[str, int | Exception] = {
            key: int(connection.execute(query, {"key": key}).scalar_one())
            for key in keys
            if key != "none"
        }
        if "bad" in found:
            found["bad"] = ValueError("unreadable")
        return found


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[BatchedRead[str, int], Lengths]]:
    connections, lengths = Connections(url), Lengths()
    try:
        yield BatchedRead(connections, lengths.read), lengths
    finally:
        await connections.close()


@live
async def test_keys_that_wait_are_read_together_and_once(url: str) -> None:
    async with opened(url) as (read, lengths):
        first = asyncio.create_task(read.get("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        keys = ["bb", "ccc", "bb", "none"]
        assert await asyncio.gather(*map(read.get, keys)) == [2, 3, 2, None]
        assert await first == 1
        assert lengths.batches == [["a"], ["bb", "ccc", "none"]]
        assert await read.get("a") == 1
        assert lengths.batches[2:] == [["a"]], "nothing is remembered"


@live
async def test_many_keys_are_read_in_several_queries(url: str) -> None:
    async with opened(url) as (read, lengths):
        keys = [str(number) for number in range(250)]
        assert await asyncio.gather(*map(read.get, keys)) == list(map(len, keys))
        assert [len(batch) for batch in lengths.batches] == [100, 100, 50]


@live
async def test_an_unreadable_value_fails_for_its_key_only(url: str) -> None:
    async with opened(url) as (read, _):
        found = await asyncio.gather(*map(read.get, ["a", "bad", "cc"]), return_exceptions=True)
        assert [type(each) for each in found] == [int, ValueError, int]


@live
async def test_a_key_that_the_database_refuses_fails_alone(postgres: str) -> None:
    async with opened(postgres) as (read, _):
        found = await asyncio.gather(*map(read.get, ["a", "b\0", "cc"]), return_exceptions=True)
        assert found[0::2] == [1, 2]
        assert isinstance(found[1], StorageError)


@live
async def test_a_database_that_fails_is_told_to_all_and_asked_again(url: str) -> None:
    async with opened(url) as (read, lengths):
        broken = True

        def fail(connection: Connection, keys: Sequence[str]) -> dict[str, int | Exception]:
            if broken:
                connection.execute(text("SELECT * FROM nowhere"))
            return lengths.read(connection, keys)

        read._read = fail
        found = await asyncio.gather(*map(read.get, ["a", "b"]), return_exceptions=True)
        assert all(isinstance(each, StorageError) for each in found)
        broken = False
        assert await read.get("a") == 1


@live
async def test_a_caller_that_is_cancelled_takes_nothing_from_others(url: str) -> None:
    async with opened(url) as (read, _):
        tasks = [asyncio.create_task(read.get("same")) for _ in range(2)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        assert await tasks[1] == 4
        with pytest.raises(asyncio.CancelledError):
            await tasks[0]


@live
async def test_what_was_stored_before_the_call_is_found(url: str) -> None:
    storage = Database(url)
    await storage.open()
    try:
        await storage.add_person(Person("ann", "Ann"), "hash", 1)
        reading = asyncio.create_task(storage.find_person("hash"))
        await asyncio.sleep(0)
        await storage.rename_person("ann", "Anna")
        assert await storage.find_person("hash") == Person("ann", "Anna")
        assert await reading in (Person("ann", "Ann"), Person("ann", "Anna"))
    finally:
        await storage.close()
