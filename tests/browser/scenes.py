"""Every page and state: its address, and what to press there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from hanamichi.puzzles.collection import collection_of
from hanamichi.puzzles.model import PuzzleKind
from hanamichi.server.http.visitor import COOKIE
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.lessons import LESSONS
from hanamichi.server.table.result import replay_id
from tests.browser.stored_matches import ANN, STORED_MATCHES
from tests.browser.stored_tables import CLEO, SECRETS, STEPS

Prepare = Callable[[Page], None]
REVIEW_MS = 420_000
"""How long a review may take on a busy machine."""
NARROWEST = 360
"""From this width on no scrolling is needed to play; below it, nothing is cut off."""


class Screen(NamedTuple):
    """A page in a state."""

    name: str
    address: str
    prepare: Prepare = lambda _: None
    dialog: bool = False
    """Whether a dialog is open."""
    ready: str = ""
    """A selector that matches once everything is shown."""
    who: Actor = ANN
    reviewed: bool = False
    """A review is shown, below which a board may scroll on a phone."""
    seldom: bool = False
    """So similar to another screen that only long runs check it."""

    @property
    def is_board(self) -> bool:
        """Whether it is a board without a dialog."""
        return "main[data-table" in self.ready and not self.dialog

    def must_fit(self, width: int) -> bool:
        """Whether all of it must be seen at once in a window this wide.

        Words beside the board are for wide windows; on a phone they come with a board to scroll.
        So do reviews.
        """
        beside = self.reviewed or "beside" in self.name
        return self.is_board and width >= (1000 if beside else NARROWEST)

    def show(self, page: Page) -> None:
        """Go there, without a page load if the client is already running."""
        newcomer = self._come(page)
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        afresh = page.evaluate("location.search !== '' || !document.querySelector('#app')")
        if afresh or newcomer or "?" in self.address or "#" in self.address:
            page.goto(self.address)
        else:
            # Go by way of another page to reset this one.
            page.evaluate(_GO, "/nowhere")
            page.evaluate(_GO, self.address)
        page.locator(self.ready or "main.page:has(h1)").first.wait_for()
        self.prepare(page)

    def _come(self, page: Page) -> bool:
        """Set the cookie of the screen's viewer; true if it changed."""
        kept = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        secret = SECRETS[self.who]
        if kept.get(COOKIE) == secret:
            return False
        page.context.add_cookies(
            [{"name": COOKIE, "value": secret, "domain": "127.0.0.1", "path": "/"}]
        )
        return True


_GO = """address => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""


# -- what to press ---------------------------------------------------------------------------------


def press(*selectors: str) -> Prepare:
    """Click the first match of each selector, visible or not."""

    def prepare(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.dispatch_event("click")

    return prepare


def key(name: str, *selectors: str) -> Prepare:
    """Press a key that opens a dialog, then click these."""

    def prepare(page: Page) -> None:
        page.keyboard.press(name)
        page.locator("dialog[open] h2").wait_for()
        press(*selectors)(page)

    return prepare


def wait(prepare: Prepare, selector: str) -> Prepare:
    """Wait for a selector after preparing."""

    def prepared(page: Page) -> None:
        prepare(page)
        page.locator(selector).first.wait_for()

    return prepared


def type_first(page: Page) -> None:
    """Give the first answer by typing."""
    page.locator("main.text input").fill("1")
    page.keyboard.press("Enter")
    page.locator("[data-next]").wait_for()


def then(prepare: Prepare, more: Prepare) -> Prepare:
    """One after the other."""

    def prepared(page: Page) -> None:
        prepare(page)
        more(page)

    return prepared


def go_to_end(page: Page) -> None:
    """Show the last ply of a replay."""
    page.keyboard.press("End")
    page.locator(".final").wait_for()


def review(page: Page) -> None:
    """Have the match reviewed, which happens once, and go to the first marked moment."""
    page.keyboard.press("v")
    marked = page.locator("[data-review='standard'] a[data-moment-at]").first
    marked.wait_for(state="attached", timeout=REVIEW_MS)
    marked.dispatch_event("click")
    page.locator("[data-made], .facts li").first.wait_for(state="attached")


def paste_nonsense(page: Page) -> None:
    """Open an invalid record."""
    page.locator("textarea").fill('{"players": ["Ann"], "deck": 3}')
    press("form button")(page)
    page.locator("[role=alert]").wait_for()


def stop(page: Page) -> None:
    """End the round; if an earlier check did so already, take it back first."""
    if page.locator("main[data-phase='decide']").count() == 0:
        page.keyboard.press("m")
        press("dialog li:nth-child(3) button")(page)
        page.locator("main[data-phase='decide']").wait_for()
    page.keyboard.press("s")
    page.locator(".felt.held").wait_for()


def lose_sockets(page: Page) -> None:
    """Open a table in a browser without WebSockets."""
    page.evaluate("() => { delete window.WebSocket }")
    page.evaluate(_GO, "/table/match-hanabi-3")
    page.locator("main[data-no-socket='missing']").wait_for()


def block_sockets(page: Page) -> None:
    """Open a table while sockets are blocked."""
    page.evaluate(
        """() => {
            window.WebSocket = class {
                constructor() { setTimeout(() => this.onclose?.()); }
                close() {}
            };
        }"""
    )
    page.evaluate(_GO, "/table/match-hanabi-3")
    page.locator("main[data-no-socket='blocked']").wait_for()


def lose_the_server(page: Page) -> None:
    """Open a page that needs the server, while it is unreachable."""
    page.wait_for_load_state("networkidle")
    for address in ("**/api/**", "**/release.txt"):
        page.route(address, lambda route: route.abort())
    page.evaluate(_GO, "/me")
    page.locator("main[data-offline]").wait_for()


# -- where to go -----------------------------------------------------------------------------------


def table(name: str, address: str, *, seldom: bool = False) -> Screen:
    """A match in progress."""
    there = address.partition("?")[0]
    return Screen(name, f"/table/{address}", ready=f"main[data-table='{there}']", seldom=seldom)


def stored_match(name: str, on: str, prepare: Prepare, *, dialog: bool = False) -> Screen:
    """A stored match, and something done there."""
    return table(name, f"match-{on}")._replace(prepare=prepare, dialog=dialog)


def replay(
    name: str, of: str, rest: str, prepare: Prepare = lambda _: None, *, dialog: bool = False
) -> Screen:
    """The replay of a stored match."""
    there, ply = replay_id(f"match-{of}"), rest.partition("#")[2]
    ready = f"main[data-table='{there}']" + (f"[data-ply='{ply}']" if ply else "")
    return Screen(name, f"/replay/{there}{rest}", prepare, dialog, ready)


def puzzle(
    name: str,
    game: str,
    kind: PuzzleKind,
    prepare: Prepare = lambda _: None,
    *,
    rest: str = "",
    dialog: bool = False,
    seldom: bool = False,
) -> Screen:
    """The first puzzle of a kind, and something done there."""
    there = next(entry.id for entry in collection_of(game).entries if entry.kind == kind)
    ready = f"main[data-table='{there}']"
    return Screen(name, f"/puzzles/{there}{rest}", prepare, dialog, ready, seldom=seldom)


def answer(*selectors: str) -> Prepare:
    """Click these, and wait for the verdict."""
    return wait(press(*selectors), "[data-verdict]")


FIRST, LAST = "[data-choice='1']", "ol li:last-child > [data-choice]"
STOP, CALL = ".decision div:first-child .button", ".decision div:last-child .button"

OFTEN_STEPS = {0, 4, STEPS}

SCREENS: tuple[Screen, ...] = (
    Screen("home", "/", ready=".boxes"),
    Screen("home-new", "/", ready=".boxes", who=CLEO),
    Screen("home-settings", "/", press("header button"), dialog=True),
    Screen("new-hanabi", "/new?preset=hanabi/grands-feux", ready=".options"),
    Screen("new-koikoi", "/new?preset=koikoi/robin-red", ready=".options"),
    Screen("cards", "/cards"),
    Screen("my-games", "/me", ready="[data-edition]"),
    Screen("my-games-forget", "/me", press(".ways button"), dialog=True),
    Screen("my-games-empty", "/me", ready=".keep", who=CLEO),
    Screen("open-record", "/replay"),
    Screen("open-nonsense", "/replay", paste_nonsense),
    Screen("not-found", "/nowhere"),
    Screen("unknown-table", "/table/nobody-sits-here", ready=".sorry h1"),
    Screen("unknown-replay", "/replay/nobody-played-this", ready=".sorry h1"),
    Screen("unknown-language", "/?lang=tlh", ready=".boxes"),
    Screen("waiting-host", "/table/waiting-host", ready="main .seats"),
    Screen("waiting-guest", "/table/waiting-guest", ready="main .seats"),
    # The decision of the first of these is made further below, and the other is reviewed there.
    *(
        table(one.name, one.table_id)
        for one in STORED_MATCHES
        if one.name not in ("koikoi-decided", "koikoi-short")
    ),
    table("asked", "asked"),
    table("left", "left"),
    table("left-koikoi", "left-koikoi"),
    table("go-on", "left")._replace(prepare=press("[data-absent] button"), dialog=True),
    table("go-on-koikoi", "left-koikoi")._replace(
        prepare=press("[data-absent] button"), dialog=True
    ),
    table("away", "away"),
    table("away-koikoi", "away-koikoi"),
    table("won-by-absence", "won-by-absence"),
    table("not-counted", "not-counted"),
    table("not-counted-koikoi", "not-counted-koikoi"),
    *(
        table(f"lesson-{game}-{step}", f"lesson-{game}-{step}", seldom=step not in OFTEN_STEPS)
        for game in LESSONS
        for step in range(STEPS + 1)
    ),
    *(table(f"lesson-{game}-strayed", f"lesson-{game}-strayed") for game in LESSONS),
    stored_match("hanabi-2-own", "hanabi-2", press(".own [data-card]")),
    stored_match("hanabi-5-own", "hanabi-5", press(".own [data-card]")),
    stored_match("hanabi-5-card", "hanabi-5", press("[data-seat='2'] [data-card]")),
    stored_match("hanabi-six-clues", "hanabi-six", press("[data-seat='1'] .who")),
    stored_match("hanabi-six-chosen", "hanabi-six", press("[data-seat='1'] .who", ".clue")),
    stored_match(
        "hanabi-note", "hanabi-2", press(".own [data-card]", ".heading .tool"), dialog=True
    ),
    stored_match("hanabi-discards", "hanabi-seven", press(".discards-button"), dialog=True),
    stored_match("hanabi-hint", "hanabi-3", wait(press("nav button"), "[data-hint]")),
    stored_match("koikoi-hint", "koikoi-full", wait(press("nav button"), "[data-hint]")),
    stored_match("koikoi-full-card", "koikoi-full", press(".hand button:enabled")),
    stored_match("koikoi-joker-card", "koikoi-joker", press(".hand [data-card='11a']")),
    stored_match("koikoi-round-over", "koikoi-crowded-decide", stop),
    stored_match("koikoi-round-over-dared", "koikoi-decided", stop),
    stored_match("koikoi-about-decision", "koikoi-decide", press(".about"), dialog=True),
    stored_match("koikoi-yaku", "koikoi-full", press(".yaku-button"), dialog=True),
    stored_match("koikoi-sheet", "koikoi-decide", press(".tools button"), dialog=True),
    stored_match("koikoi-pile", "koikoi-full", press(".near .kinds"), dialog=True),
    stored_match("rules-hanabi", "hanabi-seven", key("r"), dialog=True),
    stored_match("rules-koikoi", "koikoi-decide", key("r"), dialog=True),
    stored_match("log", "koikoi-full", key("l"), dialog=True),
    stored_match("keys-hanabi", "hanabi-3", key("?"), dialog=True),
    stored_match("keys-koikoi", "koikoi-full", key("?"), dialog=True),
    stored_match("menu", "hanabi-3", key("m"), dialog=True),
    stored_match("menu-over", "hanabi-won", key("m"), dialog=True),
    stored_match("invite", "hanabi-3", key("m", "dialog li:nth-child(1) button"), dialog=True),
    stored_match("device", "hanabi-3", key("m", "dialog li:nth-child(2) button"), dialog=True),
    stored_match("leave", "hanabi-3", key("m", "dialog li:nth-child(5) button"), dialog=True),
    replay("replay-hanabi", "hanabi-won", "#30"),
    replay("replay-hanabi-eyes", "hanabi-won", "?seat=1#30"),
    replay("replay-hanabi-card", "hanabi-done", "?seat=0#30", press(".own [data-card]")),
    replay("replay-hanabi-end", "hanabi-done", "", go_to_end),
    replay("replay-koikoi", "koikoi-over", "#40"),
    replay("replay-koikoi-eyes", "koikoi-over", "?seat=1#41"),
    replay("replay-past-the-end", "koikoi-over", "#4000")._replace(
        ready=".notice ~ .stage main[data-table]"
    ),
    replay("replay-branch", "hanabi-won", "#30", press(".dock .on"), dialog=True),
    replay("replay-branch-over", "hanabi-lost", "#4", press(".dock .on"), dialog=True),
    replay("review-koikoi", "koikoi-short", "#0", review)._replace(reviewed=True),
    replay("review-hanabi", "hanabi-lost", "#0", review)._replace(reviewed=True),
    replay(
        "review-whole", "koikoi-short", "?seat=0#0", then(review, press(".strip button"))
    )._replace(reviewed=True),
    replay("replay-menu", "hanabi-won", "#30", press("nav button:last-of-type"), dialog=True),
    Screen("puzzles", "/puzzles", ready="[data-game]"),
    Screen("puzzles-koikoi", "/puzzles/koikoi", ready="main select", seldom=True),
    Screen("puzzles-hanabi", "/puzzles/hanabi?level=2", ready="main select", seldom=True),
    Screen("unknown-puzzle", "/puzzles/koikoi-999999", ready=".sorry h1", seldom=True),
    puzzle("puzzle-decide", "koikoi", "stop-or-call"),
    puzzle("puzzle-decide-stop", "koikoi", "stop-or-call", answer(STOP), seldom=True),
    puzzle("puzzle-decide-call", "koikoi", "stop-or-call", answer(CALL), seldom=True),
    puzzle("puzzle-flower", "koikoi", "which-card", seldom=True),
    puzzle(
        "puzzle-flower-card", "koikoi", "which-card", press(".hand button:enabled"), seldom=True
    ),
    puzzle("puzzle-flower-first", "koikoi", "which-card", answer(FIRST), seldom=True),
    puzzle("puzzle-flower-last", "koikoi", "which-card", answer(LAST)),
    puzzle("puzzle-clue", "hanabi", "which-clue", seldom=True),
    puzzle("puzzle-clue-aimed", "hanabi", "which-clue", press(".others .who"), seldom=True),
    puzzle("puzzle-clue-last", "hanabi", "which-clue", answer(LAST)),
    puzzle("puzzle-face", "hanabi", "what-card"),
    puzzle("puzzle-face-first", "hanabi", "what-card", answer(FIRST), seldom=True),
    puzzle("puzzle-card", "hanabi", "which-card", seldom=True),
    puzzle("puzzle-card-own", "hanabi", "which-card", press(".own [data-card]"), seldom=True),
    puzzle("puzzle-card-last", "hanabi", "which-card", answer(LAST), seldom=True),
    puzzle("puzzle-win", "hanabi", "win", seldom=True),
    puzzle("puzzle-menu", "hanabi", "win", key("m"), dialog=True, seldom=True),
    puzzle("puzzle-keys", "hanabi", "win", key("?"), dialog=True, seldom=True),
    puzzle("puzzle-rules", "koikoi", "which-card", key("r"), dialog=True, seldom=True),
    puzzle("puzzle-log", "hanabi", "which-clue", key("l"), dialog=True, seldom=True),
    # Last, because text mode lasts for the visit.
    puzzle("puzzle-text-flower", "koikoi", "which-card", rest="?mode=text", seldom=True),
    puzzle("puzzle-text-face", "hanabi", "what-card", type_first, rest="?mode=text"),
    table("text-hanabi", "match-hanabi-seven?mode=text"),
    table("text-koikoi", "match-koikoi-decide?mode=text"),
    table("text-over", "match-hanabi-won?mode=text", seldom=True),
    table("text-beside", "match-koikoi-full?mode=both"),
    table("text-beside-hanabi", "match-hanabi-5?mode=both", seldom=True),
    # Nothing may follow these, which break something for good.
    Screen("no-socket", "/?without=sockets", lose_sockets),
    Screen("no-socket-through", "/?without=sockets", block_sockets),
    Screen("offline", "/?without=server", lose_the_server),
)
OFTEN = tuple(screen for screen in SCREENS if not screen.seldom)
"""The screens of the regular tests."""
