"""The owner's page: who may see it, and that it shows nothing hidden."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hanamichi.server.http import owner
from hanamichi.server.owner_client import make_link
from tests.server.fleet import fleet_of
from tests.server.live import Server, live, person, running

LISTS = ("overview", "tables", "people", "addresses", "reports", "acts")


@asynccontextmanager
async def signed_in(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with httpx.AsyncClient(base_url=server.http, timeout=30) as client:
        key = await server.app.services.owner_access.make_link()
        answer = await client.post("/api/owner/sign-in", json={"key": key})
        assert answer.status_code == 200, answer.text
        yield client


def test_every_handler_is_tried_here() -> None:
    paths = {path for handler in owner.HANDLERS for path in handler.paths}
    tried = {f"/api/owner/{name}" for name in LISTS}
    assert paths == tried | {"/api/owner/sign-in", "/api/owner/tables/{table_id:str}"}


@live
async def test_nobody_else_sees_anything(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        for path in (*LISTS, f"tables/{table}"):
            answer = await ann.client.get(f"/api/owner/{path}")
            assert answer.status_code == 401
            assert answer.json()["code"] == "owner/not-signed-in"


@live
async def test_a_link_works_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.http) as client:
        key = await server.app.services.owner_access.make_link()
        answer = await client.post("/api/owner/sign-in", json={"key": key})
        cookie = answer.headers["set-cookie"].lower()
        assert "samesite=strict" in cookie
        assert "httponly" in cookie
        for bad in (key, "guessed", ""):
            async with httpx.AsyncClient(base_url=server.http) as another:
                refused = await another.post("/api/owner/sign-in", json={"key": bad})
                assert refused.json()["code"] == ("owner/link" if bad else "request/invalid")
        assert (await client.get("/api/owner/overview")).status_code == 200
        await client.delete("/api/owner/sign-in")
        client.cookies.set(owner.COOKIE, cookie.partition("=")[2].partition(";")[0])
        assert (await client.get("/api/owner/overview")).status_code == 401


@live
@pytest.mark.parametrize("what", ["link", "cookie"])
async def test_links_and_cookies_end(what: str, tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        access, clock = server.app.services.owner_access, server.app.clock
        key = await access.make_link()
        if what == "cookie":
            signed = await access.sign_in(key)
            assert signed is not None
            secret, until = signed
            assert await access.is_signed_in(secret)
            clock.wall_clock = lambda: until
            assert not await access.is_signed_in(secret)
        else:
            later = clock.wall_clock() + 10 * 60_000
            clock.wall_clock = lambda: later
            assert await access.sign_in(key) is None


@live
async def test_a_page_of_another_site_signs_nobody_in(tmp_path: Path) -> None:
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.http) as client:
        key = await server.app.services.owner_access.make_link()
        answer = await client.post(
            "/api/owner/sign-in", json={"key": key}, headers={"origin": "https://evil.example"}
        )
        assert answer.json()["code"] == "request/origin"


def texts(value: Any) -> set[str]:
    """All strings in a JSON value."""
    if isinstance(value, dict):
        return {text for each in value.items() for text in texts(list(each))}
    if isinstance(value, list):
        return {text for each in value for text in texts(each)}
    return {value} if isinstance(value, str) else set()


@live
async def test_lists_show_tables_and_people_and_no_card(tmp_path: Path, url: str) -> None:
    async with running(tmp_path, url=url) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        async with signed_in(server) as client:
            overview = (await client.get("/api/owner/overview")).json()
            assert overview["tables"] == {"playing": 1}
            assert overview["people"] == 1
            assert overview["tables_in_memory"] == 1
            assert overview["memory_bytes"] > 10_000_000
            assert overview["descriptors"] < overview["descriptor_limit"]
            assert overview["database_bytes"] > 10_000
            assert {queue["name"] for queue in overview["queues"]} >= {"brief", "long"}
            assert [process["mine"] for process in overview["processes"]] == [True]
            assert overview["refusals"] == {}
            await ann.request("GET", "/api/tables/none")
            overview = (await client.get("/api/owner/overview")).json()
            assert overview["refusals"] == {"table/unknown": 1}
            (listed,) = (await client.get("/api/owner/tables?status=playing")).json()["tables"]
            assert listed["id"] == table
            assert [seat["name"] for seat in listed["seats"]] == ["Ann", "random"]
            (someone,) = (await client.get("/api/owner/people?text=AN")).json()["people"]
            assert someone["name"] == "Ann"
            assert listed["seats"][0]["people"] == [someone["id"]]
            assert (await client.get("/api/owner/people?text=%25")).json()["people"] == []
            assert (await client.get(f"/api/owner/tables/{table}")).json()["tag"] == listed["tag"]
            missing = await client.get("/api/owner/tables/nothing")
            assert missing.json()["code"] == "owner/unknown-table"
            known = set(listed) | {"seat", "name", "people", "bot", "host"}
            values = texts([listed[key] for key in listed]) - known
            expected = {table, "Ann", "random", someone["id"], "hanabi", "hanabi/cocktail"}
            assert values <= expected | {"playing", listed["tag"], listed["address"]}


@live
async def test_live_tables_are_those_that_somebody_has_open(tmp_path: Path, url: str) -> None:
    async with (
        running(tmp_path, url=url) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        signed_in(server) as client,
    ):
        quiet = await ann.open_table("hanabi/cocktail", "me", "open")
        table = await ann.open_table("koikoi/nintendo", "me", "open")

        async def listed(query: str) -> dict[str, int]:
            found = (await client.get(f"/api/owner/tables?{query}")).json()["tables"]
            return {each["id"]: each["viewers"] for each in found}

        assert await listed("live=true") == {}
        async with ann.at(table), bo.connected(table) as bos:
            await bos.until(lambda: bos.snapshot is not None)
            assert await listed("live=true") == {table: 2}
            assert await listed("") == {table: 2, quiet: 0}
            assert await listed("live=true&status=over") == {}


@live
async def test_tables_that_are_open_in_another_process_are_live(shared: str) -> None:
    async with fleet_of(2, shared) as fleet:
        one, other = fleet.members
        async with (
            person(one, "Ann") as ann,
            person(other, "Bo") as bo,
            httpx.AsyncClient(base_url=one.http, timeout=30) as client,
        ):
            key = await make_link(shared)
            await client.post("/api/owner/sign-in", json={"key": key})
            both, theirs, _ = [
                await bo.open_table("hanabi/cocktail", "me", "open") for _ in range(3)
            ]

            async def listed() -> dict[str, int]:
                found = (await client.get("/api/owner/tables?live=true")).json()["tables"]
                return {each["id"]: each["viewers"] for each in found}

            async with ann.at(both), bo.at(both), bo.at(theirs):
                async with asyncio.timeout(30):
                    while await listed() != {both: 2, theirs: 1}:  # noqa: ASYNC110  # no event
                        await asyncio.sleep(0.05)
            async with asyncio.timeout(30):
                while await listed():  # noqa: ASYNC110  # no event
                    await asyncio.sleep(0.05)


@live
@pytest.mark.parametrize("query", ["limit=0", "limit=9999", "limit=x", "status=odd"])
async def test_bad_questions_are_refused(query: str, tmp_path: Path) -> None:
    async with running(tmp_path) as server, signed_in(server) as client:
        answer = await client.get(f"/api/owner/tables?{query}")
        assert answer.status_code == 400
        assert answer.json()["code"] == "request/invalid"
