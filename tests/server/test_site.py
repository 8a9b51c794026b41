"""The server answers to its own names, and tells browsers to stay with https."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from hanamichi.cli.commands.owner import _base
from hanamichi.server.http.host_names import HostNames, address_in, read_host
from hanamichi.server.http.monitors import Monitors
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.config import AccessConfig, ConfigError, ServerConfig
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.serve import NO_PROXIES
from tests.server.live import Server, live, person, running

PROXY = TrustedProxies(["127.0.0.1"])
BY_HTTPS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7", "host": "play.example"}
NAMED = ServerConfig(access=AccessConfig(hosts=("play.example",)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("localhost:8000", ("localhost", 8000)),
        ("Play.Example", ("play.example", None)),
        ("play.example.", ("play.example", None)),
        ("[::1]:80", ("[::1]", 80)),
        ("192.0.2.1", ("192.0.2.1", None)),
        ("", None),
        ("a b", None),
        ("evil.example/path", None),
        ("user@evil.example", None),
        ("h:", None),
        ("-", None),
    ],
)
def test_a_host_header_is_read_or_refused(
    text: str, expected: tuple[str, int | None] | None
) -> None:
    assert read_host(text) == expected


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "127.0.0.1:8000",
        "10.0.0.7",
        "203.0.113.5",
        "[2001:db8::7]:8000",
        "raspberrypi:8000",
        "raspberrypi.local",
        "box.lan",
        "box.fritz.box",
        "pc.localdomain",
        "pc.intranet",
        "pc.test",
        "server-1:8000",
        "play.example",
        "PLAY.example:443",
    ],
)
def test_names_that_no_other_site_can_have_are_accepted(host: str) -> None:
    HostNames(["https://play.example/"]).check(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "play.example.evil.example", "a b", "127.0.0.1.x.y"]
)
def test_other_names_are_refused_with_the_setting_to_change(host: str) -> None:
    with pytest.raises(Refused) as refused:
        HostNames(["play.example"]).check(host)
    assert refused.value.code == "request/host"
    if " " not in host:
        assert f"--site {host}" in refused.value.message
        assert "[access]" in refused.value.message
    HostNames(["*"]).check(host)


def test_names_are_set_as_proxies_write_them() -> None:
    given = ["https://a.example:8443, b.example", ":80", "localhost", "192.0.2.1", "b.example"]
    assert HostNames(given).public == ("a.example", "b.example")
    assert not HostNames(given).any
    for wrong in ("a b/c", "ex_ample/x", "name:port", "-"):
        with pytest.raises(ConfigError):
            HostNames([wrong])


def test_names_that_the_network_gives_are_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_up(address: str) -> tuple[str, list[str], list[str]]:
        assert address == "192.168.2.7"
        return "PC.speedport.ip", ["pc.tailnet.ts.net", "not a name"], [address]

    monkeypatch.setattr(socket, "getfqdn", lambda: "pc.attlocal.net")
    monkeypatch.setattr(socket, "gethostbyaddr", looked_up)
    hosts = HostNames()
    for name in ("pc.attlocal.net", "pc.speedport.ip:8000", "pc.tailnet.ts.net"):
        with pytest.raises(Refused):
            hosts.check(name)
    hosts.learn("192.168.2.7")
    for name in ("pc.attlocal.net", "pc.speedport.ip:8000", "pc.tailnet.ts.net"):
        hosts.check(name)
    with pytest.raises(Refused):
        hosts.check("other.speedport.ip")


@pytest.mark.parametrize(
    ("site", "address"),
    [
        ("a.example, b.example", "https://a.example"),
        ("https://a.example/", "https://a.example"),
        ("http://a.example:8080", "http://a.example:8080"),
        ("localhost, a.example", "https://a.example"),
        ("localhost", "https://localhost"),
        (":80", None),
        ("*", None),
        ("", None),
    ],
)
def test_the_address_of_a_server_follows_from_its_sites(site: str, address: str | None) -> None:
    assert address_in(site) == address


def test_the_link_to_the_owners_page_follows_from_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for site, base in (
        ("a.example, b.example", "https://a.example"),
        (":80", "http://localhost:8000"),
        ("https://a.example", "https://a.example"),
    ):
        monkeypatch.setenv("HANAMICHI_SITE", site)
        assert _base(None) == base


@live
async def test_a_page_under_a_foreign_name_reaches_nothing(tmp_path: Path) -> None:
    """A site that points its own name at this machine is the same origin as itself."""
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "open")
        for path in ("/", "/api/me", f"/api/tables/{table}", "/metrics", "/ready", "/api/docs"):
            answer = await ann.client.get(path, headers=evil)
            assert (answer.status_code, answer.json()["code"]) == (421, "request/host"), path
            assert "set-cookie" not in answer.headers
        assert (await ann.client.get("/health", headers=evil)).status_code == 200
        host, _, port = server.address.partition(":")
        address = f"ws://evil.example/api/tables/{table}/socket"
        async with connect(
            address, host=host, port=int(port), additional_headers={"Origin": "http://evil.example"}
        ) as raw:
            assert '"code":"request/host"' in str(await raw.recv())


@live
async def test_the_origin_counts_with_its_scheme_and_port(tmp_path: Path) -> None:
    async with (
        running(tmp_path, proxies=PROXY, config=NAMED) as server,
        person(server) as ann,
    ):
        for origin, status in [
            ("https://play.example", 200),
            ("https://play.example:443", 200),
            ("http://play.example", 403),
            ("https://play.example:8443", 403),
        ]:
            headers = BY_HTTPS | {"origin": origin}
            answer = await ann.client.put("/api/me", json={"name": "Ann"}, headers=headers)
            assert answer.status_code == status, origin
        # a proxy with a certificate that is not trusted, or does not tell the scheme
        headers = {"host": "play.example", "origin": "https://play.example"}
        answer = await ann.client.put("/api/me", json={"name": "Ann"}, headers=headers)
        assert answer.json()["code"] == "request/origin"
        assert "--trusted-proxy" in answer.json()["message"]


@live
async def test_browsers_are_told_to_stay_with_https(tmp_path: Path) -> None:
    async with (
        running(tmp_path, proxies=PROXY, config=NAMED) as server,
        person(server) as ann,
    ):
        name = "strict-transport-security"
        for path in ("/", "/api/me", "/api/nothing"):
            secure = await ann.client.get(path, headers=BY_HTTPS)
            assert secure.headers[name] == "max-age=31536000"
            assert name not in (await ann.client.get(path)).headers
        tried_out = await ann.client.get("/", headers=BY_HTTPS | {"host": "localhost"})
        assert name not in tried_out.headers
    access = AccessConfig(hosts=("play.example",), hsts_days=0)
    async with (
        running(tmp_path, proxies=PROXY, config=ServerConfig(access=access)) as server,
        person(server) as ann,
    ):
        assert name not in (await ann.client.get("/", headers=BY_HTTPS)).headers


async def ask_me(server: Server, cookie: str, **headers: str) -> httpx.Response:
    """Who the person with this cookie is, from a client that keeps none itself."""
    async with httpx.AsyncClient(base_url=server.http) as client:
        return await client.get("/api/me", headers=headers | ({"cookie": cookie} if cookie else {}))


def cookies_set(response: httpx.Response) -> dict[str, str]:
    """The value and attributes of each cookie."""
    lines = response.headers.get_list("set-cookie")
    return dict(line.split("=", 1) for line in lines)


@live
async def test_by_https_the_cookie_belongs_to_this_host_only(tmp_path: Path) -> None:
    async with (
        running(tmp_path, proxies=PROXY, config=NAMED) as server,
        person(server, "Ann") as ann,
    ):
        assert list(ann.client.cookies) == ["hanamichi"]
        old = ann.cookie
        # a visitor from before has the old cookie, which is replaced
        moved = await ask_me(server, old, **BY_HTTPS)
        assert moved.json() == {"name": "Ann"}
        made = cookies_set(moved)
        assert set(made) == {"__Host-hanamichi", "hanamichi"}
        secret = made["__Host-hanamichi"].partition(";")[0]
        assert f"hanamichi={secret}" == old
        attributes = made["__Host-hanamichi"]
        for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
            assert part in attributes
        assert "Domain" not in attributes
        assert "Max-Age=0" in made["hanamichi"]
        # from then on only the new one counts
        both = f"hanamichi=somebody-else; __Host-hanamichi={secret}"
        assert (await ask_me(server, both, **BY_HTTPS)).json() == {"name": "Ann"}
        # and by http it is the old name
        assert set(cookies_set(await ask_me(server, old))) == {"hanamichi"}
        plain = await ask_me(server, f"__Host-hanamichi={secret}")
        assert plain.json() == {"name": None}


@live
async def test_a_forgotten_person_has_no_cookie_left(tmp_path: Path) -> None:
    async with running(tmp_path, proxies=PROXY, config=NAMED) as server:
        new = await ask_me(server, "", **BY_HTTPS)
        secret = cookies_set(new)["__Host-hanamichi"].partition(";")[0]
        async with httpx.AsyncClient(base_url=server.http) as client:
            headers = BY_HTTPS | {"cookie": f"__Host-hanamichi={secret}; hanamichi=x"}
            gone = cookies_set(await client.delete("/api/me", headers=headers))
        assert set(gone) == {"__Host-hanamichi", "hanamichi"}
        assert all("Max-Age=0" in attributes for attributes in gone.values())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"x-forwarded-for": "203.0.113.7"}, 404),
        ({"x-forwarded-for": "127.0.0.1"}, 404),
        ({"forwarded": "for=127.0.0.1"}, 404),
        ({"x-real-ip": "127.0.0.1"}, 404),
        ({"x-forwarded-for": "10.9.8.7"}, 200),
    ],
)
@pytest.mark.parametrize("path", ["/metrics", "/ready", "/metrics/"])
@live
async def test_metrics_are_for_the_owner(
    path: str, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    config = ServerConfig(access=AccessConfig(monitors=("10.0.0.0/8",)))
    async with (
        running(tmp_path, proxies=PROXY, config=config) as server,
        person(server) as reader,
    ):
        answer = await reader.client.get(path, headers=headers)
        assert answer.status_code == status
        if status == 404:
            assert answer.json()["code"] == "request/not-found"
            assert "hanamichi_" not in answer.text
        assert (await reader.client.get("/health", headers=headers)).status_code == 200


class Connection:
    """What `Monitors` reads of a request."""

    def __init__(self, client: str) -> None:
        self.scope = {"client": (client, 1)}
        self.headers: dict[str, str] = {}


@pytest.mark.parametrize(
    ("client", "allowed"),
    [
        ("127.0.0.1", True),
        ("127.0.0.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.4", False),
        ("10.77.77.3", True),
    ],
)
def test_metrics_are_for_this_machine_and_its_proxy(
    client: str,
    allowed: bool,  # noqa: FBT001
) -> None:
    asked: Any = Connection(client)
    assert Monitors((), TrustedProxies(["10.77.77.0/24"])).allow(asked) is allowed


def test_a_wrong_monitor_keeps_the_server_from_starting() -> None:
    with pytest.raises(ConfigError) as caught:
        Monitors(["everybody"], NO_PROXIES)
    assert caught.value.where == "access.monitors"
