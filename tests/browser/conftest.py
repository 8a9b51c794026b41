"""A server, a Chromium, and people in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from hanamichi.server.http import static_files
from tests.browser.people import PATIENCE, Person
from tests.browser.screens import as_ann
from tests.browser.served import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

# As root and on a closed network: no sandbox, no graphics card, and nothing looked up outside.
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


# Playwright keeps an event loop running: it ends with these tests, before others start their own.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's own browser."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    if not (static_files.FOLDER / "index.html").exists():
        pytest.skip("the browser client is not built: make web")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Staged:
    """A server where every stage is set, and Ann's browsers in front of it."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self.server = server
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def page(self, **looks: Any) -> Page:
        """A page of Ann's in a browser of its own."""
        context = as_ann(self._browser, self.server, **looks)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close her browsers."""
        while self._contexts:
            self._contexts.pop().close()


@pytest.fixture(scope="package")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with tables in the middle of their matches, for tests that only look."""
    served = Served(tmp_path_factory.mktemp("stages"), 1, staged=True)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def staged(chromium: Browser, stages: Served) -> Iterator[Staged]:
    """Ann in front of every stage; nothing she does there is undone for the next test."""
    ann = Staged(chromium, stages)
    yield ann
    ann.close()


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests: each visitor has cookies and tables of their own."""
    served = Served(tmp_path_factory.mktemp("shared"), 1)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server of this test alone, which may be stopped or given another client."""
    client = shutil.copytree(static_files.FOLDER, tmp_path / "client")
    served = Served(tmp_path, 1, client=client)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Served:
    """The server of `person`; `@pytest.mark.parametrize("server", [SEED], indirect=True)`."""
    if "own_server" in request.fixturenames:
        own: Served = request.getfixturevalue("own_server")
        return own
    shared: Served = request.getfixturevalue("shared_server")
    shared.reseed(getattr(request, "param", 1))
    return shared


@pytest.fixture
def person(chromium: Browser, server: Served) -> Iterator[NewPerson]:
    """Somebody with a browser of their own; whatever it complains about fails the test."""
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
