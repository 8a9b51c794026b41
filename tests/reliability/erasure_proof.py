"""The erasure proof: many people are forgotten at once, and players beside them do not notice.

    python -m tests.reliability.erasure_proof [--entries N] [--people 29] [--checkout FOLDER]

The database is filled with copies of a real match. Each person has some tables, and all ask to be
forgotten at the same moment, while an honest visitor plays, loads the page and looks at a replay.
In the end no row and no file may hold a forgotten name. With --checkout the server is that of
another checkout of this project, and nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import msgspec

from hanamichi.server.storage.connections import sqlite_url
from tests.reliability.honest_visitor import HonestTimes, HonestVisitor
from tests.reliability.server_process import ROOT, ServerProcess
from tests.server.live import Person, Server, person

_NAME = "Forgettable {}"
_TABLES_EACH = 5
_MAX_SECONDS = 600.0
_SCHEMA_OF_COPIES = ("tables", "entries", "seatings", "finished", "mentions", "openings")

MOST_SECONDS = 0.5
"""The most that the honest visitor may wait for anything."""
_ATTENDED_SECONDS = 10.0


class ErasureFigures(msgspec.Struct, frozen=True):
    """What was measured."""

    entries: int
    people: int
    erased: float
    """Seconds until the last person was forgotten."""
    honest: HonestTimes


async def main(entries: int, people: int, checkout: Path) -> ErasureFigures:
    """Fill a database, have people forgotten, and look what is left."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = ServerProcess(sqlite_url(folder), folder, "open", checkout=checkout)
        address = Server(cast("Any", None), server.address)
        server.start()
        try:
            await server.until_ready()
            async with AsyncExitStack() as stack:
                guests = [
                    await stack.enter_async_context(person(address, _NAME.format(n)))
                    for n in range(people)
                ]
                for guest in guests:
                    for _ in range(_TABLES_EACH):
                        await guest.open_table("hanabi/cocktail", "me", "open")
                async with person(address, "Somebody else") as other:
                    table = await _bots_only(other)
                server.stop()
                stored = await asyncio.to_thread(_fill, folder / "hanamichi.db", table, entries)
                server.start()
                await server.until_ready()
                figures = await _forget(address, guests, stored)
            await asyncio.sleep(2)  # until the log is emptied
            print(figures)
            if checkout == ROOT:
                _check(folder, figures)
            return figures
        finally:
            server.sweep()


async def _bots_only(guest: Person) -> str:
    """A match between bots, to the end; the table."""
    table = await guest.open_table("koikoi/nintendo", "random", "random", start=True)
    async with guest.at(table) as line:
        await line.until(lambda: line.table["status"] == "over", seconds=60)
    return table


def _fill(database: Path, table: str, entries: int) -> int:
    """Copy a match until there are so many entries; how many there are."""
    with sqlite3.connect(database) as connection:
        (each,) = connection.execute(
            "SELECT count(*) FROM entries WHERE table_id = ?", (table,)
        ).fetchone()
        existing = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        for name in _SCHEMA_OF_COPIES:
            if name in existing:
                _copy(connection, name, table, entries // each)
        (total,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return int(total)


def _copy(connection: sqlite3.Connection, name: str, table: str, copies: int) -> None:
    """Copy the rows of a table of the server under so many other ids."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
    key = "id" if name == "tables" else "table_id"
    other_id = "printf('%06d-%s', n, ?1)"
    values = [other_id if column in (key, "replay_id") else column for column in columns]
    connection.execute(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)"
        f" INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)}"
        f" FROM numbers, {name} WHERE {key} = ?1",
        (table, copies),
    )


async def _forget(server: Server, guests: list[Person], entries: int) -> ErasureFigures:
    async with HonestVisitor(server.address) as honest:
        attending = asyncio.create_task(honest.attend(_ATTENDED_SECONDS))
        await asyncio.sleep(1)
        began = time.perf_counter()
        answers = await asyncio.gather(
            *(guest.client.delete("/api/me", timeout=_MAX_SECONDS) for guest in guests)
        )
        erased = time.perf_counter() - began
        times = await attending
    assert {answer.status_code for answer in answers} == {200}
    return ErasureFigures(entries, len(guests), erased, times)


def _check(folder: Path, figures: ErasureFigures) -> None:
    name = _NAME.partition(" ")[0].encode()
    for file in folder.iterdir():
        if file.name.startswith("hanamichi.db"):
            assert name not in file.read_bytes(), f"a forgotten name is left in {file.name}"
    honest = figures.honest
    for each in (honest.ping, honest.page, honest.move, honest.replay):
        assert each.worst < MOST_SECONDS, f"the honest visitor waited {each.worst} s"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--entries", type=int, default=1_200_000)
    parser.add_argument("--people", type=int, default=29)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    asyncio.run(main(given.entries, given.people, given.checkout))
