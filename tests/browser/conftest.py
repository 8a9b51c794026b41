"""A server, a Chromium, and people in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from hanamichi.server import static
from tests.browser.people import PATIENCE, Person
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
    if not (static.FOLDER / "index.html").exists():
        pytest.skip("the browser client is not built: make web")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A server of this test alone; `@pytest.mark.parametrize("server", [SEED], indirect=True)`."""
    served = Served(tmp_path, getattr(request, "param", 1))
    served.start()
    yield served
    served.stop()


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
