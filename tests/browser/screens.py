"""`python -m tests.browser.screens [--out FOLDER]`: a picture of every screen, to be looked at.

Phone, phone sideways, tablet and desk; light and dark; all languages take turns, so that every
screen is seen in German, the longest, and each of the others somewhere.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from hanamichi.server.http.visitor import COOKIE
from tests.browser.scenes import SCREENS, Screen
from tests.browser.server_process import ROOT, ServerProcess
from tests.browser.stored_matches import ANN
from tests.browser.stored_tables import SECRETS

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


@contextmanager
def served() -> Iterator[ServerProcess]:
    """A server with the stored tables."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), 1, with_tables=True)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def as_ann(
    browser: Browser,
    server: ServerProcess,
    *,
    size: tuple[int, int] = (360, 640),
    lang: str = "en",
    theme: str = "light",
) -> BrowserContext:
    """Ann's browser context, of this size and language."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": size[0], "height": size[1]},
        has_touch=size[0] < 1000,
        locale=lang,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_cookies([{"name": COOKIE, "value": SECRETS[ANN], "url": server.url}])
    return context


def take(page: Page, screen: Screen, path: Path) -> None:
    """Take one picture."""
    page.goto("about:blank")
    screen.show(page)
    page.wait_for_load_state("networkidle")
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=not screen.is_board)


def keep(page: Page, screen: Screen, look: str) -> None:
    """Store a picture of the screen that a test shows."""
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
