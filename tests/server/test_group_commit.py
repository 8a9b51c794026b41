"""Group commit: appends of many tables in one transaction, each with its own result."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from msgspec import structs
from sqlalchemy import event

from hanamichi.server.ops.config import NO_QUOTAS
from hanamichi.server.storage.append import Append, write_appends
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.group_commit import GroupCommit
from hanamichi.server.table.entries import Renamed, Stored, stored_run
from hanamichi.server.table.state import evolve
from tests.server.live import Socket, live, person, running
from tests.server.table_harness import ANN, TableHarness

PLAY = {"type": "play", "card": 0}
OPENED = TableHarness("hanabi/cocktail", "me", "open").stored[0]


def history(table_id: str, length: int) -> list[Append]:
    """The appends of a table where Ann changes her name again and again."""
    first = evolve(None, table_id, OPENED, 0.0)
    appends = [Append((OPENED,), None, first)]
    for n in range(1, length):
        before = appends[-1].after
        assert ANN.person is not None
        run = stored_run([Renamed(person=ANN.person, name=f"Ann {n}")], before.seq, 1)
        appends.append(Append(run, before, evolve(before, table_id, run[0], 0.0)))
    return appends


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    storage = Database(url)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


async def results(*calls: Any) -> list[str]:
    """The results of concurrent calls."""
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    return ["stored" if result is None else type(result).__name__ for result in outcomes]


@contextmanager
def at_commit(storage: Database, happens: Callable[[], object]) -> Iterator[None]:
    """Call something whenever a transaction is about to be committed."""

    def listener(_: Any) -> None:
        happens()

    engine = storage._thread_engine or storage._engine.sync_engine
    event.listen(engine, "commit", listener)
    try:
        yield
    finally:
        event.remove(engine, "commit", listener)


def disk_fails() -> None:
    raise OSError("no space left")


async def bodies(storage: Database, append: Append) -> list[Stored]:
    return await storage.entries(append.after.id)


@live
async def test_tables_that_wait_at_the_same_time_share_a_transaction(url: str) -> None:
    appends = [history(f"table {n}", 1)[0] for n in range(100)]
    commits: list[int] = []
    async with opened(url) as storage:
        with at_commit(storage, lambda: commits.append(1)):
            outcomes = await results(*(storage.append(append) for append in appends))
        assert outcomes == ["stored"] * 100
        assert len(commits) == 1
        for append in appends:
            assert await bodies(storage, append) == list(append.stored)


@live
async def test_notes_of_many_people_share_a_transaction(url: str) -> None:
    tables = [f"table {n}" for n in range(20)]
    commits: list[int] = []
    async with opened(url) as storage:
        await storage.append(*(history(table, 1)[0] for table in tables))
        with at_commit(storage, lambda: commits.append(1)):
            written = (
                storage.write_note(table, f"person {n}", "1", f"note {n}", at_most=1)
                for table in tables
                for n in range(5)
            )
            assert await results(*written) == ["stored"] * 100
        # PostgreSQL's other processes are told in the same transaction.
        assert len(commits) == 1
        assert await storage.notes("table 7", "person 3") == {"1": "note 3"}


@live
async def test_notes_of_a_group_count_in_their_order(url: str) -> None:
    quotas = structs.replace(NO_QUOTAS, notes_per_person=3)

    async def write(table: str, key: str, text: str) -> None:
        await storage.write_note(table, "ann", key, text, at_most=2, quotas=quotas)

    async with opened(url) as storage:
        await storage.append(history("one", 1)[0], history("two", 1)[0])
        outcomes = await results(
            write("one", "1", "first"),
            write("one", "1", "second"),
            write("one", "2", "other"),
            write("one", "3", "one more than the table takes"),
            write("gone", "1", "nowhere"),
            write("two", "1", "third of the person"),
            write("two", "2", "one too many"),
            write("one", "2", ""),
            write("two", "2", "room again"),
        )
        refused = ["stored"] * 3 + ["Refused", "Conflict", "stored", "Refused"] + ["stored"] * 2
        assert outcomes == refused
        assert await storage.notes("one", "ann") == {"1": "second"}
        assert await storage.notes("two", "ann") == {"1": "third of the person", "2": "room again"}


@live
async def test_a_conflict_fails_its_own_append_only(url: str) -> None:
    async with opened(url) as storage:
        taken = history("taken", 3)
        for append in taken:
            await storage.append(append)
        others = [history(f"table {n}", 1)[0] for n in range(8)]
        outcomes = await results(
            *(storage.append(append) for append in (*others[:4], taken[1], *others[4:]))
        )
        assert outcomes == ["stored"] * 4 + ["Conflict"] + ["stored"] * 4
        assert len(await bodies(storage, taken[0])) == 3


@live
async def test_the_appends_of_a_request_are_stored_together_or_not_at_all(url: str) -> None:
    async with opened(url) as storage:
        old, lone = history("old", 2), history("lone", 1)
        await storage.append(old[0])
        outcomes = await results(storage.append(lone[0], old[0]), storage.append(old[1]))
        assert outcomes == ["Conflict", "stored"]
        assert await bodies(storage, lone[0]) == []
        assert len(await bodies(storage, old[0])) == 2


@live
async def test_rows_that_the_database_refuses_fail_their_own_append_only(url: str) -> None:
    good = [history(f"table {n}", 1)[0] for n in range(3)]
    twice = good[0]._replace(
        stored=(OPENED, OPENED), after=structs.replace(good[0].after, id="twice")
    )
    unwritable = good[0]._replace(stored=(OPENED._replace(entry=object()),))  # type: ignore[arg-type]
    async with opened(url) as storage:
        outcomes = await results(
            *(storage.append(append) for append in (good[0], twice, good[1], unwritable, good[2]))
        )
        assert outcomes == ["stored", "Conflict", "stored", "TypeError", "stored"]
        assert await bodies(storage, twice) == []


@live
async def test_invalid_values_are_not_a_failure_of_the_database(url: str) -> None:
    async with opened(url) as storage:
        short, long = history("table", 1)[0], history("t" * 65, 1)[0]
        outcomes = await results(storage.append(short), storage.append(long))
        # SQLite takes text of any length.
        assert outcomes == ["stored", "stored" if url.startswith("sqlite") else "InvalidRow"]


@live
async def test_a_failing_database_fails_the_whole_group(url: str) -> None:
    appends = [history(f"table {n}", 1)[0] for n in range(5)]
    async with opened(url) as storage:
        with at_commit(storage, disk_fails):
            outcomes = await results(*(storage.append(append) for append in appends))
        assert outcomes == ["StorageError"] * 5
        for append in appends:
            assert await bodies(storage, append) == []
        outcomes = await results(*(storage.append(append) for append in appends))
        assert outcomes == ["stored"] * 5


@live
async def test_the_appends_of_a_table_keep_their_order(url: str) -> None:
    async with opened(url) as storage:
        here, there = history("here", 20), history("there", 20)
        mixed = [append for pair in zip(here, there, strict=True) for append in pair]
        assert await results(*map(storage.append, mixed)) == ["stored"] * 40
        assert await bodies(storage, here[0]) == [append.stored[0] for append in here]
        late = history("late", 3)
        outcomes = await results(*map(storage.append, reversed(late)))
        assert outcomes == ["Conflict", "Conflict", "stored"]


@live
async def test_cancelling_one_append_leaves_the_others_alone(url: str) -> None:
    appends = [history(f"table {n}", 1)[0] for n in range(6)]
    async with opened(url) as storage:
        tasks = [asyncio.create_task(storage.append(append)) for append in appends]
        give_up = functools.partial(
            asyncio.get_running_loop().call_soon_threadsafe, tasks[1].cancel
        )
        with at_commit(storage, give_up):
            await asyncio.sleep(0)
            tasks[0].cancel()  # before anything of the group is begun
            outcomes = await results(*tasks)
        assert outcomes == ["CancelledError"] * 2 + ["stored"] * 4
        assert await bodies(storage, appends[0]) == []
        for append in appends[1:]:
            assert len(await bodies(storage, append)) == 1


@live
async def test_closing_waits_for_queued_appends(url: str) -> None:
    storage = Database(url)
    await storage.open()
    appends = [history(f"table {n}", 1)[0] for n in range(300)]
    tasks = [asyncio.create_task(storage.append(append)) for append in appends]
    await asyncio.sleep(0)
    await storage.close()
    assert await results(*tasks) == ["stored"] * 300


@live
async def test_a_full_queue_refuses_more() -> None:
    stuck = asyncio.Event()

    class StuckDatabase(Database):
        async def run_write(self, write: Any, argument: Any) -> Any:
            await stuck.wait()
            raise StorageError("gone")

    group_commit = GroupCommit(StuckDatabase("sqlite+aiosqlite://"), write_appends)
    tasks = [asyncio.create_task(group_commit.append([])) for _ in range(10_200)]
    await asyncio.sleep(0)
    stuck.set()
    outcomes = await results(*tasks)
    assert outcomes == ["StorageError"] * 10_200
    assert tasks[-1].exception() != tasks[0].exception()
    assert "too much" in str(tasks[-1].exception())


@live
async def test_acknowledged_appends_are_stored_once_and_in_order(
    url: str,
) -> None:
    async with opened(url) as storage:
        for seed in range(12):
            await _random_appends(storage, random.Random(seed), f"{seed}")


async def _random_appends(storage: Database, rng: random.Random, name: str) -> None:
    """Concurrent, repeated, outdated and cancelled appends, on a disk that fails now and then."""
    histories = [history(f"{name}.{n}", rng.randint(1, 6)) for n in range(12)]
    acknowledged: dict[str, set[int]] = {}

    async def ask(append: Append) -> None:
        await storage.append(append)
        places = acknowledged.setdefault(append.after.id, set())
        assert append.after.seq not in places, "acknowledged twice"
        places.add(append.after.seq)

    def fails_at_times() -> None:
        if rng.random() < 0.2:
            disk_fails()

    rounds = sorted({n for each in histories for n in range(len(each))})
    with at_commit(storage, fails_at_times):
        for n in rounds:
            now = [each[n] for each in histories if n < len(each)]
            now += [rng.choice(rng.choice(histories)) for _ in range(4)]
            rng.shuffle(now)
            tasks = [asyncio.create_task(ask(append)) for append in now]
            for _ in range(rng.randrange(4)):
                await asyncio.sleep(0)
            rng.choice(tasks).cancel()
            outcomes = await results(*tasks)
            assert set(outcomes) <= {"stored", "Conflict", "StorageError", "CancelledError"}
    for each in histories:
        stored = await bodies(storage, each[0])
        assert [item.seq for item in stored] == list(range(1, len(stored) + 1))
        assert stored == [append.stored[0] for append in each[: len(stored)]]
        assert acknowledged.get(each[0].after.id, set()) <= {item.seq for item in stored}


@live
async def test_tables_continue_after_a_failed_group_commit(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, AsyncExitStack() as stack:
        lines: list[Socket] = []
        for _ in range(4):
            table = await ann.open_table(
                "hanabi/cocktail", "me", "random", options={"first_seat": 0}, start=True
            )
            lines.append(await stack.enter_async_context(ann.at(table)))

        async def all_move() -> list[Any]:
            return await asyncio.gather(*(line.move(PLAY, id="once", ply=0) for line in lines))

        with at_commit(server.app.database, disk_fails):
            assert {answer["code"] for answer in await all_move()} == {"server/storage"}
        assert [line.position["ply"] for line in lines if line.position] == [0] * 4
        assert {answer["type"] for answer in await all_move()} == {"ack"}
        assert {answer["type"] for answer in await all_move()} == {"ack"}
        for line in lines:
            await line.until(functools.partial(getattr, line, "to_act"))
            assert [entry["seat"] for entry in line.log] == [None, 0, 1]
