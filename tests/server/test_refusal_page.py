"""What a browser shows where the page itself is refused."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from hanamichi.server.ops.rate_limits import DEFAULT_LIMITS
from hanamichi.server.ops.token_bucket import Rate
from hanamichi.server.protocol import refusal_page
from hanamichi.server.protocol.http_bodies import Problem
from tests.server.live import live, person, running

TEXTS = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n"
BROWSER = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
SENTENCES = {
    "en": "That was too much at once. Try again in ",
    "fr": "C’était trop à la fois. Réessayez dans ",
    "es": "Era demasiado de una vez. Vuelve a intentarlo dentro de ",
    "de": "Das war zu viel auf einmal. Bitte in ",
}


@pytest.mark.parametrize("lang", SENTENCES)
def test_the_sentences_are_those_of_the_client(lang: str) -> None:
    client = (TEXTS / f"{lang}.ts").read_text("utf-8")
    own = ("wait", "second", "minute", "hour")
    for code, sentence in refusal_page._SENTENCES[lang].items():
        if code not in own:
            assert re.search(rf"'{code}':\s+'{re.escape(sentence)}'", client), code
    assert refusal_page._SENTENCES[lang].keys() == refusal_page._SENTENCES["en"].keys()


@live
@pytest.mark.parametrize("lang", SENTENCES)
async def test_a_browser_that_asks_too_much_is_told_so_in_its_language(
    lang: str, tmp_path: Path
) -> None:
    limits = DEFAULT_LIMITS._replace(work=Rate(3, 0.01))
    headers = {**BROWSER, "accept-language": f"{lang}-XX,en;q=0.1"}
    async with running(tmp_path, limits=limits) as server, person(server) as ann:
        answers = [await ann.client.get("/table/x", headers=headers) for _ in range(12)]
        refused = answers[-1]
        assert refused.status_code == 429
        assert refused.headers["content-type"] == "text/html; charset=utf-8"
        wait = int(refused.headers["retry-after"])
        assert SENTENCES[lang] + str(wait) in refused.text
        assert f'<html lang="{lang}">' in refused.text
        assert f'http-equiv="refresh" content="{wait}"' in refused.text
        # What our client and programs ask for is data.
        for path, named in (("/api/catalog", headers), ("/", {})):
            answer = await ann.client.get(path, headers=named)
            assert answer.json()["code"] == "request/too-many"


@live
async def test_an_unknown_name_is_refused_in_words_and_says_what_to_set(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as ann:
        headers = {**BROWSER, "accept-language": "de", "host": "play.example"}
        answer = await ann.client.get("/", headers=headers)
        assert answer.status_code == 421
        assert "Auf diesen Namen hört der Server nicht." in answer.text
        assert "--site play.example" in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["content-security-policy"]


@live
async def test_a_connection_too_many_is_refused_in_words(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS._replace(connections=1)
    async with running(tmp_path, limits=limits) as server:
        host, _, port = server.address.partition(":")
        _, holding = await asyncio.open_connection(host, int(port))

        async def asked(request: str) -> str:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(request.replace("\n", "\r\n").encode())
            async with asyncio.timeout(30):
                answer = await reader.read()
            writer.close()
            return answer.decode()

        browser = "Host: x\nAccept: text/html\nAccept-Language: es\n\n"
        page = await asked(f"GET /table/x HTTP/1.1\n{browser}")
        assert page.startswith("HTTP/1.1 429 ")
        assert "\r\nretry-after: 60\r\n" in page
        assert SENTENCES["es"] + "60 segundos" in page
        for request in (
            f"GET /api/me HTTP/1.1\n{browser}",
            f"POST / HTTP/1.1\n{browser}",
            "GET / HTTP/1.1\nHost: x\n\n",
            "\x16\x03\x01",
        ):
            assert '{"code":"request/too-many"' in await asked(request)
        holding.close()


@pytest.mark.parametrize(
    ("wait", "said"),
    [(1, "1 second."), (99, "99 seconds."), (101, "2 minutes."), (7200, "2 hours.")],
)
def test_waits_are_said_in_fitting_units(wait: int, said: str) -> None:
    page = refusal_page.refusal_page(Problem("server/full", "", retry_after=wait), "en")
    assert page is not None
    assert f"Try again in {said}" in page.decode()
    assert (b"refresh" in page) == (wait < 600)


def test_what_does_not_occur_for_pages_stays_data() -> None:
    assert refusal_page.refusal_page(Problem("move/stale", ""), "en") is None
    page = refusal_page.refusal_page(Problem("request/host", "<script>"), None)
    assert page is not None
    assert b"<script>" not in page
