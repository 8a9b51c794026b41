"""The proxies of deploy/, with their own configurations, in front of two servers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from hanamichi.server.protocol.http_bodies import Problem
from tests.server.cluster_players import ClusterPlayers
from tests.server.fleet import SITE, Fleet, fleet_of
from tests.server.live import Server, live, person
from tests.server.postgres import Postgres, installed, postgres_of_our_own
from tests.server.test_restart import free_port

Proxy: TypeAlias = "Callable[[Front, list[str]], list[str]]"
DEPLOY = Path(__file__).parents[2] / "deploy"
TIMEOUT_SECONDS = 180.0


class Front(NamedTuple):
    """Where a proxy listens, with its certificate."""

    folder: Path
    port: int
    redirecting: int
    """The port for http."""

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    @property
    def trusted(self) -> ssl.SSLContext:
        """The certificate, for clients."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def certify(self) -> None:
        """Make a certificate that nobody has signed."""
        names = f"subjectAltName=IP:127.0.0.1,DNS:{SITE}"
        request = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
        ]
        request += ["-noenc", "-subj", f"/CN={SITE}", "-addext", names, "-days", "2"]
        files = ["-keyout", str(self.key), "-out", str(self.certificate)]
        subprocess.run([*request, *files], check=True, capture_output=True)


def caddy(front: Front, servers: list[str]) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text()
    site = f"https://127.0.0.1:{front.port}, https://{SITE}:{front.port}"
    text = text.replace("{$HANAMICHI_SITE} {", f"{site} {{\n\ttls {front.certificate} {front.key}")
    text = text.replace("{$HANAMICHI_SERVERS}", " ".join(servers))
    # One for an internal use of Caddy, and another that would need the port 80.
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    file = front.folder / "Caddyfile"
    file.write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def nginx(front: Front, servers: list[str]) -> list[str]:
    folder = front.folder
    site = (DEPLOY / "nginx.conf").read_text()
    for standing, real in [
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{front.redirecting};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{front.port} ssl"),
        (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(front.certificate)),
        (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(front.key)),
        ("127.0.0.1:8001", servers[0]),
        ("127.0.0.1:8002", servers[1]),
        ("root /var/www/html;", f"root {folder};"),
    ]:
        assert standing in site
        site = site.replace(standing, real)
    (folder / "site.conf").write_text(site)
    # It would give up root's rights, and with them the folder of the test.
    user = "user root; " if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off; pid {folder}/pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body;"
        f" proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;"
        f" uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;"
        f" include {folder}/site.conf; }}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(params=[caddy, nginx], ids=lambda proxy: str(proxy.__name__))
def proxy(request: pytest.FixtureRequest) -> Proxy:
    chosen: Proxy = request.param
    require(str(chosen.__name__))
    return chosen


def require(name: str) -> None:
    if shutil.which(name) is None or shutil.which("openssl") is None:
        pytest.skip(f"this proxy is not installed: {name}")


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    programs = installed()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres_of_our_own(programs) as server:
        yield server


def start(command: list[str], home: Path) -> subprocess.Popen[bytes]:
    """Start a proxy, whose log is in its home."""
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(home))
    with log_of(home).open("wb") as log:
        return subprocess.Popen(command, env=os.environ | homes, stderr=log)


def log_of(home: Path) -> Path:
    return home / "log"


@asynccontextmanager
async def behind(proxy: Proxy, folder: Path, fleet: Fleet) -> AsyncIterator[Server]:
    """A running proxy before the fleet."""
    place = Front(folder, free_port(), free_port())
    place.certify()
    process = start(proxy(place, [member.address for member in fleet.members]), folder)
    front = Server(None, f"127.0.0.1:{place.port}")  # type: ignore[arg-type]
    front.tls = place.trusted
    try:
        async with httpx.AsyncClient(base_url=front.http, verify=front.tls) as client:
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
    proxy: Proxy, tmp_path: Path, database: Postgres
) -> None:
    async with fleet_of(2, database.url) as fleet, behind(proxy, tmp_path, fleet) as front:
        async with httpx.AsyncClient(verify=tls_of(front)) as world:
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
    proxy: Proxy, tmp_path: Path, database: Postgres
) -> None:
    async with (
        fleet_of(2, database.url) as fleet,
        behind(proxy, tmp_path, fleet) as front,
        person(front, "Ann") as ann,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        address = f"{front.ws}/api/tables/{table}/socket"
        for origin, kind in [
            (front.http, "snapshot"),
            (front.http.replace("https", "http"), "error"),
            ("https://evil.example", "error"),
        ]:
            headers = {"Origin": origin}
            async with connect(address, additional_headers=headers, ssl=front.tls) as raw:
                assert f'"type":"{kind}"' in str(await raw.recv())
        opened = await ann.request("GET", f"/api/tables/{table}")
        assert opened["id"] == table


@live
async def test_visitors_by_name_come_and_stay_by_https(
    proxy: Proxy, tmp_path: Path, database: Postgres
) -> None:
    async with (
        fleet_of(2, database.url) as fleet,
        behind(proxy, tmp_path, fleet) as front,
        httpx.AsyncClient(base_url=front.http, verify=tls_of(front)) as client,
    ):
        named = f"{SITE}:{front.address.rpartition(':')[2]}"
        answer = await client.get("/api/me", headers={"Host": named})
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert answer.headers["set-cookie"].startswith("__Host-hanamichi=")
        assert tls_version_and_protocol(front) == ("TLSv1.3", "h2")


@asynccontextmanager
async def before_nobody(proxy: Proxy, folder: Path) -> AsyncIterator[Front]:
    """A proxy before servers that do not run."""
    place = Front(folder, free_port(), free_port())
    place.certify()
    process = start(proxy(place, ["127.0.0.1:1", "127.0.0.1:2"]), folder)
    try:
        async with httpx.AsyncClient(verify=place.trusted) as client:
            answered = False
            while not answered:
                assert process.poll() is None
                with contextlib.suppress(httpx.TransportError):
                    answered = bool((await client.get(f"{place.address}/health")).status_code)
        yield place
    finally:
        process.terminate()
        process.wait()


@live
async def test_nginx_sends_visitors_to_https_and_renews_its_certificate(tmp_path: Path) -> None:
    challenge = tmp_path / ".well-known" / "acme-challenge" / "token"
    challenge.parent.mkdir(parents=True)
    challenge.write_text("proof")
    require("nginx")
    async with (
        before_nobody(nginx, tmp_path) as place,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{place.redirecting}") as client,
    ):
        sent = await client.get("/table/x?lang=fr", headers={"Host": SITE})
        assert sent.status_code == 308
        assert sent.headers["location"] == f"https://{SITE}/table/x?lang=fr"
        assert (await client.get("/.well-known/acme-challenge/token")).text == "proof"


def strict_nginx(front: Front, servers: list[str]) -> list[str]:
    """With a limit that a test reaches."""
    command = nginx(front, servers)
    file = front.folder / "site.conf"
    site, found = re.subn(r"burst=\d+", "burst=300", file.read_text())
    site, rates = re.subn(r"rate=\d+r/s", "rate=10r/s", site)
    assert found == rates == 1
    file.write_text(site)
    return command


@live
async def test_the_limits_of_nginx_refuse_like_those_of_the_server(tmp_path: Path) -> None:
    require("nginx")
    few = httpx.Limits(max_connections=20)
    async with (
        before_nobody(strict_nginx, tmp_path) as place,
        httpx.AsyncClient(
            base_url=place.address, verify=place.trusted, limits=few, timeout=TIMEOUT_SECONDS
        ) as client,
    ):
        answers = [await client.post("/", content=b"x" * 3_000_000)]
        answers += await asyncio.gather(*(client.get(f"/{n}") for n in range(1_500)))
    refused = {answer.status_code: answer for answer in answers}
    assert refused.keys() == {413, 429, 502}
    for status, code in ((413, "request/too-large"), (429, "request/too-many")):
        assert msgspec.json.decode(refused[status].content, type=Problem).code == code
    assert refused[429].headers["retry-after"] == str(refused[429].json()["retry_after"])


@live
async def test_no_proxy_logs_the_address_of_a_table(proxy: Proxy, tmp_path: Path) -> None:
    async with (
        before_nobody(proxy, tmp_path) as place,
        httpx.AsyncClient(
            base_url=place.address, verify=place.trusted, timeout=TIMEOUT_SECONDS
        ) as client,
    ):
        assert (await client.get("/api/tables/secret-table")).status_code in (502, 503)
    assert "secret-table" not in log_of(tmp_path).read_text()


def tls_of(front: Server) -> ssl.SSLContext:
    assert front.tls is not None
    return front.tls


def tls_version_and_protocol(front: Server) -> tuple[str | None, str | None]:
    """What a browser and the proxy agree on."""
    host, _, port = front.address.partition(":")
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection((host, int(port))) as plain,
        context.wrap_socket(plain, server_hostname=SITE) as secure,
    ):
        return secure.version(), secure.selected_alpn_protocol()
