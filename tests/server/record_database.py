"""Make a database with the server of another version, and note what that server answers from it.

`python -m tests.server.record_database SOURCE VERSION`, where SOURCE is the `src` folder of that
version. Writes `tests/fixtures/database-VERSION.sqlite.gz` and `database-VERSION.json.gz`.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.server.live import Person, Server, Socket, person, play_out

FIXTURES = Path(__file__).parent.parent / "fixtures"
_ADDRESS = re.compile(rb"127\.0\.0\.1:\d+")


class Recorded(msgspec.Struct):
    """What is known of a recorded database besides the file itself."""

    cookies: dict[str, dict[str, str]]
    """The cookies of each person, by nickname."""
    tables: dict[str, str]
    """The ids of tables, by what they are there for."""
    answers: dict[str, dict[str, str]]
    """By person and path: the body with which the recorded version answered."""


@asynccontextmanager
async def served(source: Path, folder: Path) -> AsyncIterator[Server]:
    """A server process of the other version, on a free port."""
    options = ("--host", "127.0.0.1", "--port", "0", "--bot-pace", "instant")
    database = ("--database", str(folder / "hanamichi.db"))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "hanamichi", "serve", *options, *database),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(source)},
        cwd=folder,
    )
    assert process.stdout is not None
    try:
        while (found := _ADDRESS.search(await process.stdout.readline())) is None:
            assert process.returncode is None, "the server did not start"
        app: Any = None  # it lives in the other process
        yield Server(app, found[0].decode())
    finally:
        process.send_signal(signal.SIGINT)
        await process.wait()


async def move(line: Socket, rng: random.Random) -> None:
    """Make any legal move once it is this seat's turn."""
    await line.until(lambda: line.to_act)
    assert line.position is not None
    ply = line.position["ply"]
    await line.move_any(rng)
    await line.until(lambda: line.position is not None and line.position["ply"] > ply)


async def open_table(ann: Person) -> str:
    """A listed table that waits for a player, after its host has changed everything."""
    table = await ann.open_table("hanabi/cocktail", "me", "open", listed=True)
    async with ann.at(table) as line:
        await line.ok("change-table", preset="hanabi/xii-singes", players=4)
        await line.ok("change-table", options={"errors": 5}, bot_pace="quick")
        await line.ok("change-table", clock={"bank": 600, "increment": 5})
        await line.ok("set-seat", seat=2, plan={"type": "bot", "bot": "casual"})
        await line.ok("sit", seat=3)
    return table


async def playing_table(ann: Person, bo: Person, device: Person) -> str:
    """A match with every kind of entry that one can have while it is played."""
    rng = random.Random(1)
    options = {"first_seat": 0}
    table = await ann.open_table("hanabi/grands-feux", "me", "open", "casual", options=options)
    async with bo.at(table) as bos, ann.at(table) as anns:
        await bos.ok("sit")
        await anns.ok("start")
        for _ in range(2):
            await move(anns, rng)
            await move(bos, rng)
        await anns.until(lambda: anns.to_act)
        await anns.ok("note", key="1", text="maybe a five")
        await anns.ok("propose", what="take-back")
        await bos.ok("answer", agree=False)
        await anns.ok("propose", what="take-back")
        await bos.ok("answer", agree=True)
        await anns.until(lambda: anns.position is not None and anns.position["ply"] == 3)
        await move(anns, rng)
        url = (await anns.ok("link-seat"))["url"]
        await bos.ok("leave")
        await anns.ok("stand-in", seat=1, bot="novice")
        async with device.at(table) as others:
            await others.ok("use-seat-link", key=url.rpartition("=")[2])
        await bos.ok("come-back")
        await anns.until(lambda: anns.to_act or bos.to_act)
    await bo.request("PUT", "/api/me", {"name": "Bo 🎆"})
    return table


async def clocked_table(ann: Person, bo: Person) -> str:
    """A match of Koi-Koi with a clock."""
    rng = random.Random(2)
    clock = {"bank": 86_400, "increment": 5}
    table = await ann.open_table("koikoi/nintendo", "me", "open", clock=clock)
    async with bo.at(table) as bos, ann.at(table) as anns:
        await bos.ok("sit")
        await anns.ok("start")
        for _ in range(8):
            await anns.until(lambda: anns.to_act or bos.to_act)
            await (anns if anns.to_act else bos).move_any(rng)
            await asyncio.sleep(0.1)
    return table


async def finished_table(ann: Person, preset: str, bot: str, **options: Any) -> str:
    """A match with a bot, played to its end, and its rematch."""
    table = await ann.open_table(preset, "me", bot, options=options, start=True)
    async with ann.at(table) as line:
        await play_out(line, seed=3)
        await line.ok("play-again")
    return table


async def stopped_table(ann: Person, bo: Person) -> str:
    """A match that ended by a vote."""
    table = await ann.open_table("hanabi/cocktail", "me", "open")
    async with bo.at(table) as bos, ann.at(table) as anns:
        await bos.ok("sit")
        await anns.ok("start")
        await anns.ok("propose", what="end-match")
        await bos.ok("answer", agree=True)
    return table


async def timed_out_table(ann: Person, cy: Person) -> str:
    """A match that ended because a player ran out of time; the other one is erased afterwards."""
    table = await ann.open_table("koikoi/nintendo", "me", "open", clock={"bank": 10})
    async with cy.at(table) as cys, ann.at(table) as anns:
        await cys.ok("sit")
        await anns.ok("start")
        await cys.until(lambda: cys.table["status"] == "over", 20.0)
    await cy.request("DELETE", "/api/me")
    return table


async def lesson_table(ann: Person) -> str:
    """A lesson after one step and one move that the lesson did not ask for."""
    table = str((await ann.request("POST", "/api/lessons/hanabi"))["id"])
    async with ann.at(table) as line:
        await line.until(lambda: line.to_act)
        await line.move(line.table["lesson"]["expected"])
        await line.until(lambda: line.to_act and line.table["lesson"]["step"] == 1)
        assert line.position is not None
        expected = line.table["lesson"]["expected"]
        await line.move(next(one for one in line.position["legal"] if one != expected))
        await line.until(lambda: line.table["lesson"]["back_to"] is not None)
    return table


async def fill(server: Server) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Play all of it: the people's cookies and the tables' ids."""
    async with (
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server, "Cy") as cy,
        person(server) as device,
    ):
        await device.request("GET", "/api/me")
        tables = {
            "open": await open_table(ann),
            "playing": await playing_table(ann, bo, device),
            "clocked": await clocked_table(ann, bo),
            "hanabi": await finished_table(ann, "hanabi/cocktail", "casual"),
            "koikoi": await finished_table(ann, "koikoi/nintendo", "regular", rounds=2),
            "stopped": await stopped_table(ann, bo),
            "timed out": await timed_out_table(ann, cy),
            "lesson": await lesson_table(ann),
        }
        replay = (await ann.request("GET", f"/api/tables/{tables['koikoi']}"))["replay"]
        branch = {"ply": 5, "seat": 0, "cards": "reshuffled", "bot": "regular"}
        path = f"/api/replays/{replay}/branches"
        tables["branch"] = (await ann.request("POST", path, branch))["id"]
        record = (await ann.client.get(f"/api/replays/{replay}/record")).content
        imported = await bo.client.post("/api/replays", content=record)
        tables["import"] = imported.json()["id"]
        people = {"Ann": ann, "Bo": bo}
        return {name: dict(each.client.cookies) for name, each in people.items()}, tables


def paths(tables: dict[str, str], replays: list[str]) -> list[str]:
    """Everything that can be read of these tables and replays."""
    found = ["/api/me", "/api/me/matches", "/api/me/statistics", "/api/me/records"]
    for name, table in tables.items():
        if name == "import":
            replays = [*replays, table]
        else:
            found += [f"/api/tables/{table}", f"/api/tables/{table}/record"]
    found.append("/api/me/tables")
    for replay in replays:
        found.append(f"/api/replays/{replay}")
        for more in ("frames?first=0&count=50", "frames?first=3&count=9&seat=1", "record", "seal"):
            found.append(f"/api/replays/{replay}/{more}")
    return found


async def read(server: Server, cookies: dict[str, str], tables: dict[str, str]) -> dict[str, str]:
    """What the server answers to a person who reads everything."""
    async with person(server) as someone:
        someone.client.cookies.update(cookies)
        infos = [
            await someone.request("GET", f"/api/tables/{table}")
            for name, table in tables.items()
            if name != "import"
        ]
        replays = [info["replay"] for info in infos if info["replay"]]
        answers = {}
        for path in paths(tables, replays):
            answers[path] = (await someone.client.get(path)).text
        return answers


async def record(source: Path, version: str) -> None:
    """Make the database, restart the server, and note its answers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with served(source, folder) as server:
            cookies, tables = await fill(server)
            await asyncio.sleep(2.0)  # bots finish their turns
        database = (folder / "hanamichi.db").read_bytes()
        async with served(source, folder) as server:
            answers = {who: await read(server, each, tables) for who, each in cookies.items()}
        kept = Recorded(cookies, tables, answers)
    for form, data in (("sqlite", database), ("json", msgspec.json.encode(kept))):
        file = FIXTURES / f"database-{version}.{form}.gz"
        file.write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1]), sys.argv[2]))
