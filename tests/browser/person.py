"""Somebody at a browser: what they can press, and what their browser was told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.browser.served import Served

PATIENCE = 20_000
"""Milliseconds after which something that should be on the page will not be there."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
# While a server is down, the browser itself reports each attempt to reach it.
_EXPECTED_WHEN_CUT = re.compile(r"WebSocket connection to .* failed|ERR_(CONNECTION|EMPTY|SOCKET)_")

# Most tests need none, and it would take their time.
_NO_WORKER = re.compile("Service Worker registration blocked by Playwright")

Json = dict[str, Any]


class Tab:
    """One page, with every frame its socket received."""

    def __init__(self, page: Page, complaints: list[str]) -> None:
        self.page = page
        self.frames: list[str] = []
        self.may_be_cut = False
        self.expected: list[re.Pattern[str]] = []
        """Complaints of the browser that belong to the test."""
        self._complaints = complaints
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("websocket", self._listen)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        expected = [_NO_WORKER, *self.expected, *([_EXPECTED_WHEN_CUT] if self.may_be_cut else [])]
        if not any(pattern.search(message.text) for pattern in expected):
            self._complaints.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @property
    def messages(self) -> list[Json]:
        """What the socket said, decoded."""
        return [msgspec.json.decode(frame) for frame in self.frames]

    def button(self, name: str) -> Locator:
        """A button by exactly what it is called."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def table_id(self) -> str:
        """The table this page shows."""
        return self.page.url.rpartition("/table/")[2]

    @property
    def board(self) -> Locator:
        """The table, whichever game is on it."""
        return self.page.locator("main.table")

    def attribute(self, name: str) -> str:
        """What the board says about the position."""
        return self.board.get_attribute(f"data-{name}") or ""

    @property
    def ply(self) -> int:
        return int(self.attribute("ply"))

    @property
    def is_over(self) -> bool:
        """Nobody is to act, or the match was ended by consent."""
        return not self.attribute("to-act") or self.button("Play again").count() > 0

    def wait_for_turn(self) -> bool:
        """Wait until it is this player's turn, or the end: then false."""
        self.page.wait_for_function(
            """() => {
                const table = document.querySelector('main.table');
                if (!table || document.querySelector('[data-result]')) return Boolean(table);
                const over = !('toAct' in table.dataset);
                return over || table.dataset.toAct === table.dataset.me;
            }"""
        )
        return not self.is_over

    def wait_past(self, ply: int) -> None:
        """Wait until the move was made."""
        self.page.wait_for_function(
            "ply => Number(document.querySelector('main.table').dataset.ply) > ply", arg=ply
        )

    def wait_until_it_moves(self, ply: int) -> bool:
        """Wait until the position has this ply; always true, so that it reads in a loop."""
        self.wait_past(ply - 1)
        return True

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that the test itself observes."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not condition():
            assert time.monotonic() < deadline, "it did not happen in time"
            # Playwright delivers events only while it is called.
            self.page.wait_for_timeout(10)

    def stored(self) -> Json:
        """All that the page keeps in the browser."""
        kept: Json = self.page.evaluate("() => ({ ...localStorage, ...sessionStorage })")
        return kept


class Person(Tab):
    """Somebody with a browser of their own: cookies, settings, any number of tabs."""

    def __init__(
        self,
        browser: Browser,
        server: Served,
        name: str,
        *,
        phone: bool = False,
        locale: str = "en-GB",
        knowledge: str = "clues",
        motion: bool = False,
        worker: bool = False,
    ) -> None:
        self.name = name
        self.server = server
        self.complaints: list[str] = []
        self.context = browser.new_context(
            base_url=server.url,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]  # a plain dictionary does
            has_touch=phone,
            locale=locale,
            reduced_motion="no-preference" if motion else "reduce",
            accept_downloads=True,
            service_workers="allow" if worker else "block",
        )
        settings = msgspec.json.encode({"knowledge": knowledge}).decode()
        self.context.add_init_script(
            f"localStorage['hanamichi.settings'] ??= {msgspec.json.encode(settings).decode()}"
        )
        super().__init__(self.context.new_page(), self.complaints)

    def new_tab(self) -> Tab:
        """Another page of the same browser."""
        return Tab(self.context.new_page(), self.complaints)

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    # -- coming to a table ---------------------------------------------------------------------

    def visit(self) -> None:
        """Open the front page, and go by one's name."""
        self.page.goto("/")
        field = self.page.get_by_label("Your nickname")
        field.fill(self.name)
        field.press("Enter")
        expect(self.page.get_by_text("✓")).to_be_visible()

    def play_with_bots(self, box: str) -> None:
        """From the front page to a table with bots: one click."""
        self.button(f"Play with bots: {box}").click()
        self.board.wait_for()

    def open_for_friends(self, box: str) -> str:
        """From the front page to the lobby of a new table; its link."""
        self.button(f"Play with friends: {box}").click()
        self.page.get_by_role("heading", name="Who plays?").wait_for()
        return self.page.get_by_label("Invite friends").input_value()

    def join(self, link: str) -> None:
        """Open a link and take a seat."""
        self.page.goto(link)
        field = self.page.get_by_label("Your nickname")
        field.fill(self.name)
        field.press("Enter")
        self.button("Take a seat").click()
        expect(self.page.get_by_text("Waiting for")).to_be_visible()

    def customise(self, box: str) -> None:
        """The page where everything about a table can be chosen."""
        self.page.get_by_role("link", name=f"Customise {box}").click()
        self.page.get_by_role("heading", name="Rules of the table").wait_for()

    def start(self) -> None:
        """Begin the match."""
        self.button("Start").click()
        self.board.wait_for()


def sit_down_together(first: Person, second: Person, box: str) -> str:
    """Two people at a new table for two, the match begun; the table's id."""
    first.visit()
    link = first.open_for_friends(box)
    second.join(link)
    first.start()
    second.board.wait_for()
    return first.table_id
