"""Quotas: how much one person and one address may store, also with requests at the same time."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from hanamichi.records import read_record
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import (
    DEFAULT_CONFIG,
    NO_QUOTAS,
    RetentionConfig,
    ServerConfig,
)
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.storage import schema
from hanamichi.server.storage.restrictions import block_address
from hanamichi.server.storage.tombstones import TombstoneFile
from tests.server.finished_matches import finished, replay_of
from tests.server.live import Person, Server, live, person, play_out, running

DAY = 24 * 3600 * 1000
SEATS = [{"type": "me"}, {"type": "open"}]


def with_quotas(**quotas: int) -> ServerConfig:
    return ServerConfig(quotas=msgspec.structs.replace(NO_QUOTAS, **quotas))


def options(tmp_path: Path, url: str, **more: Any) -> dict[str, Any]:
    return {"url": url, "tombstones": TombstoneFile(tmp_path / "erasures"), **more}


class FakeClock(Clock):
    """The wall clock, moved on by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0
        usual = self.wall_clock
        self.wall_clock = lambda: usual() + self.ahead


async def open_table(someone: Person, *, address: str | None = None, **more: Any) -> Any:
    body = {"preset": "hanabi/cocktail", "seats": SEATS, **more}
    return await someone.client.post("/api/tables", json=body, headers=forwarded(address))


def forwarded(address: str | None) -> dict[str, str]:
    """What a trusted proxy says about a visitor's address."""
    return {} if address is None else {"x-forwarded-for": address}


HOME = [f"2001:db8:0:{number:x}::1" for number in range(10)]
"""An address in each of several /64 networks of one /48 network."""
OTHERS = ["2001:db8:1::1", "192.0.2.1", "192.0.2.2"]
PROXIES = TrustedProxies(["127.0.0.1"])


async def openings(server: Server) -> list[Any]:
    async with server.app.database.reading() as connection:
        return list((await connection.execute(select(schema.openings))).all())


# -- tables ----------------------------------------------------------------------------------------


@live
async def test_parallel_requests_cannot_pass_together(url: str, tmp_path: Path) -> None:
    config = with_quotas(unfinished_tables_per_person=3)
    async with (
        running(tmp_path, **options(tmp_path, url, config=config)) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        answers = await asyncio.gather(*(open_table(ann) for _ in range(10)))
        assert Counter(answer.status_code for answer in answers) == {201: 3, 429: 7}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["code"] == "quota/tables"
        # Until the oldest is deleted.
        wait = DEFAULT_CONFIG.retention.unplayed_tables_days * DAY / 1000
        assert wait - 60 <= int(refused.headers["retry-after"]) <= wait
        assert (await open_table(bo)).status_code == 201
        assert len(await openings(server)) == 4


@live
async def test_all_people_of_an_address_count_together(url: str, tmp_path: Path) -> None:
    config = with_quotas(tables_per_day_per_address=4)
    clock = FakeClock()
    async with (
        running(tmp_path, **options(tmp_path, url, config=config, clock=clock)) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        everyone = [ann, bo] * 4
        answers = await asyncio.gather(*(open_table(each) for each in everyone))
        assert Counter(answer.status_code for answer in answers) == {201: 4, 429: 4}
        refused = (await open_table(ann)).json()
        assert refused["code"] == "quota/tables"
        assert 0 < refused["retry_after"] <= 24 * 3600
        clock.ahead = DAY + 1000
        assert (await open_table(ann)).status_code == 201


@live
async def test_a_finished_match_makes_room(tmp_path: Path) -> None:
    config = with_quotas(unfinished_tables_per_person=1)
    async with running(tmp_path, config=config) as server, person(server, "Ann") as ann:
        table = await ann.open_table(
            "koikoi/nintendo", "me", "random", options={"rounds": 1}, start=True
        )
        assert (await open_table(ann)).json()["code"] == "quota/tables"
        async with ann.at(table) as line:
            await play_out(line)
        assert (await open_table(ann)).status_code == 201


@live
async def test_rematches_lessons_and_branches_count(tmp_path: Path) -> None:
    config = with_quotas(tables_per_day_per_person=4)
    async with running(tmp_path, config=config) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        async with ann.at(table) as line:
            await line.ok("play-again")
        assert (await ann.client.post("/api/lessons/hanabi")).status_code == 201
        link = await replay_of(server, table)
        body = {"ply": 2, "seat": 0, "cards": "same", "bot": "random"}
        branch = f"/api/replays/{link}/branches"
        assert (await ann.client.post(branch, json=body)).status_code == 201
        rows = await openings(server)
        assert len({row.table_id for row in rows}) == 4
        assert len({(row.person_id, row.address) for row in rows}) == 1
        assert "127.0.0.1" not in str(rows)
        assert (await ann.client.post(branch, json=body)).json()["code"] == "quota/tables"


@live
async def test_a_refused_rematch_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    config = with_quotas(tables_per_day_per_person=1)
    async with running(tmp_path, config=config) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        async with ann.at(table) as line:
            answer = await line.send("play-again")
            assert answer["code"] == "quota/tables"
            assert answer["retry_after"] > 0
            assert (await server.table(table)).rematch is None
            await line.ok("ping")


@live
async def test_one_visitor_cannot_flood_the_public_list(url: str, tmp_path: Path) -> None:
    config = with_quotas(listed_tables_per_person=2, listed_tables_per_address=5)
    async with running(tmp_path, **options(tmp_path, url, config=config)) as server:
        async with person(server, "Ann") as ann, person(server, "Bo") as bo:
            mine = [(await open_table(ann, listed=True)).json()["id"] for _ in range(6)]
            (other,) = [(await open_table(bo, listed=True)).json()["id"]]
            shown = await ann.request("GET", "/api/tables")
            assert [table["id"] for table in shown["tables"]] == [other, mine[5], mine[4]]
            # A link leads to every table.
            assert (await bo.client.get(f"/api/tables/{mine[0]}")).status_code == 200
        for n in range(4):
            async with person(server, f"Guest {n}") as guest:
                await open_table(guest, listed=True)
        async with person(server, "Cy") as cy:
            assert len((await cy.request("GET", "/api/tables"))["tables"]) == 5


@pytest.mark.parametrize("quota", ["tables_per_day_per_address", "unfinished_tables_per_address"])
@live
async def test_a_wide_network_opens_as_many_tables_as_eight_addresses(
    quota: str, url: str, tmp_path: Path
) -> None:
    config = with_quotas(**{quota: 1})
    async with (
        running(tmp_path, **options(tmp_path, url, config=config, proxies=PROXIES)) as server,
        person(server, "Ann") as ann,
    ):
        answers = await asyncio.gather(*(open_table(ann, address=each) for each in HOME[:9]))
        assert Counter(answer.status_code for answer in answers) == {201: 8, 429: 1}
        assert (await open_table(ann, address=HOME[9])).json()["code"] == "quota/tables"
        for address in OTHERS:
            assert (await open_table(ann, address=address)).status_code == 201
        rows = await openings(server)
        assert len({row.network for row in rows}) == 3, "no IPv4 address has one"
        assert "2001:db8" not in str(rows)


@live
async def test_a_wide_network_cannot_flood_the_public_list(url: str, tmp_path: Path) -> None:
    config = with_quotas(listed_tables_per_address=1)
    async with (
        running(tmp_path, **options(tmp_path, url, config=config, proxies=PROXIES)) as server,
        person(server, "Ann") as ann,
    ):
        opened = [
            (await open_table(ann, address=each, listed=True)).json()["id"]
            for each in [*OTHERS, *HOME]
        ]
        shown = (await ann.request("GET", "/api/tables"))["tables"]
        assert [table["id"] for table in shown] == [*reversed(opened[-8:]), *reversed(opened[:3])]


@live
async def test_tables_from_a_blocked_address_are_not_listed(url: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path, **options(tmp_path, url, proxies=PROXIES)) as server,
        person(server, "Ann") as ann,
    ):
        kept, blocked, network = [
            (await open_table(ann, address=each, listed=True)).json()["id"]
            for each in (OTHERS[1], OTHERS[2], HOME[0])
        ]

        async def shown() -> set[str]:
            listed = (await ann.request("GET", "/api/tables"))["tables"]
            return {table["id"] for table in listed}

        assert await shown() == {kept, blocked, network}
        keys, now = server.app.address_keys, server.app.clock.wall_clock()
        for address, until in (
            (OTHERS[1], now - 3_600_000),
            (OTHERS[2], now + 3_600_000),
            (address_of((HOME[1], 0)), None),  # another one of the same network
        ):
            await block_address(
                server.app.database, keys.hash(address), at=now, until=until, reason=""
            )
        assert await shown() == {kept}


# -- imports ---------------------------------------------------------------------------------------


async def records(ann: Person, server: Server, count: int) -> list[bytes]:
    """Different records of about the same size."""
    table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
    link = await replay_of(server, table)
    record = read_record((await ann.client.get(f"/api/replays/{link}/record")).content)
    return [
        msgspec.json.encode(msgspec.structs.replace(record, players=(f"Player {n}", "random")))
        for n in range(count)
    ]


async def imported(someone: Person, record: bytes, address: str | None = None) -> Any:
    return await someone.client.post("/api/replays", content=record, headers=forwarded(address))


async def stored_imports(server: Server) -> int:
    async with server.app.database.reading() as connection:
        return len((await connection.execute(select(schema.imports))).all())


@live
async def test_imports_of_an_address_are_limited(url: str, tmp_path: Path) -> None:
    config = with_quotas(imports_per_day_per_address=3)
    async with (
        running(tmp_path, **options(tmp_path, url, config=config)) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        files = await records(ann, server, 6)
        answers = await asyncio.gather(*(imported(ann, file) for file in files[:5]))
        assert Counter(answer.status_code for answer in answers) == {201: 3, 429: 2}
        refused = await imported(bo, files[5])
        assert refused.json()["code"] == "quota/imports"
        assert 0 < refused.json()["retry_after"] <= 24 * 3600
        # What is here already may be imported again.
        again = next(n for n, answer in enumerate(answers) if answer.status_code == 201)
        assert (await imported(ann, files[again])).status_code == 201
        assert await stored_imports(server) == 3


@pytest.mark.parametrize("quota", ["import_mb_per_day_per_address", "import_mb_per_address"])
@live
async def test_imports_of_an_address_are_limited_by_size(quota: str, tmp_path: Path) -> None:
    config = with_quotas(**{quota: 1})
    async with running(tmp_path, config=config) as server, person(server, "Ann") as ann:
        first, second = await records(ann, server, 2)
        assert (await imported(ann, first)).status_code == 201
        async with server.app.database.writing() as connection:
            await connection.execute(update(schema.imports).values(size=999_000))
        assert (await imported(ann, second)).json()["code"] == "quota/imports"


@pytest.mark.parametrize(
    "quota",
    ["imports_per_day_per_address", "import_mb_per_day_per_address", "import_mb_per_address"],
)
@live
async def test_a_wide_network_imports_as_much_as_eight_addresses(
    quota: str, tmp_path: Path
) -> None:
    config = with_quotas(**{quota: 1})
    async with (
        running(tmp_path, config=config, proxies=PROXIES) as server,
        person(server, "Ann") as ann,
    ):
        files = await records(ann, server, 10)
        for file, address in zip(files[:8], HOME, strict=False):
            assert (await imported(ann, file, address)).status_code == 201
            async with server.app.database.writing() as connection:
                await connection.execute(update(schema.imports).values(size=999_900))
        assert (await imported(ann, files[8], HOME[8])).json()["code"] == "quota/imports"
        assert (await imported(ann, files[9], OTHERS[0])).status_code == 201


@pytest.mark.parametrize("quota", ["imports_per_person", "import_mb_per_person"])
@live
async def test_a_new_import_replaces_the_oldest(quota: str, tmp_path: Path) -> None:
    config = with_quotas(**{quota: 2 if quota == "imports_per_person" else 1})
    clock = FakeClock()
    async with running(tmp_path, config=config, clock=clock) as server, person(server, "A") as ann:
        files = await records(ann, server, 3)
        links = []
        for file in files:
            clock.ahead += 1000
            links.append((await imported(ann, file)).json()["id"])
            if quota == "import_mb_per_person":
                async with server.app.database.writing() as connection:
                    await connection.execute(update(schema.imports).values(size=499_000))
        found = [(await ann.client.get(f"/api/replays/{link}")).status_code for link in links]
        assert found == [404, 200, 200]


# -- notes and the disk ----------------------------------------------------------------------------


@live
async def test_notes_of_all_tables_count_together(url: str, tmp_path: Path) -> None:
    config = with_quotas(notes_per_person=2)
    async with (
        running(tmp_path, **options(tmp_path, url, config=config)) as server,
        person(server, "Ann") as ann,
    ):
        first, second = [await ann.open_table("hanabi/cocktail", "me", "open") for _ in range(2)]
        async with ann.at(first) as line, ann.at(second) as other:
            await line.ok("note", key="1", text="one")
            await other.ok("note", key="1", text="two")
            assert await line.refused("note", key="2", text="three") == "quota/notes"
            await line.ok("note", key="1", text="changed")
            await other.ok("note", key="1", text="")
            await line.ok("note", key="2", text="three")


@live
async def test_a_full_disk_lets_matches_go_on(tmp_path: Path) -> None:
    full = ServerConfig(retention=RetentionConfig(full_free_mb=10**9))
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(
            "koikoi/nintendo", "me", "random", options={"rounds": 1}, start=True
        )
        async with ann.at(table) as line:
            await line.ok("note", key="1", text="before")
        (record,) = await records(ann, server, 1)
        metrics = (await ann.client.get("/metrics")).text
        assert "hanamichi_database_bytes" in metrics
    async with running(tmp_path, config=full) as server:
        ann = ann.sent_to(server)
        assert (await server.app.disk_space.check()).state == "full"
        for refused in (
            await open_table(ann),
            await imported(ann, record),
            await ann.client.post("/api/lessons/hanabi"),
        ):
            assert refused.status_code == 503
            assert refused.json()["code"] == "server/disk-full"
            assert refused.headers["retry-after"]
        async with ann.at(table) as line:
            assert await line.refused("note", key="2", text="more") == "server/disk-full"
            await line.ok("note", key="1", text="")
            await play_out(line)
            assert await line.refused("play-again") == "server/disk-full"
        await ann.client.aclose()


@live
async def test_a_large_database_counts_as_full_and_warns_before(url: str, tmp_path: Path) -> None:
    for most, state in ((0, "enough"), (10**6, "enough")):
        config = ServerConfig(retention=RetentionConfig(max_database_mb=most, full_free_mb=0))
        async with running(tmp_path, **options(tmp_path, url, config=config)) as server:
            used = await server.app.disk_space.check()
            assert used.state == state
            assert used.database is not None
            assert used.database > 0
            assert server.app.disk_space._state(950_000 * most, None) == (
                "low" if most else "enough"
            )
            assert server.app.disk_space._state(10**6 * most, None) == (
                "full" if most else "enough"
            )


# -- last seen -------------------------------------------------------------------------------------


@live
async def test_the_last_visit_is_stored_once_a_day(url: str, tmp_path: Path) -> None:
    clock = FakeClock()
    async with (
        running(tmp_path, **options(tmp_path, url, clock=clock)) as server,
        person(server, "Ann") as ann,
    ):

        async def seen() -> int:
            async with server.app.database.reading() as connection:
                found: int = (await connection.execute(select(schema.people.c.seen))).scalar_one()
            return found

        first = await seen()
        for days in (1, 2):
            clock.ahead = days * DAY
            await server.app.seen.write()
            assert await seen() < first + days * DAY
            await ann.request("GET", "/api/me")
            await server.app.seen.write()
            latest = await seen()
            assert latest >= first + days * DAY
            clock.ahead += 1
            await ann.request("GET", "/api/me")
            await server.app.seen.write()
            assert await seen() == latest
