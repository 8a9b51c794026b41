"""`python -m tests.browser.screens [--out FOLDER]`: a picture of every screen, to be looked at.

Phone, phone sideways, tablet and desk; light and dark; all languages take turns, so that every
screen is seen in German, the longest, and each of the others somewhere.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from hanamichi.server.visitors import COOKIE
from tests.browser.served import ROOT, Served
from tests.browser.stages import SECRET, STAGES

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1")
SIZES = {
    "phone": (360, 640),
    "tall": (390, 844),
    "sideways": (740, 360),
    "tablet": (768, 1024),
    "desk": (1440, 900),
}
OUT = ROOT / "build" / "screens"
LOOKS = (("de", "light"), ("en", "dark"), ("fr", "light"), ("es", "dark"))


class Screen(NamedTuple):
    """Something to be seen: an address, and what to press there."""

    name: str
    address: str
    prepare: Callable[[Page], None] = lambda _: None
    dialog: bool = False
    """Whether something lies over the page then."""

    @property
    def is_table(self) -> bool:
        """Whether a match is looked at, with nothing over it."""
        return self.address.startswith("/table/") and not self.dialog

    def show(self, page: Page) -> None:
        """Go there, without loading everything anew where the client is already there."""
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        if page.locator("#app").count() and "?" not in self.address:
            page.evaluate(_GO, self.address)
        else:
            page.goto(self.address)
        table = self.address.removeprefix("/table/").partition("?")[0]
        at_table = self.address.startswith("/table/")
        here = f"main[data-table='{table}']" if at_table else "main.page:has(h1)"
        page.locator(here).first.wait_for()
        self.prepare(page)


_GO = """address => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
}"""


def press(selector: str) -> Callable[[Page], None]:
    """Press the first of these."""
    return lambda page: page.locator(selector).first.click()


def stage(name: str) -> str:
    """Where a stage is played."""
    return f"/table/stage-{name}"


SCREENS: tuple[Screen, ...] = (
    Screen("home", "/"),
    Screen("home-settings", "/", press("header button"), dialog=True),
    Screen("new-hanabi", "/new?preset=hanabi/grands-feux"),
    Screen("new-koikoi", "/new?preset=koikoi/robin-red"),
    Screen("not-found", "/nowhere"),
    Screen("unknown-language", "/?lang=tlh"),
    *(Screen(one.name, stage(one.name)) for one in STAGES),
    Screen("hanabi-5-own", stage("hanabi-5"), press(".own [data-card]")),
    Screen("hanabi-5-card", stage("hanabi-5"), press("[data-seat='2'] [data-card]")),
    Screen("hanabi-six-clues", stage("hanabi-six"), press("[data-seat='1'] .who")),
    Screen("hanabi-2-own", stage("hanabi-2"), press(".own [data-card]")),
    Screen("koikoi-full-card", stage("koikoi-full"), press(".hand button:enabled")),
    Screen("koikoi-joker-card", stage("koikoi-joker"), press(".hand [data-card='11a']")),
    Screen("rules", stage("hanabi-3"), press("header nav button"), dialog=True),
    Screen("menu", stage("hanabi-3"), press("header nav button:last-of-type"), dialog=True),
    Screen("pile", stage("koikoi-full"), press(".near .kinds"), dialog=True),
    # Last, because a visit that began in words goes on in words.
    Screen("text-alone", f"{stage('hanabi-3')}?mode=text"),
    Screen("text-beside", f"{stage('koikoi-full')}?mode=both"),
)


@contextmanager
def served() -> Iterator[Served]:
    """A server where every stage is set."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), 1, [one.name for one in STAGES])
        server.start()
        try:
            yield server
        finally:
            server.stop()


def as_ann(
    browser: Browser,
    server: Served,
    *,
    size: tuple[int, int] = (360, 640),
    lang: str = "en",
    theme: str = "light",
) -> BrowserContext:
    """Ann's browser, of this size and in this language."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": size[0], "height": size[1]},
        has_touch=size[0] < 1000,
        locale=lang,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_cookies([{"name": COOKIE, "value": SECRET, "url": server.url}])
    return context


def take(page: Page, screen: Screen, path: Path) -> None:
    """One picture."""
    page.goto("about:blank")
    screen.show(page)
    page.wait_for_load_state("networkidle")
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page="/table/" not in screen.address)


def keep(page: Page, screen: Screen, look: str) -> None:
    """A picture of a screen that a test has before it anyway, to be looked at afterwards."""
    path = OUT / "tests" / look / f"{screen.name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)


def main() -> None:
    """Every screen in every size; the languages take turns with the sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--only", default="", help="screens whose names hold this")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--langs", default=",".join(lang for lang, _ in LOOKS))
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("There is no Chromium here: apt-get install chromium")
    looks = [look for look in LOOKS if look[0] in arguments.langs.split(",")]
    chosen = [screen for screen in SCREENS if arguments.only in screen.name]
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for size in arguments.sizes.split(","):
            for lang, theme in looks:
                context = as_ann(browser, server, size=SIZES[size], lang=lang, theme=theme)
                page, folder = context.new_page(), arguments.out / f"{size}-{lang}-{theme}"
                for screen in chosen:
                    take(page, screen, folder / f"{screen.name}.png")
                context.close()
        browser.close()
    print(f"{arguments.out}: {len(chosen) * len(looks)} pictures in each size")


if __name__ == "__main__":
    main()
