"""What the owner does to tables, people and addresses, and how it reaches those concerned."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from hanamichi.server import application
from hanamichi.server.live import owner_command_loop
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.config import DEFAULT_CONFIG
from hanamichi.server.owner_client import carry_out
from hanamichi.server.protocol.owner_messages import BlockPerson
from hanamichi.server.storage import schema
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.table_deletion import _PARTS
from hanamichi.server.table import moves
from tests.server.live import Person, Server, Socket, live, person, running
from tests.server.test_owner_page import signed_in

HOUR = 3600 * 1000


async def do(owner: httpx.AsyncClient, act: str, **fields: Any) -> Any:
    """Carry out an act; the answer, also a refusal."""
    return (await owner.post("/api/owner/acts", json={"act": act, **fields})).json()


async def person_id(owner: httpx.AsyncClient, name: str) -> str:
    people = (await owner.get(f"/api/owner/people?text={name}")).json()["people"]
    return str(people[0]["id"])


async def over(line: Socket) -> None:
    await line.until(lambda: line.table["status"] == "over")


async def acts(owner: httpx.AsyncClient) -> list[str]:
    return [line["act"] for line in (await owner.get("/api/owner/acts")).json()["acts"]]


# -- tables ----------------------------------------------------------------------------------------


@live
@pytest.mark.parametrize("preset", ["hanabi/cocktail", "koikoi/nintendo"])
async def test_a_running_match_is_ended_without_a_result(
    preset: str, tmp_path: Path, url: str
) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        signed_in(server) as owner,
    ):
        table = await ann.open_table(preset, "me", "open")
        async with ann.at(table) as anns, bo.at(table) as bos:
            await bos.ok("sit")
            await anns.ok("start")
            done = await do(owner, "close-table", table=table[:10])
            assert done == {"act": "close-table", "subject": table, "detail": ""}
            for line in (anns, bos):
                await over(line)
                ending = line.table["ending"]
                assert (ending["reason"], ending["winners"]) == ("owner", [])
        record = await ann.request("GET", f"/api/tables/{table}/record")
        assert record["abandoned"] == {"reason": "terminated"}
        (match,) = (await ann.request("GET", "/api/me/matches"))["matches"]
        assert match["result"]["reason"] == "owner"
        assert (await do(owner, "close-table", table=table))["code"] == "table/over"
        assert await acts(owner) == ["close-table"]


@live
async def test_a_table_that_never_started_is_deleted_when_closed(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.connected(table) as line:
            await line.until(lambda: line.snapshot is not None)
            await do(owner, "close-table", table=f"{server.http}/table/{table}#seat=x")
            assert await line.until_closed() == 4404
            assert line.messages[-1]["code"] == "table/deleted"
        assert (await ann.request("GET", f"/api/tables/{table}"))["code"] == "table/unknown"


@live
async def test_nothing_is_left_of_a_deleted_table(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        kept = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        for _ in range(2):
            table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
            async with ann.at(table) as line:
                await line.ok("note", key="0", text="five?")
                if _ == 0:
                    await line.ok("propose", what="end-match")
                (listed,) = [
                    each
                    for each in (await owner.get("/api/owner/tables")).json()["tables"]
                    if each["id"] == table
                ]
                done = await do(owner, "delete-table", table=listed["tag"])
                assert done["subject"] == table
                assert await line.until_closed() == 4404
            async with server.app.database.reading() as connection:
                for part in (*_PARTS, schema.tables):
                    column = part.c.id if part is schema.tables else part.c.table_id
                    query = select(func.count()).where(column == table)
                    assert await connection.scalar(query) == 0, part.name
            assert (await do(owner, "delete-table", table=table))["code"] == "owner/unknown-table"
        assert (await ann.request("GET", f"/api/tables/{kept}"))["status"] == "playing"


@live
async def test_moves_during_a_deletion_leave_nothing_behind(tmp_path: Path, url: str) -> None:
    """Bots play and people write while their tables are deleted."""
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        for _ in range(5):
            table = await ann.open_table("hanabi/cocktail", "random", "random", start=True)
            async with ann.at(table):
                await asyncio.sleep(0.05)
                done = await do(owner, "delete-table", table=table)
                assert done["act"] == "delete-table"
        await asyncio.sleep(0.3)
        assert server.app.tables.all_loaded() == {}
        async with server.app.database.reading() as connection:
            assert await connection.scalar(select(func.count()).select_from(schema.entries)) == 0


# -- people ----------------------------------------------------------------------------------------


@live
async def test_a_silenced_person_has_a_neutral_name_everywhere(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Rude Word") as rude,
        person(server, "Bo") as bo,
        signed_in(server) as owner,
    ):
        stored = await rude.open_table("hanabi/cocktail", "me", "open", listed=True)
        summaries = (await bo.request("GET", "/api/tables"))["tables"]
        assert [summary["id"] for summary in summaries] == [stored]
        server.app.tables.evict_idle(float("inf"))
        table = await bo.open_table("hanabi/cocktail", "me", "open")
        async with bo.at(table) as bos, rude.at(table) as rudes:
            await rudes.ok("sit")
            assert (await do(owner, "silence-person", person="Rude Word"))["act"]
            await bos.until(lambda: bos.table["seats"][1]["name"].startswith("Guest "))
            assert await rudes.ok("ping")
        summaries = (await bo.request("GET", "/api/tables"))["tables"]
        assert stored not in [summary["id"] for summary in summaries]
        assert "Rude" not in str(await bo.request("GET", f"/api/tables/{stored}"))
        renamed = await rude.request("PUT", "/api/me", {"name": "Rude Again"})
        assert renamed["code"] == "person/silenced"
        report = await rude.request("POST", f"/api/tables/{table}/reports", {"reason": "other"})
        assert report["code"] == "person/silenced"
        name = (await rude.request("GET", "/api/me"))["name"]
        await do(owner, "unsilence-person", person=name)
        assert (await rude.request("PUT", "/api/me", {"name": "Polite"}))["name"] == "Polite"


@live
async def test_a_blocked_person_is_out_at_once_and_stays_out(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        signed_in(server) as owner,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.connected(table) as anns, bo.at(table) as bos:
            await anns.until(lambda: anns.snapshot is not None)
            await bos.ok("sit")
            await do(owner, "block-person", person=await person_id(owner, "Ann"))
            assert await anns.until_closed() == 4403
            assert anns.messages[-1]["code"] == "person/blocked"
            assert await bos.ok("ping"), "others are not disturbed"
        async with ann.connected(table) as again:
            assert await again.until_closed() == 4403
        plan = {"preset": "hanabi/cocktail", "seats": [{"type": "me"}, {"type": "open"}]}
        for method, path, body in (
            ("POST", "/api/tables", plan),
            ("POST", "/api/lessons/hanabi", None),
            ("PUT", "/api/me", {"name": "Nan"}),
            ("POST", "/api/replays", {"no": "record"}),
            ("POST", f"/api/tables/{table}/reports", {"reason": "spam"}),
        ):
            assert (await ann.request(method, path, body))["code"] == "person/blocked", path
        await do(owner, "unblock-person", person="Ann")
        async with ann.at(table) as anns:
            assert await anns.ok("ping")


@live
async def test_a_forgotten_person_leaves_no_name_in_the_log(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        known = await person_id(owner, "Ann")
        await do(owner, "rename-person", person=known, name="Ana")
        assert (await ann.request("GET", "/api/me"))["name"] == "Ana"
        assert (await do(owner, "forget-person", person="Ana"))["subject"] == "forgotten"
        log = (await owner.get("/api/owner/acts")).text
        assert known not in log
        assert "Ana" not in log
        tables = (await owner.get("/api/owner/tables")).text
        assert "Ana" not in tables
        assert known not in tables


@live
async def test_the_owner_changes_a_name_also_at_a_table_with_too_many_entries(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MAX_ENTRIES", 1)
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        async with ann.at(table) as line:
            assert await ann.request("PUT", "/api/me", {"name": "Rude"}) == {"name": "Rude"}
            await line.ok("ping")
            assert line.table["seats"][0]["name"] == "Ann"
            await do(owner, "rename-person", person="Rude", name="Ana")
            await line.until(lambda: line.table["seats"][0]["name"] == "Ana")


@live
async def test_only_the_named_restriction_is_lifted(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        someone = (await do(owner, "block-person", person="Ann"))["subject"]
        refused = await do(owner, "unsilence-person", person=someone)
        assert (refused["code"], refused["where"]) == ("owner/unknown-person", "person")
        assert (await open_table(ann))["code"] == "person/blocked"
        await do(owner, "unblock-person", person=someone)
        await do(owner, "silence-person", person=someone)
        assert (await do(owner, "unblock-person", person=someone))["code"] == "owner/unknown-person"
        assert (await ann.request("PUT", "/api/me", {"name": "X"}))["code"] == "person/silenced"
        assert await acts(owner) == ["silence-person", "unblock-person", "block-person"]


@live
async def test_a_blocked_person_who_is_silenced_stays_blocked(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Rude") as rude,
        signed_in(server) as owner,
    ):
        someone = (await do(owner, "block-person", person="Rude"))["subject"]
        await do(owner, "silence-person", person=someone)
        assert (await open_table(rude))["code"] == "person/blocked"
        (found,) = (await owner.get("/api/owner/people?restriction=blocked")).json()["people"]
        assert found["name"].startswith("Guest ")
        await do(owner, "unblock-person", person=someone)
        assert (await rude.request("PUT", "/api/me", {"name": "Sorry"}))["name"] == "Sorry"


async def open_table(someone: Person) -> Any:
    body = {"preset": "hanabi/cocktail", "seats": [{"type": "me"}, {"type": "open"}]}
    return await someone.request("POST", "/api/tables", body)


@live
async def test_maintenance_and_commands_survive_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "_MAINTENANCE_SECONDS", 0.05)
    monkeypatch.setattr(owner_command_loop, "_POLL_SECONDS", 0.05)
    async with running(tmp_path) as server, person(server, "Ann"):
        faults, rounds = 0, asyncio.Event()

        async def fail(*_: object) -> Any:
            nonlocal faults
            faults += 1
            raise RuntimeError("a bug")

        async def next_step() -> None:
            if faults > 3:
                rounds.set()

        monkeypatch.setattr(server.app.seen, "write", fail)
        monkeypatch.setattr(server.app.eraser, "retry", next_step)
        await asyncio.wait_for(rounds.wait(), 10)
        commands = server.app.owner_command_loop._commands
        with monkeypatch.context() as faulty:
            faulty.setattr(commands, "take", fail)
            server.app.owner_command_loop.wake()
            await asyncio.sleep(0.2)
        done = await carry_out(sqlite_url(tmp_path), BlockPerson(person="Ann"), DEFAULT_CONFIG)
        assert done.act == "block-person"


@live
async def test_names_that_fit_several_are_refused(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Twin"),
        person(server, "Twin"),
        signed_in(server) as owner,
    ):
        assert (await do(owner, "block-person", person="Twin"))["code"] == "owner/ambiguous"
        assert await acts(owner) == []


@live
@pytest.mark.parametrize("given", ["nobody", "%", "_", "a\x00b", "x" * 200, "💮"])
async def test_what_does_not_exist_is_refused(given: str, tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        await ann.open_table("hanabi/cocktail", "me", "open")
        for act, field in (
            ("close-table", "table"),
            ("delete-table", "table"),
            ("rename-person", "person"),
            ("silence-person", "person"),
            ("forget-person", "person"),
            ("block-address", "address"),
            ("unblock-address", "address"),
            ("close-report", "report"),
        ):
            more = {"name": "Nan"} if act == "rename-person" else {}
            refused = await do(owner, act, **{field: given}, **more)
            assert refused["code"] == f"owner/unknown-{field}"
            assert refused["where"] == field
        assert await acts(owner) == []


# -- addresses -------------------------------------------------------------------------------------


def from_address(server: Server, address: str) -> Person:
    """A browser behind the trusted proxy."""
    someone = Person(server)
    someone.client.headers["x-forwarded-for"] = address
    return someone


@live
async def test_a_blocked_address_is_refused_until_the_block_ends(tmp_path: Path, url: str) -> None:
    proxies = TrustedProxies(["127.0.0.1"])
    async with running(tmp_path, url=url, proxies=proxies) as server, signed_in(server) as owner:
        keys, clock = server.app.address_keys, server.app.clock
        rude, other = from_address(server, "192.0.2.7"), from_address(server, "192.0.2.8")
        hashed = keys.hash("192.0.2.7")
        done = await do(owner, "block-address", address=hashed, hours=2, reason="flood")
        assert done == {"act": "block-address", "subject": hashed, "detail": "2 h"}
        answer = await rude.client.get("/api/me")
        assert answer.status_code == 403
        assert answer.json()["code"] == "address/blocked"
        assert 7100 < int(answer.headers["retry-after"]) <= 7200
        assert (await rude.client.get("/")).status_code == 200, "the page can say why"
        assert (await other.client.get("/api/me")).status_code == 200
        (listed,) = (await owner.get("/api/owner/addresses")).json()["addresses"]
        assert (listed["hash"], listed["blocked"], listed["reason"]) == (hashed, True, "flood")
        later = clock.wall_clock() + 3 * HOUR
        clock.wall_clock = lambda: later
        assert (await rude.client.get("/api/me")).status_code == 200
        await rude.client.aclose()
        await other.client.aclose()


@live
async def test_blocking_an_address_ends_its_sockets(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        signed_in(server) as owner,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        async with ann.connected(table) as line:
            await line.until(lambda: line.snapshot is not None)
            hashed = server.app.address_keys.hash("127.0.0.1")
            await do(owner, "block-address", address=hashed)
            assert await line.until_closed() == 4403
            assert line.messages[-1]["code"] == "address/blocked"
        async with ann.connected(table) as line:
            assert await line.until_closed() == 4403
        # The owner is at the same address, and can lift it.
        await do(owner, "unblock-address", address=hashed[:12])
        async with ann.at(table) as line:
            assert await line.ok("ping")
        refused = await do(owner, "unblock-address", address=hashed)
        assert refused["code"] == "owner/unknown-address"


@live
async def test_a_block_covers_the_wide_network(tmp_path: Path, url: str) -> None:
    proxies = TrustedProxies(["127.0.0.1"])
    async with running(tmp_path, url=url, proxies=proxies) as server, signed_in(server) as owner:
        first, second = (server.app.address_keys.hash(f"2001:db8:0:{n}::/64") for n in (1, 2))
        visitor = from_address(server, "2001:db8:0:2::1")
        await visitor.request("PUT", "/api/me", {"name": "Ann"})
        body = {"preset": "hanabi/cocktail", "seats": [{"type": "me"}, {"type": "open"}]}

        async def status(address: str) -> int:
            visitor.client.headers["x-forwarded-for"] = address
            return (await visitor.client.get("/api/me")).status_code

        opened = await visitor.client.post("/api/tables", json=body)
        assert opened.status_code == 201
        await do(owner, "block-address", address=first, hours=2)
        assert await status("2001:db8:0:2::1") == 403
        assert await status("2001:db8:1:2::1") == 200
        listed = (await owner.get("/api/owner/addresses")).json()["addresses"]
        assert [(each["hash"], each["blocked"]) for each in listed] == [
            (first, True),
            (second, True),
        ]
        # A block of another address of the network replaces it, and any of them lifts it.
        await do(owner, "block-address", address=second)
        assert len((await owner.get("/api/owner/addresses")).json()["addresses"]) == 1
        done = await do(owner, "unblock-address", address=first)
        assert done["subject"] == second
        assert await status("2001:db8:0:1::1") == 200
        await visitor.client.aclose()


@live
async def test_hashes_of_unknown_keys_and_malformed_ones_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, signed_in(server) as owner:
        for given in ("1-" + "0" * 24, "99999999999-" + "0" * 24, "127.0.0.1", "0" * 24):
            refused = await do(owner, "block-address", address=given)
            assert refused["code"] == "owner/unknown-address", given


# -- reports ---------------------------------------------------------------------------------------


@live
async def test_reports_wait_for_the_owner(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        signed_in(server) as owner,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        path = f"/api/tables/{table}/reports"
        text = "calls \x1b[31mnames"
        for _ in range(2):
            report = {"reason": "name", "seat": 0, "text": text}
            assert (await bo.request("POST", path, report))["id"]
        assert (await bo.request("POST", path, {"reason": "spam"}))["id"]
        first, second = (await owner.get("/api/owner/reports")).json()["reports"]
        assert (first["name"], first["text"]) == ("Ann", "calls  [31mnames")
        assert first["person"] == await person_id(owner, "Ann")
        assert (second["person"], second["reason"]) == (None, "spam")
        (listed,) = (await owner.get("/api/owner/tables")).json()["tables"]
        assert listed["reports"] == 2
        await do(owner, "close-report", report=first["id"][:10])
        assert len((await owner.get("/api/owner/reports")).json()["reports"]) == 1
        (closed,) = (await owner.get("/api/owner/reports?closed=true")).json()["reports"]
        assert closed["id"] == first["id"]
        again = await do(owner, "close-report", report=first["id"])
        assert again["code"] == "owner/unknown-report"
        assert (await owner.get("/api/owner/reports?closed=true")).json()["reports"] == [closed]
        assert await acts(owner) == ["close-report"]


@live
async def test_bad_reports_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as nobody:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        path = f"/api/tables/{table}/reports"
        for body, code in (
            ({"reason": "bored"}, "request/invalid"),
            ({"reason": "spam", "seat": -1}, "request/invalid"),
            ({"reason": "spam", "seat": 5}, "table/seat-unknown"),
            ({"reason": "spam", "seat": 1}, "table/seat-unknown"),
            ({"reason": "spam", "text": "x" * 501}, "request/invalid"),
            ({"reason": "spam", "more": 1}, "request/invalid"),
        ):
            assert (await ann.request("POST", path, body))["code"] == code, body
        unknown = await ann.request("POST", "/api/tables/none/reports", {"reason": "spam"})
        assert unknown["code"] == "table/unknown"
        refused = await nobody.request("POST", path, {"reason": "spam"})
        assert refused["code"] == "person/unknown"


@live
async def test_reports_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        path = f"/api/tables/{table}/reports"
        answers = [await ann.client.post(path, json={"reason": "spam"}) for _ in range(12)]
        assert [answer.status_code for answer in answers].count(429) == 2
        assert int(answers[-1].headers["retry-after"]) > 60
