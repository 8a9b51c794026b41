"""Every page and state there is: an address, and what to press there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page

from hanamichi.server.http.visitor import COOKIE
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.lessons import LESSONS
from hanamichi.server.table.result import replay_id
from tests.browser.occasions import CLEO, SECRETS, STEPS
from tests.browser.stages import ANN, STAGES

Prepare = Callable[[Page], None]
NARROWEST = 360
"""The narrowest phone on which nobody has to scroll to play; below, nothing is cut off."""


class Screen(NamedTuple):
    """Something to be seen."""

    name: str
    address: str
    prepare: Prepare = lambda _: None
    dialog: bool = False
    """Whether something lies over the page then."""
    ready: str = ""
    """What is there when everything is."""
    who: Actor = ANN
    seldom: bool = False
    """So like another screen that only long runs look at it."""

    @property
    def is_board(self) -> bool:
        """Whether a match is looked at, with nothing over it."""
        return "main[data-table" in self.ready and not self.dialog

    def must_fit(self, width: int) -> bool:
        """Whether all of it must be seen at once in a window this wide.

        Words beside the board are for wide windows; on a phone they come with a board to scroll.
        """
        return self.is_board and width >= (1000 if "beside" in self.name else NARROWEST)

    def show(self, page: Page) -> None:
        """Go there, without loading everything anew where the client is already there."""
        newcomer = self._come(page)
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        afresh = page.evaluate("location.search !== '' || !document.querySelector('#app')")
        if afresh or newcomer or "?" in self.address or "#" in self.address:
            page.goto(self.address)
        else:
            # By way of another page: what was begun here before is forgotten.
            page.evaluate(_GO, "/nowhere")
            page.evaluate(_GO, self.address)
        page.locator(self.ready or "main.page:has(h1)").first.wait_for()
        self.prepare(page)

    def _come(self, page: Page) -> bool:
        """Be whoever sees this, and say whether it was somebody else before."""
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
    """Press the first of each, one after the other, whether or not this size shows it."""

    def prepare(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.dispatch_event("click")

    return prepare


def key(name: str, *selectors: str) -> Prepare:
    """Press a key, then these."""

    def prepare(page: Page) -> None:
        page.keyboard.press(name)
        page.locator("dialog[open] h2").wait_for()
        press(*selectors)(page)

    return prepare


def wait(prepare: Prepare, selector: str) -> Prepare:
    """And see what comes of it."""

    def prepared(page: Page) -> None:
        prepare(page)
        page.locator(selector).first.wait_for()

    return prepared


def paste_nonsense(page: Page) -> None:
    """Open something that is no record."""
    page.locator("textarea").fill('{"players": ["Ann"], "deck": 3}')
    press("form button")(page)
    page.locator("[role=alert]").wait_for()


def stop(page: Page) -> None:
    """End the round; whoever looked before has done so already, and takes it back first."""
    if page.locator("main[data-phase='decide']").count() == 0:
        page.keyboard.press("m")
        press("dialog li:nth-child(3) button")(page)
        page.locator("main[data-phase='decide']").wait_for()
    page.keyboard.press("s")
    page.locator(".felt.held").wait_for()


def lose_sockets(page: Page) -> None:
    """Open a table in a browser that has none."""
    page.evaluate("() => { delete window.WebSocket }")
    page.evaluate(_GO, "/table/stage-hanabi-3")
    page.locator("main[data-no-socket='missing']").wait_for()


def block_sockets(page: Page) -> None:
    """Open a table where no socket comes through."""
    page.evaluate(
        """() => {
            window.WebSocket = class {
                constructor() { setTimeout(() => this.onclose?.()); }
                close() {}
            };
        }"""
    )
    page.evaluate(_GO, "/table/stage-hanabi-3")
    page.locator("main[data-no-socket='blocked']").wait_for()


def lose_the_server(page: Page) -> None:
    """Go on to a page that needs it, once nothing is on its way any more."""
    page.wait_for_load_state("networkidle")
    for address in ("**/api/**", "**/release.txt"):
        page.route(address, lambda route: route.abort())
    page.evaluate(_GO, "/me")
    page.locator("main[data-offline]").wait_for()


# -- where to go -----------------------------------------------------------------------------------


def table(name: str, address: str, *, seldom: bool = False) -> Screen:
    """A match that is played."""
    there = address.partition("?")[0]
    return Screen(name, f"/table/{address}", ready=f"main[data-table='{there}']", seldom=seldom)


def stage(name: str, on: str, prepare: Prepare, *, dialog: bool = False) -> Screen:
    """A stage, and something done there."""
    return table(name, f"stage-{on}")._replace(prepare=prepare, dialog=dialog)


def replay(
    name: str, of: str, rest: str, prepare: Prepare = lambda _: None, *, dialog: bool = False
) -> Screen:
    """A stage that is over, seen again."""
    there, ply = replay_id(f"stage-{of}"), rest.partition("#")[2]
    ready = f"main[data-table='{there}']" + (f"[data-ply='{ply}']" if ply else "")
    return Screen(name, f"/replay/{there}{rest}", prepare, dialog, ready)


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
    Screen("lobby-host", "/table/lobby-host", ready="main .seats"),
    Screen("lobby-guest", "/table/lobby-guest", ready="main .seats"),
    # The decided is decided further down: until then it is as the other.
    *(table(one.name, one.table_id) for one in STAGES if one.name != "koikoi-decided"),
    table("asked", "asked"),
    table("left", "left"),
    *(
        table(f"lesson-{game}-{step}", f"lesson-{game}-{step}", seldom=step not in OFTEN_STEPS)
        for game in LESSONS
        for step in range(STEPS + 1)
    ),
    *(table(f"lesson-{game}-strayed", f"lesson-{game}-strayed") for game in LESSONS),
    stage("hanabi-2-own", "hanabi-2", press(".own [data-card]")),
    stage("hanabi-5-own", "hanabi-5", press(".own [data-card]")),
    stage("hanabi-5-card", "hanabi-5", press("[data-seat='2'] [data-card]")),
    stage("hanabi-six-clues", "hanabi-six", press("[data-seat='1'] .who")),
    stage("hanabi-six-chosen", "hanabi-six", press("[data-seat='1'] .who", ".clue")),
    stage("hanabi-note", "hanabi-2", press(".own [data-card]", ".heading .tool"), dialog=True),
    stage("hanabi-discards", "hanabi-seven", press(".discards-button"), dialog=True),
    stage("hanabi-hint", "hanabi-3", wait(press("nav button"), "[data-hint]")),
    stage("koikoi-hint", "koikoi-full", wait(press("nav button"), "[data-hint]")),
    stage("koikoi-full-card", "koikoi-full", press(".hand button:enabled")),
    stage("koikoi-joker-card", "koikoi-joker", press(".hand [data-card='11a']")),
    stage("koikoi-round-over", "koikoi-crowded-decide", stop),
    stage("koikoi-round-over-dared", "koikoi-decided", stop),
    stage("koikoi-about-decision", "koikoi-decide", press(".about"), dialog=True),
    stage("koikoi-yaku", "koikoi-full", press(".yaku-button"), dialog=True),
    stage("koikoi-sheet", "koikoi-decide", press(".tools button"), dialog=True),
    stage("koikoi-pile", "koikoi-full", press(".near .kinds"), dialog=True),
    stage("rules-hanabi", "hanabi-seven", key("r"), dialog=True),
    stage("rules-koikoi", "koikoi-decide", key("r"), dialog=True),
    stage("log", "koikoi-full", key("l"), dialog=True),
    stage("keys-hanabi", "hanabi-3", key("?"), dialog=True),
    stage("keys-koikoi", "koikoi-full", key("?"), dialog=True),
    stage("menu", "hanabi-3", key("m"), dialog=True),
    stage("menu-over", "hanabi-won", key("m"), dialog=True),
    stage("invite", "hanabi-3", key("m", "dialog li:nth-child(1) button"), dialog=True),
    stage("device", "hanabi-3", key("m", "dialog li:nth-child(2) button"), dialog=True),
    stage("leave", "hanabi-3", key("m", "dialog li:nth-child(5) button"), dialog=True),
    replay("replay-hanabi", "hanabi-won", "#30"),
    replay("replay-hanabi-eyes", "hanabi-won", "?seat=1#30"),
    replay("replay-hanabi-card", "hanabi-done", "?seat=0#30", press(".own [data-card]")),
    replay("replay-hanabi-end", "hanabi-done", "", lambda page: page.keyboard.press("End")),
    replay("replay-koikoi", "koikoi-over", "#40"),
    replay("replay-koikoi-eyes", "koikoi-over", "?seat=1#41"),
    replay("replay-past-the-end", "koikoi-over", "#4000")._replace(
        ready=".notice ~ main[data-table]"
    ),
    replay("replay-branch", "hanabi-won", "#30", press(".dock .on"), dialog=True),
    replay("replay-branch-over", "hanabi-lost", "#4", press(".dock .on"), dialog=True),
    replay("replay-menu", "hanabi-won", "#30", press("nav button:last-of-type"), dialog=True),
    # Last, because a visit that began in words goes on in words.
    table("text-hanabi", "stage-hanabi-seven?mode=text"),
    table("text-koikoi", "stage-koikoi-decide?mode=text"),
    table("text-over", "stage-hanabi-won?mode=text", seldom=True),
    table("text-beside", "stage-koikoi-full?mode=both"),
    table("text-beside-hanabi", "stage-hanabi-5?mode=both", seldom=True),
    # And nothing after these, in which something is broken for good.
    Screen("no-socket", "/?without=sockets", lose_sockets),
    Screen("no-socket-through", "/?without=sockets", block_sockets),
    Screen("offline", "/?without=server", lose_the_server),
)
OFTEN = tuple(screen for screen in SCREENS if not screen.seldom)
"""What every check of this project looks at."""
