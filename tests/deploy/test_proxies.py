"""The proxies of deploy/, with their own configurations, in front of two servers."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.cluster_players import ClusterPlayers
from tests.server.fleet import Fleet, fleet_of
from tests.server.live import Server, live, person
from tests.server.postgres import Postgres, installed, postgres_of_our_own
from tests.server.test_restart import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
TIMEOUT_SECONDS = 180.0


def caddy(folder: Path, port: int, servers: list[str]) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text()
    filled = site.replace("{$HANAMICHI_SITE}", f"http://127.0.0.1:{port}")
    filled = filled.replace("{$HANAMICHI_SERVERS}", " ".join(servers))
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + filled)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(folder: Path, port: int, servers: list[str]) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text().replace("listen [::]:80;", "")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    for standing, real in zip(("127.0.0.1:8001", "127.0.0.1:8002"), servers, strict=True):
        site = site.replace(standing, real)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body;"
        f" proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;"
        f" uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;"
        f" include {folder}/site.conf; }}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(params=[caddy, nginx], ids=lambda proxy: str(proxy.__name__))
def proxy(request: pytest.FixtureRequest) -> Callable[[Path, int, list[str]], list[str]]:
    chosen: Callable[[Path, int, list[str]], list[str]] = request.param
    if shutil.which(chosen.__name__) is None:
        pytest.skip(f"this proxy is not installed: {chosen.__name__}")
    return chosen


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    programs = installed()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres_of_our_own(programs) as server:
        yield server


def start(command: list[str], home: Path) -> subprocess.Popen[bytes]:
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(home))
    return subprocess.Popen(command, env=os.environ | homes)


@asynccontextmanager
async def behind(
    proxy: Callable[[Path, int, list[str]], list[str]], folder: Path, fleet: Fleet
) -> AsyncIterator[Server]:
    """A running proxy before the fleet."""
    port = free_port()
    process = start(proxy(folder, port, [member.address for member in fleet.members]), folder)
    front = Server(None, f"127.0.0.1:{port}")  # type: ignore[arg-type]
    try:
        async with httpx.AsyncClient(base_url=front.http) as client:
            while True:
                assert process.poll() is None
                try:
                    if (await client.get("/api/tables")).status_code == 200:
                        break
                except httpx.TransportError:
                    pass
        fleet.front = front
        yield front
    finally:
        process.terminate()
        process.wait()


@live
async def test_a_server_is_updated_behind_the_proxy_and_every_match_continues(
    proxy: Callable[[Path, int, list[str]], list[str]], tmp_path: Path, database: Postgres
) -> None:
    async with fleet_of(2, database.url) as fleet, behind(proxy, tmp_path, fleet) as front:
        async with httpx.AsyncClient() as world:
            for path in ("/metrics", "/health", "/ready", "/metrics/", "//metrics", "/%6detrics"):
                assert (await world.get(front.http + path)).status_code == 404
        players = ClusterPlayers(fleet)
        await players.open_many(1, rounds=6)
        await players.moves(10)
        leaving = fleet.members[0]
        await fleet.retire(leaving)
        await players.finish(TIMEOUT_SECONDS)
        assert await players.check() > 50


@live
async def test_origins_and_addresses_are_seen_through_the_proxy(
    proxy: Callable[[Path, int, list[str]], list[str]], tmp_path: Path, database: Postgres
) -> None:
    async with (
        fleet_of(2, database.url) as fleet,
        behind(proxy, tmp_path, fleet) as front,
        person(front, "Ann") as ann,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        address = f"{front.ws}/api/tables/{table}/socket"
        for origin, kind in [(front.http, "snapshot"), ("http://evil.example", "error")]:
            async with connect(address, additional_headers={"Origin": origin}) as raw:
                assert f'"type":"{kind}"' in str(await raw.recv())
        opened = await ann.request("GET", f"/api/tables/{table}")
        assert opened["id"] == table
