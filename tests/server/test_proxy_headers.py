"""Headers of trusted proxies count, and those of other clients do not."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from hanamichi.server.net.proxy_headers import ProxyError, TrustedProxies, read_address
from hanamichi.server.ops.config import AccessConfig, ServerConfig
from hanamichi.server.ops.rate_limits import DEFAULT_LIMITS
from hanamichi.server.ops.token_bucket import Rate
from tests.server.live import live, person, running

HERE = TrustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])
NEAREST = read_address("127.0.0.1")
assert NEAREST is not None


@pytest.mark.parametrize(
    ("hops", "client"),
    [
        ([], "127.0.0.1"),
        (["203.0.113.7"], "203.0.113.7"),
        # what a client claims comes before what the proxy has added
        (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7", "10.1.2.3"], "203.0.113.7"),
        (["203.0.113.7", "2001:db8::5"], "203.0.113.7"),
        (["203.0.113.7:5123"], "203.0.113.7"),
        (["[2001:db9::1]:443"], "2001:db9::1"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
        (["unknown"], "127.0.0.1"),
        (["203.0.113.7", "<script>"], "127.0.0.1"),
        (["10.9.9.9", "10.1.2.3"], "10.9.9.9"),
    ],
)
def test_the_client_is_the_last_hop_that_is_no_proxy(hops: list[str], client: str) -> None:
    assert NEAREST is not None
    assert str(HERE.client(hops, NEAREST)) == client


@pytest.mark.parametrize("given", ["proxy", "", "127.0.0.1/40", "*"])
def test_an_invalid_proxy_address_is_refused(given: str) -> None:
    with pytest.raises(ProxyError) as caught:
        TrustedProxies([given])
    assert caught.value.code == "serve/proxy"


ONE_NEWCOMER = DEFAULT_LIMITS._replace(newcomers=Rate(1, 0))


async def newcomers(address: str, *claimed: str) -> list[int]:
    """The status of a first request from each of these addresses."""
    answers = []
    for each in claimed:
        async with httpx.AsyncClient(base_url=address, headers={"x-forwarded-for": each}) as client:
            answers.append((await client.get("/api/me")).status_code)
    return answers


@live
async def test_a_trusted_proxy_distinguishes_addresses(tmp_path: Path) -> None:
    async with running(tmp_path, proxies=HERE, limits=ONE_NEWCOMER) as server:
        first, second = "203.0.113.7", "203.0.113.8"
        assert await newcomers(server.http, first, second, first) == [200, 200, 429]
        # a forged header sent through the proxy does not help
        assert await newcomers(server.http, f"198.51.100.1, {first}") == [429]


@live
async def test_headers_of_other_addresses_are_ignored(tmp_path: Path) -> None:
    async with running(tmp_path, limits=ONE_NEWCOMER) as server:
        assert await newcomers(server.http, "203.0.113.7", "203.0.113.8") == [200, 429]
        headers = {"x-forwarded-proto": "https"}
        async with person(server, "Ann") as ann:
            answer = await ann.client.get("/api/me", headers=headers)
            assert "Secure" not in answer.headers.get("set-cookie", "")


@live
async def test_behind_https_links_and_cookies_are_secure(tmp_path: Path) -> None:
    config = ServerConfig(access=AccessConfig(hosts=("play.example",)))
    async with running(tmp_path, proxies=HERE, config=config) as server, person(server) as ann:
        headers = {
            "host": "play.example",
            "origin": "https://play.example",
            "x-forwarded-proto": "https",
            "x-forwarded-for": "203.0.113.7",
        }
        made = await ann.client.put("/api/me", json={"name": "Ann"}, headers=headers)
        assert "Secure" in made.headers["set-cookie"]
        cookie = made.headers["set-cookie"].partition(";")[0]
        opened = await ann.client.post(
            "/api/tables",
            json={"preset": "hanabi/cocktail", "seats": [{"type": "me"}, {"type": "open"}]},
            headers=headers | {"cookie": cookie},
        )
        body = opened.json()
        assert body["url"] == f"https://play.example/table/{body['id']}"
        other = headers | {"origin": "https://evil.example"}
        refused = await ann.client.put("/api/me", json={"name": "Eve"}, headers=other)
        assert refused.json()["code"] == "request/origin"
        # the same for a socket, whose origin must be the host sent to the proxy
        address = f"ws://play.example/api/tables/{body['id']}/socket"
        host, _, port = server.address.partition(":")
        for origin, kind in [
            ("https://play.example", "snapshot"),
            ("https://evil.example", "error"),
        ]:
            asked = {"Cookie": cookie, "X-Forwarded-Proto": "https", "Origin": origin}
            async with connect(address, host=host, port=int(port), additional_headers=asked) as raw:
                assert f'"type":"{kind}"' in str(await raw.recv())
