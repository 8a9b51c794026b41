"""The owner's commands in a real terminal, beside a live server and without one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.cli.app import main
from hanamichi.server.ops.clock import unix_milliseconds
from hanamichi.server.ops.config import DEFAULT_CONFIG
from hanamichi.server.owner_client import OwnerError, carry_out, read_list
from hanamichi.server.protocol.owner_messages import (
    ActDone,
    AnyOwnerCommand,
    BlockAddress,
    BlockPerson,
    CloseTable,
    DeleteTable,
    OwnerAnswer,
    OwnerCommand,
    RenamePerson,
)
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.owner_commands import OwnerCommands
from tests.cli.terminal import Terminal
from tests.reliability.server_process import ServerProcess
from tests.server.fleet import fleet_of
from tests.server.live import Person, Server, live, person, running

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Typed(NamedTuple):
    """What a command printed, and how it ended."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        lines = [line for line in self.text.splitlines() if not line.startswith("error[")]
        return msgspec.json.decode("\n".join(lines))


async def typed(url: str, *words: str) -> Typed:
    """Type a command into a terminal, and wait for its end."""

    def run() -> Typed:
        with Terminal(*words, "--database", url) as terminal:
            status = terminal.finish()
            return Typed(status, _ESCAPE.sub("", terminal.raw).replace("\r", ""))

    return await asyncio.to_thread(run)


@asynccontextmanager
async def live_process(url: str, folder: Path) -> AsyncIterator[Server]:
    """A server in a process of its own."""
    process = ServerProcess(url, folder)
    process.start()
    try:
        await process.until_ready()
        server = Server.__new__(Server)
        server.address = process.address
        yield server
    finally:
        process.sweep()


async def until_closed(ann: Person, table: str) -> str:
    """The code with which the socket of a person is refused."""
    async with ann.connected(table) as line:
        await line.until_closed()
        return str(line.messages[-1]["code"])


@live
async def test_every_command_works_beside_a_live_server(tmp_path: Path, url: str) -> None:
    async with (
        live_process(url, tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Rude Word") as rude,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open", listed=True)
        async with ann.at(table) as anns, rude.connected(table) as rudes:
            await rudes.until(lambda: rudes.snapshot is not None)
            await rudes.ok("sit")
            await anns.ok("start")

            listed = (await typed(url, "tables", "list", "--status", "playing", "--json")).json
            assert [each["id"] for each in listed["tables"]] == [table]
            shown = await typed(url, "tables", "show", table[:12])
            assert "Ann (person " in shown.text
            assert "entries" in shown.text
            details = (await typed(url, "tables", "show", table, "--json")).json
            address = details["address"]
            assert re.fullmatch(r"\d+-[0-9a-f]{24}", address)
            by_person = (await typed(url, "tables", "list", "--person", "Ann", "--json")).json
            assert len(by_person["tables"]) == 1

            path = f"/api/tables/{table}/reports"
            await ann.request("POST", path, {"reason": "name", "seat": 1, "text": "rude"})
            (report,) = (await typed(url, "reports", "list", "--json")).json["reports"]
            assert report["name"] == "Rude Word"
            assert (await typed(url, "reports", "close", report["id"][:8])).status == 0
            assert (await typed(url, "reports", "list")).text == "none\n"

            people = await typed(url, "people", "list", "--name", "rude")
            assert people.status == 0
            assert "Rude Word" in people.text
            assert (await typed(url, "people", "rename", "Rude Word", "Polite")).status == 0
            await anns.until(lambda: anns.table["seats"][1]["name"] == "Polite")
            silenced = await typed(url, "people", "silence", "Polite", "--json")
            someone = silenced.json["subject"]
            await anns.until(lambda: anns.table["seats"][1]["name"].startswith("Guest "))
            assert (await rude.request("PUT", "/api/me", {"name": "X"}))["code"]
            assert (await typed(url, "people", "unsilence", someone)).status == 0
            assert (await rude.request("PUT", "/api/me", {"name": "Sorry"}))["name"] == "Sorry"

            assert (await typed(url, "people", "block", someone[:12])).status == 0
            assert await rudes.until_closed() == 4403
            assert await until_closed(rude, table) == "person/blocked"
            blocked = (
                await typed(url, "people", "list", "--restriction", "blocked", "--json")
            ).json
            assert [each["id"] for each in blocked["people"]] == [someone]
            assert (await typed(url, "people", "unblock", someone)).status == 0

            assert (await typed(url, "tables", "close", table)).text == f"{table} is closed\n"
            await anns.until(lambda: anns.table["status"] == "over")
            assert anns.table["ending"]["reason"] == "owner"

        assert (
            await typed(url, "people", "forget", someone, "--yes")
        ).text == "the person is forgotten\n"
        assert (await rude.request("GET", "/api/me"))["name"] is None

        done = await typed(url, "addresses", "block", address, "--hours", "1", "--reason", "spam")
        assert done.status == 0
        assert (await ann.request("GET", "/api/me"))["code"] == "address/blocked"
        listed = (await typed(url, "addresses", "list", "--json")).json["addresses"]
        assert (listed[0]["hash"], listed[0]["reason"]) == (address, "spam")
        assert "spam" in (await typed(url, "addresses", "list")).text
        assert (await typed(url, "addresses", "unblock", address[:14])).status == 0
        assert (await ann.request("GET", "/api/me"))["name"] == "Ann"

        assert (await typed(url, "tables", "delete", table, "--yes")).status == 0
        assert (await ann.request("GET", f"/api/tables/{table}"))["code"] == "table/unknown"

        link = (await typed(url, "owner", "link", "--url", server.http)).text.strip()
        base, _, key = link.partition("/owner#key=")
        assert base == server.http
        answer = await ann.client.post("/api/owner/sign-in", json={"key": key})
        assert answer.status_code == 200
        acts = [line["act"] for line in (await ann.client.get("/api/owner/acts")).json()["acts"]]
        assert acts == [
            "delete-table",
            "unblock-address",
            "block-address",
            "forget-person",
            "close-table",
            "unblock-person",
            "block-person",
            "unsilence-person",
            "silence-person",
            "rename-person",
            "close-report",
        ]
        log = await typed(url, "owner", "acts")
        assert "block-address" in log.text


@live
async def test_refusals_are_one_line_each(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with running(tmp_path) as server, person(server, "Ann"):
        for words, code in (
            (("tables", "show", "none"), "owner/unknown-table"),
            (("tables", "close", "none"), "owner/unknown-table"),
            (("tables", "delete", "-x", "--yes"), "owner/unknown-table"),
            (("people", "block", "Nobody"), "owner/unknown-person"),
            (("people", "rename", "Ann", "\u200b"), "person/name"),
            (("addresses", "block", "127.0.0.1"), "owner/unknown-address"),
            (("reports", "close", "none"), "owner/unknown-report"),
            (("people", "block", ""), "cli/usage"),
            (("people", "forget", "Ann", "--json"), "cli/usage"),
            (("tables", "delete", "none"), "owner/unknown-table"),
            (("owner", "link", "--url", "javascript:x"), "cli/usage"),
        ):
            refused = await typed(url, *words)
            assert refused.status == 2, words
            assert f"error[{code}]" in refused.text
            errors = [line for line in refused.text.splitlines() if line.startswith("error[")]
            assert len(errors) == 1
            assert len(refused.text.splitlines()) <= 2


def test_what_is_empty_or_too_long_is_said_in_words(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    long = "x" * 201
    for words, message in (
        (("people", "rename", "Ann", ""), "The name is empty (at name)"),
        (("tables", "close", ""), "The table is empty (at table)"),
        (("reports", "close", long), "The report has 201 characters; at most 200 fit (at report)"),
        (
            ("addresses", "block", "1-2", "--reason", long),
            "The reason has 201 characters; at most 200 fit (at reason)",
        ),
    ):
        refused = CliRunner().invoke(main, [*words, "--database", url])
        assert refused.exit_code == 2
        assert refused.stderr == f"error[cli/usage]: {message}\n"


@live
async def test_what_cannot_be_undone_is_shown_and_asked(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        owner = (await server.table(table)).host

        async def answered(answer: str, *words: str) -> Typed:
            def run() -> Typed:
                with Terminal(*words, "--database", url) as terminal:
                    terminal.until("[y/N]")
                    terminal.type(answer)
                    return Typed(terminal.finish(), terminal.raw.replace("\r", ""))

            return await asyncio.to_thread(run)

        refused = await answered("n", "tables", "delete", table[:8])
        assert refused.status != 0
        assert f"Delete {table} (hanabi/cocktail, open, Ann" in refused.text.replace("\n", "")
        assert (await ann.request("GET", f"/api/tables/{table}"))["status"] == "open"
        assert (await answered("y", "tables", "delete", table[:8])).status == 0
        assert (await ann.request("GET", f"/api/tables/{table}"))["code"] == "table/unknown"

        refused = await answered("n", "people", "forget", "Ann")
        assert f"Erase Ann (id {owner}, tables: 0)" in refused.text.replace("\n", "")
        assert (await ann.request("GET", "/api/me"))["name"] == "Ann"
        assert (await answered("y", "people", "forget", "Ann")).status == 0
        assert (await ann.request("GET", "/api/me"))["name"] is None


@live
async def test_a_few_characters_of_an_id_name_nothing(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        host = str((await server.table(table)).host)
        for words, code in (
            (("tables", "close", table[:7]), "owner/unknown-table"),
            (("people", "block", host[:7]), "owner/unknown-person"),
        ):
            assert f"error[{code}]" in (await typed(url, *words)).text
        assert (await typed(url, "people", "block", host[:8])).status == 0


@live
async def test_what_people_report_and_why_an_address_is_blocked_is_shown_whole(
    tmp_path: Path,
) -> None:
    url = sqlite_url(tmp_path)
    told = " ".join(f"word{number}" for number in range(60))
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        path = f"/api/tables/{table}/reports"
        assert "id" in await ann.request("POST", path, {"reason": "other", "text": told})
        shown = (await typed(url, "reports", "list")).text
        assert told in " ".join(shown.split())
        assert max(map(len, shown.splitlines())) < 80
        address = (await typed(url, "tables", "show", table, "--json")).json["address"]
        why = "floods the public list every evening"
        assert (await typed(url, "addresses", "block", address, "--reason", why)).status == 0
        blocked = (await typed(url, "addresses", "list")).text
        assert why in blocked
        assert "for ever" in blocked


def files_with(folder: Path, text: bytes) -> list[str]:
    """The files of the database that contain a text."""
    files = [file for file in folder.iterdir() if file.name.startswith("hanamichi.db")]
    assert len(files) >= 3
    return [file.name for file in files if text in file.read_bytes()]


@live
async def test_no_file_keeps_the_name_of_who_is_forgotten(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with live_process(url, tmp_path) as server, person(server, "Zorkmid") as ann:
        await ann.open_table("hanabi/cocktail", "me", "open")
        assert (await typed(url, "people", "forget", "Zorkmid", "--yes")).status == 0
        assert files_with(tmp_path, b"Zorkmid") == []


@live
async def test_without_a_server_the_command_does_it(tmp_path: Path, url: str) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        playing = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        waiting = await ann.open_table("hanabi/cocktail", "me", "open", listed=True)
        jar = ann.client.cookies
    for words in (
        ("tables", "close", playing),
        ("tables", "close", waiting),
        ("people", "silence", "Ann"),
    ):
        assert (await typed(url, *words)).status == 0
    async with running(tmp_path, url=url) as server, person(server) as again:
        again.client.cookies.update(jar)
        info = await again.request("GET", f"/api/tables/{playing}")
        assert (info["status"], info["ending"]["reason"]) == ("over", "owner")
        assert (await again.request("GET", f"/api/tables/{waiting}"))["code"] == "table/unknown"
        assert (await again.request("GET", "/api/me"))["name"].startswith("Guest ")
    name = "Guest "
    people = await read_list(url, lambda lists: lists.people(10, text=name))
    assert (await typed(url, "people", "forget", people.people[0].id, "--yes")).status == 0
    assert (await read_list(url, lambda lists: lists.people(10))).people == ()


@live
async def test_a_database_that_no_server_used_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.db"
    refused = await typed(str(missing), "tables", "list")
    assert refused.status == 2
    assert "error[serve/database]" in refused.text
    assert not missing.exists()


@live
async def test_blocks_and_deletions_reach_every_process(shared: str) -> None:
    async with fleet_of(2, shared) as fleet:
        one, other = fleet.members
        async with person(one, "Ann") as ann, person(other, "Bo") as bo:
            table = await ann.open_table("hanabi/cocktail", "me", "open")
            async with ann.connected(table) as anns, bo.connected(table) as bos:
                for line in (anns, bos):
                    await line.until(lambda line=line: line.snapshot is not None)  # type: ignore[misc]
                await carry_out(shared, BlockPerson(person="Bo"), DEFAULT_CONFIG)
                await carry_out(shared, BlockPerson(person="Ann"), DEFAULT_CONFIG)
                assert (await anns.until_closed(), await bos.until_closed()) == (4403, 4403)
        async with person(one, "Cy") as cy, person(other, "Di") as di:
            table = await cy.open_table("hanabi/cocktail", "me", "random", start=True)
            async with cy.connected(table) as cys, di.connected(table) as dis:
                for line in (cys, dis):
                    await line.until(lambda line=line: line.snapshot is not None)  # type: ignore[misc]
                await carry_out(shared, DeleteTable(table=table), DEFAULT_CONFIG)
                assert (await cys.until_closed(), await dis.until_closed()) == (4404, 4404)


# -- what goes wrong -------------------------------------------------------------------------------


@live
async def test_a_server_that_hangs_does_nothing_later(tmp_path: Path, url: str) -> None:
    process = ServerProcess(url, tmp_path)
    process.start()
    try:
        await process.until_ready()
        server = Server.__new__(Server)
        server.address = process.address
        async with person(server, "Ann") as ann:
            table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
            os.kill(process.pid, signal.SIGSTOP)
            # PostgreSQL's other processes would take it for dead; here there is none.
            with contextlib.suppress(OwnerError):
                done = await carry_out(url, CloseTable(table=table), DEFAULT_CONFIG)
                assert url.startswith("postgresql"), done
            os.kill(process.pid, signal.SIGCONT)
            await process.until_ready()
            await asyncio.sleep(1)
            info = await ann.request("GET", f"/api/tables/{table}")
            expected = "over" if url.startswith("postgresql") else "playing"
            assert info["status"] == expected
    finally:
        process.sweep()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


@live
async def test_a_command_of_a_dead_process_is_answered_and_not_repeated(url: str) -> None:
    async with opened(url) as dead, opened(url) as alive:
        command = CloseTable(table="t")
        command_id = await OwnerCommands(dead).give(command, unix_milliseconds())
        assert await OwnerCommands(dead).take(unix_milliseconds()) == (command_id, command)
        commands = OwnerCommands(alive)
        assert await commands.take(unix_milliseconds()) is None
        await commands.answer_for_ended_processes(unix_milliseconds())
        state = await commands.state(command_id)
        assert state.answer is not None
        assert state.answer.problem is not None
        assert state.answer.problem.code == "owner/interrupted"
        # Had it only been slow, its late answer would change nothing.
        late = OwnerAnswer(done=ActDone(act="close-table", subject="t"))
        await OwnerCommands(dead).answer(command_id, late)
        assert await commands.state(command_id) == state


@live
async def test_of_several_processes_one_takes_a_command(url: str) -> None:
    async with opened(url) as first, opened(url) as second:
        sides = [OwnerCommands(first), OwnerCommands(second)]
        ids = [
            await sides[0].give(BlockPerson(person=f"p{n}"), unix_milliseconds()) for n in range(10)
        ]
        taken: list[str] = []

        async def take_all(side: OwnerCommands) -> None:
            while (given := await side.take(unix_milliseconds())) is not None:
                taken.append(given.id)

        await asyncio.gather(*map(take_all, sides))
        assert sorted(taken) == sorted(ids)


@live
async def test_commands_that_were_given_up_are_not_carried_out(url: str) -> None:
    async with opened(url) as database:
        commands = OwnerCommands(database)
        old = await commands.give(CloseTable(table="t"), unix_milliseconds() - 61_000)
        new = await commands.give(CloseTable(table="t"), unix_milliseconds())
        assert await commands.withdraw(new)
        assert await commands.take(unix_milliseconds()) is None
        await commands.answer_for_ended_processes(unix_milliseconds())
        assert not await commands.withdraw(old), "it is deleted"


# -- parsing ---------------------------------------------------------------------------------------

NAMES = st.text(min_size=1, max_size=200)
COMMANDS: st.SearchStrategy[OwnerCommand] = st.one_of(
    st.builds(CloseTable, table=NAMES),
    st.builds(RenamePerson, person=NAMES, name=NAMES),
    st.builds(
        BlockAddress,
        address=NAMES,
        hours=st.none() | st.integers(1, 24 * 3650),
        reason=st.text(max_size=200),
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)


@given(COMMANDS)
def test_commands_survive_the_database(command: OwnerCommand) -> None:
    body = msgspec.json.encode(command)
    assert msgspec.json.decode(body, type=AnyOwnerCommand) == command


@given(st.sampled_from(["close-table", "block-address", "prune", ""]), JSON, JSON)
def test_anything_else_is_refused(act: str, table: Any, more: Any) -> None:
    tree = {"act": act, "table": table, "more": more}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(tree, AnyOwnerCommand)
