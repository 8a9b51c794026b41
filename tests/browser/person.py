"""A person with a browser: their actions, and the frames they received."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.browser.server_process import ServerProcess

TIMEOUT_MS = 20_000
"""How long to wait for something on the page."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
# The browser reports failed requests while the server is down.
_EXPECTED_WHEN_CUT = re.compile(r"WebSocket connection to .* failed|ERR_(CONNECTION|EMPTY|SOCKET)_")

# Most tests block service workers, which would slow them down.
_NO_WORKER = re.compile("Service Worker registration blocked by Playwright")

Json = dict[str, Any]


class Tab:
    """A page, and every frame its socket received."""

    def __init__(self, page: Page, complaints: list[str]) -> None:
        self.page = page
        self.frames: list[str] = []
        self.may_be_cut = False
        self.expected: list[re.Pattern[str]] = []
        """Console messages that the test expects."""
        self._complaints = complaints
        page.set_default_timeout(TIMEOUT_MS)
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
        """The received messages, decoded."""
        return [msgspec.json.decode(frame) for frame in self.frames]

    def button(self, name: str) -> Locator:
        """A button by its exact name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def table_id(self) -> str:
        """The id of the table on this page."""
        return self.page.url.rpartition("/table/")[2]

    @property
    def board(self) -> Locator:
        """The board, of either game."""
        return self.page.locator("main.table")

    def attribute(self, name: str) -> str:
        """A data attribute of the board."""
        return self.board.get_attribute(f"data-{name}") or ""

    @property
    def ply(self) -> int:
        return int(self.attribute("ply"))

    @property
    def is_over(self) -> bool:
        """Whether the match is over, also by agreement."""
        return not self.attribute("to-act") or self.button("Play again").count() > 0

    def wait_for_turn(self) -> bool:
        """Wait for this player's turn; false if the match is over."""
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
        """Wait until the position is past this ply."""
        self.page.wait_for_function(
            "ply => Number(document.querySelector('main.table').dataset.ply) > ply", arg=ply
        )

    def wait_until_it_moves(self, ply: int) -> bool:
        """Wait until the position has this ply; always true, for use in a loop condition."""
        self.wait_past(ply - 1)
        return True

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that the test itself observes."""
        deadline = time.monotonic() + TIMEOUT_MS / 1000
        while not condition():
            assert time.monotonic() < deadline, "it did not happen in time"
            # Playwright delivers events only while it is called.
            self.page.wait_for_timeout(10)

    def stored(self) -> Json:
        """Everything in the page's storage."""
        kept: Json = self.page.evaluate("() => ({ ...localStorage, ...sessionStorage })")
        return kept


class Person(Tab):
    """A browser context with its cookies, settings and tabs."""

    def __init__(
        self,
        browser: Browser,
        server: ServerProcess,
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
        """Another page of the same context."""
        return Tab(self.context.new_page(), self.complaints)

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    # -- getting to a table ---------------------------------------------------------------------

    def visit(self) -> None:
        """Open the front page and set the nickname."""
        self.page.goto("/")
        field = self.page.get_by_label("Your nickname")
        field.fill(self.name)
        field.press("Enter")
        expect(self.page.get_by_text("✓")).to_be_visible()

    def play_with_bots(self, box: str) -> None:
        """From the front page, open a table with bots."""
        self.button(f"Play with bots: {box}").click()
        self.board.wait_for()

    def open_for_friends(self, box: str) -> str:
        """From the front page, open a table with free seats; returns its link."""
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
        """Open the form of a new table."""
        self.page.get_by_role("link", name=f"Customise {box}").click()
        self.page.get_by_role("heading", name="Rules of the table").wait_for()

    def start(self) -> None:
        """Start the match."""
        self.button("Start").click()
        self.board.wait_for()


def sit_down_together(first: Person, second: Person, box: str) -> str:
    """Start a match of two people at a new table; returns its id."""
    first.visit()
    link = first.open_for_friends(box)
    second.join(link)
    first.start()
    second.board.wait_for()
    return first.table_id
