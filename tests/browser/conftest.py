"""Fixtures: servers, Chromium, and people using it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from hanamichi.server.http import static_files
from tests.browser.person import TIMEOUT_MS, Person
from tests.browser.screens import as_ann
from tests.browser.server_process import ServerProcess

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

# For root on a closed network: no sandbox, no GPU, no requests to the outside.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

NewPerson = Callable[..., Person]


# Playwright keeps an event loop running: end it with this package, before others start theirs.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser of the system."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    if not (static_files.FOLDER / "index.html").exists():
        pytest.skip("the browser client is not built: make web")
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class AnnsPages:
    """Pages of Ann on the server with stored tables."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.server = server
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def page(self, **looks: Any) -> Page:
        """A page of Ann in a browser context of its own."""
        context = as_ann(self._browser, self.server, **looks)
        context.set_default_timeout(TIMEOUT_MS)
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close the contexts."""
        while self._contexts:
            self._contexts.pop().close()


@pytest.fixture(scope="package")
def stored_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with stored tables, for tests that only look."""
    served = ServerProcess(tmp_path_factory.mktemp("stored_server"), 1, with_tables=True)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def anns_pages(chromium: Browser, stored_server: ServerProcess) -> Iterator[AnnsPages]:
    """Ann's pages; changes to the tables are not undone for the next test."""
    ann = AnnsPages(chromium, stored_server)
    yield ann
    ann.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests: each visitor has cookies and tables of their own."""
    served = ServerProcess(tmp_path_factory.mktemp("shared"), 1)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of this test alone, which may be stopped or given another client."""
    client = shutil.copytree(static_files.FOLDER, tmp_path / "client")
    served = ServerProcess(tmp_path, 1, client=client)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> ServerProcess:
    """The server of `person`; `@pytest.mark.parametrize("server", [SEED], indirect=True)`."""
    if "own_server" in request.fixturenames:
        own: ServerProcess = request.getfixturevalue("own_server")
        return own
    shared: ServerProcess = request.getfixturevalue("shared_server")
    shared.reseed(getattr(request, "param", 1))
    return shared


@pytest.fixture
def person(chromium: Browser, server: ServerProcess) -> Iterator[NewPerson]:
    """Makes people with a browser context each; console errors fail the test."""
    people: list[Person] = []

    def arrive(name: str = "Ann", **settings: Any) -> Person:
        someone = Person(chromium, server, name, **settings)
        people.append(someone)
        return someone

    yield arrive
    for someone in people:
        someone.leave()
    complaints = {someone.name: someone.complaints for someone in people if someone.complaints}
    assert complaints == {}
