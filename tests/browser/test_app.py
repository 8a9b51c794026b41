"""The installed app: manifest, offline use, and updates."""

from __future__ import annotations

import re
import struct
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.axe import AXE, violations
from tests.browser.conftest import NewPerson
from tests.browser.fitting import misfits
from tests.browser.person import TIMEOUT_MS
from tests.browser.server_process import ServerProcess

KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async name => {
        const requests = await (await caches.open(name)).keys();
        return [name, requests.map(request => new URL(request.url).pathname)];
    }));
    return Object.fromEntries(caught);
}"""
# Waits for exactly one cache, of this name if given, that contains a file with this in its address.
# Other caches are not opened: opening one that is being deleted would create it again.
RIGHT = """async ([release, file, patience]) => {
    const until = performance.now() + patience;
    await navigator.serviceWorker.ready;
    for (;;) {
        const names = await caches.keys();
        if (names.length === 1 && names[0].endsWith(release)) {
            const kept = await (await caches.open(names[0])).keys();
            if (kept.some(({ url }) => url.includes(file))) return;
        }
        if (performance.now() > until) throw new Error(`kept: ${names}`);
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}"""
# What the browser logs when it is offline.
DISCONNECTED = re.compile(
    "ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to fetch"
)
OFFLINE = {
    "en-GB": "You are offline",
    "fr-FR": "Vous êtes hors ligne",
    "es-ES": "No tienes conexión",
    "de-DE": "Du bist offline",
}


def wait_until_kept(
    page: Page, language: str = "en", release: str = "", patience: float = 2 * TIMEOUT_MS
) -> None:
    """Wait until everything needed offline is cached; the language comes last."""
    page.evaluate(RIGHT, [release, f"/assets/{language}-", patience])


def wait_until_the_older_worker_has_gone(page: Page, release: str) -> None:
    """Wait until only the cache of the newer release is left.

    A browser ends a worker that has nothing to do any more, but often not one that is watched by a
    debugger, as here: then the newer one would wait for ever.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("ServiceWorker.enable")
    for _ in range(4):
        try:
            wait_until_kept(page, release=release, patience=TIMEOUT_MS / 2)
        except Error:
            devtools.send("ServiceWorker.stopAllWorkers")
        else:
            return
    wait_until_kept(page, release=release)


# -- installing ------------------------------------------------------------------------------------


def test_the_page_can_be_installed_in_every_language(person: NewPerson) -> None:
    for locale in OFFLINE:
        ann = person(locale=locale, worker=True)
        ann.page.goto("/")
        devtools = ann.context.new_cdp_session(ann.page)
        link = ann.page.locator("link[rel=manifest]").get_attribute("href")
        assert link == f"/app.{locale[:2]}.webmanifest"
        found = devtools.send("Page.getAppManifest")
        assert found["errors"] == []
        errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Test contexts are like private windows.
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
        ann.leave()


@pytest.mark.usefixtures("chromium")
def test_every_icon_and_shortcut_of_the_manifest_exists(server: ServerProcess) -> None:
    for locale in OFFLINE:
        response = httpx.get(f"{server.url}/app.{locale[:2]}.webmanifest")
        assert response.headers["content-type"] == "application/manifest+json"
        manifest: dict[str, Any] = response.json()
        assert manifest["lang"] == locale[:2]
        assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
        for icon in manifest["icons"]:
            picture = httpx.get(server.url + icon["src"])
            assert picture.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", picture.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
        games = [shortcut["url"] for shortcut in manifest["shortcuts"][:2]]
        assert [re.split("[=/]", game)[2] for game in games] == ["hanabi", "koikoi"]


@pytest.mark.usefixtures("chromium")
def test_service_worker_is_never_cached(server: ServerProcess) -> None:
    response = httpx.get(f"{server.url}/worker.js")
    assert response.headers["cache-control"] == "no-cache"
    assert response.headers["content-type"].startswith("text/javascript")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert httpx.get(f"{server.url}/release.txt").text in response.text


# -- without a network -----------------------------------------------------------------------------


def test_offline_page_is_shown_and_recovers_by_itself(
    person: NewPerson,
) -> None:
    ann = person(worker=True, phone=True)
    ann.page.add_init_script(path=AXE)
    # axe-core fetches style sheets again, which fails offline.
    ann.expected += [DISCONNECTED, re.compile("Couldn't load preload assets")]
    ann.page.goto("/")
    wait_until_kept(ann.page)
    ann.context.set_offline(True)
    ann.page.goto("/me")
    expect(ann.page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(ann.page).to_have_title("You are offline · Hanamichi")
    assert misfits(ann.page, playing=False) == []
    assert violations(ann.page) == []

    # Pages that need no server still work.
    ann.page.get_by_role("link", name="See the cards meanwhile").click()
    expect(ann.page.locator("#flowers img")).to_have_count(48)
    ann.page.goto("/")
    expect(ann.page.locator("main[data-offline]")).to_be_visible()

    ann.context.set_offline(False)
    expect(ann.page.locator(".boxes .box")).to_have_count(6)


class Refusing(BaseHTTPRequestHandler):
    """What a server says to an address that asks too much, whatever it asks for."""

    def do_GET(self) -> None:
        body = b'{"code": "request/too-many", "message": "Too much", "retry_after": 7}'
        self.send_response(429)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.usefixtures("own_server")
def test_a_page_that_is_here_opens_although_too_much_was_asked(
    person: NewPerson, server: ServerProcess
) -> None:
    ann = person(worker=True)
    ann.page.goto("/")
    wait_until_kept(ann.page)
    server.stop()
    ann.expected.append(re.compile("status of 429"))
    refusing = ThreadingHTTPServer(("127.0.0.1", int(server.url.rpartition(":")[2])), Refusing)
    Thread(target=refusing.serve_forever, daemon=True).start()
    try:
        ann.page.goto("/")
        sentence = ann.page.get_by_text("That was too much at once. Try again in 7 seconds.")
        expect(sentence.first).to_be_visible()
    finally:
        refusing.shutdown()
        refusing.server_close()


def test_languages_used_before_are_available_offline(
    person: NewPerson,
) -> None:
    ann = person(worker=True)
    ann.expected.append(DISCONNECTED)
    ann.page.goto("/")
    wait_until_kept(ann.page)
    for locale in ("de-DE", "fr-FR"):
        ann.page.goto(f"/?lang={locale[:2]}")
        wait_until_kept(ann.page, locale[:2])
    ann.context.set_offline(True)
    for locale in ("de-DE", "fr-FR"):
        ann.page.goto(f"/me?lang={locale[:2]}")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(OFFLINE[locale])
    # Spanish was never loaded: English is used until it can be.
    ann.page.goto("/me?lang=es")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(OFFLINE["en-GB"])
    ann.context.set_offline(False)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Mis partidas")


def test_table_reconnects_after_the_server_was_down(
    own_server: ServerProcess, person: NewPerson
) -> None:
    ann = person(worker=True)
    ann.may_be_cut = True
    ann.expected.append(DISCONNECTED)
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    before = ann.ply
    wait_until_kept(ann.page)

    own_server.stop()
    ann.page.reload()
    heading = ann.page.get_by_role("heading", name="The server does not answer")
    expect(heading).to_be_visible()
    expect(ann.page.get_by_text("Every table is kept just as it is")).to_be_visible()
    own_server.start()
    ann.board.wait_for()
    assert ann.ply == before


def test_page_not_cached_yet_waits_for_the_network(person: NewPerson) -> None:
    ann = person(worker=True)
    ann.expected.append(DISCONNECTED)
    ann.page.goto("/")
    wait_until_kept(ann.page)
    ann.context.set_offline(True)
    # Its code was never loaded, and cannot be now.
    ann.page.get_by_role("link", name="Customise Koi-Koi (Nintendo)").click()
    expect(ann.page.locator("main[data-offline]")).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.page.get_by_role("heading", name="Rules of the table")).to_be_visible()


def test_failed_chunk_is_retried_while_the_server_answers(
    person: NewPerson,
) -> None:
    ann = person()
    ann.expected.append(DISCONNECTED)
    ann.page.route("**/assets/MyGames-*", lambda route: route.abort())
    ann.page.goto("/me")
    expect(ann.page.get_by_role("heading", name="The server does not answer")).to_be_visible()
    ann.page.unroute("**/assets/MyGames-*")
    expect(ann.page.get_by_role("heading", name="My games")).to_be_visible()


def test_failed_language_is_requested_again(person: NewPerson) -> None:
    ann = person()
    ann.expected.append(DISCONNECTED)
    ann.page.route("**/assets/es-*", lambda route: route.abort())
    ann.page.goto("/me?lang=es")
    expect(ann.page.get_by_role("heading", name="My games")).to_be_visible()
    ann.page.unroute("**/assets/es-*")
    expect(ann.page.get_by_role("heading", name="Mis partidas")).to_be_visible()


def test_no_server_data_is_cached(person: NewPerson) -> None:
    ann = person(worker=True)
    ann.visit()
    wait_until_kept(ann.page)
    ann.page.reload()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    ann.page.goto("/me")
    ann.page.get_by_role("heading", level=1).wait_for()
    kept: dict[str, list[str]] = ann.page.evaluate(KEPT)
    (paths,) = kept.values()
    assert "/" in paths
    assert any(path.startswith("/assets/deck-") for path in paths)
    strange = [path for path in paths if not re.fullmatch(r"/|/icon\.svg|/assets/[\w.-]+", path)]
    assert strange == []


# -- a new release ---------------------------------------------------------------------------------


def publish(client: Path, name: str) -> None:
    """Publish another release of the same client."""
    old = (client / "release.txt").read_text()
    for file in ("index.html", "worker.js", "release.txt"):
        for packed in (".br", ".gz"):
            (client / (file + packed)).unlink(missing_ok=True)
        (client / file).write_text((client / file).read_text().replace(old, name))


def running(page: Page) -> str | None:
    return page.locator("meta[name=release]").get_attribute("content")


NEWER = "0123456789abcdef"


def test_page_and_cache_are_replaced_by_a_newer_release(
    own_server: ServerProcess, person: NewPerson
) -> None:
    ann = person(worker=True)
    ann.may_be_cut = True
    ann.expected.append(DISCONNECTED)
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    before = ann.ply
    wait_until_kept(ann.page)

    own_server.stop()
    publish(own_server.client, NEWER)
    own_server.start()
    expect(ann.page.locator(f"meta[name=release][content='{NEWER}']")).to_have_count(1)
    ann.board.wait_for()
    assert ann.ply == before
    wait_until_the_older_worker_has_gone(ann.page, NEWER)


def test_newer_release_waits_while_the_user_is_typing(
    own_server: ServerProcess, person: NewPerson
) -> None:
    ann = person()
    ann.may_be_cut = True
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    ann.page.goto(f"{ann.page.url}?mode=text")
    field = ann.page.get_by_role("textbox")
    field.fill("clue")
    old = running(ann.page)
    own_server.stop()
    publish(own_server.client, NEWER)
    own_server.start()
    expect(ann.page.get_by_text("There is a newer Hanamichi.")).to_be_visible()
    expect(field).to_have_value("clue")
    assert running(ann.page) == old
    ann.button("Load it").click()
    expect(ann.page.locator(f"meta[name=release][content='{NEWER}']")).to_have_count(1)


def test_two_releases_behind_one_address_cause_no_reload_loop(
    own_server: ServerProcess, person: NewPerson
) -> None:
    ann = person()
    ann.may_be_cut = True
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    # The page is of one release, `release.txt` of the other.
    for packed in ("release.txt.br", "release.txt.gz"):
        (own_server.client / packed).unlink()
    (own_server.client / "release.txt").write_text(NEWER)
    ann.page.evaluate("() => { window.wasHereBefore = true }")
    own_server.stop()
    own_server.start()
    ann.page.wait_for_function("() => !window.wasHereBefore")
    ann.board.wait_for()

    ann.page.evaluate("() => { window.wasHereBefore = true }")
    own_server.stop()
    expect(ann.page.get_by_text("The connection is lost")).to_be_visible()
    with ann.page.expect_response("**/release.txt"):
        own_server.start()
    expect(ann.page.get_by_text("The connection is lost")).to_be_hidden()
    assert ann.page.evaluate("() => window.wasHereBefore")
