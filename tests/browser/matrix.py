"""`python -m tests.browser.matrix`: every screen, by every measure, in every language and light.

What the tests take in turns is done here completely: axe-core on a phone and on a desk, light and
dark, in all languages; and whether everything fits, in all languages and sizes. A screen is shown
once in each language, and then seen in every size and light before the next one comes. It takes
about half an hour, prints what is wrong as it finds it, and ends with 1 if anything was.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator, Sequence

from playwright.sync_api import Error, Page, ViewportSize, sync_playwright

from tests.browser import axe
from tests.browser.fitting import SIZES, misfits
from tests.browser.scenes import SCREENS, Screen
from tests.browser.screens import FLAGS, as_ann, served

LANGUAGES = ("en", "fr", "es", "de")
THEMES = ("light", "dark")
AXE_SIZES = ((360, 640), (1280, 800))
TIMEOUT_MS = 60_000
MOST = 4
"""Lines reported for one screen in one size."""

_SETTLE = """async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    for (const change of document.getAnimations()) {
        if (change.effect?.getTiming().iterations !== Infinity) change.finish();
    }
}"""


def main() -> None:
    """Check every screen and print what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="screens whose names hold this")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--measure", choices=["axe", "fit", "both"], default="both")
    arguments = parser.parse_args()
    chosen = [screen for screen in SCREENS if arguments.only in screen.name]
    themes = arguments.themes.split(",")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for lang in arguments.languages.split(","):
            began, found = time.monotonic(), 0
            # Changes to tables are not undone: each language gets a new server.
            with served() as server, as_ann(browser, server, size=SIZES[0], lang=lang) as context:
                context.set_default_timeout(TIMEOUT_MS)
                page = context.new_page()
                axe.bring(page)
                for screen in chosen:
                    for line in _look(page, screen, arguments.measure, themes):
                        found += 1
                        print(f"{screen.name} {lang} {line}", flush=True)
            minutes = (time.monotonic() - began) / 60
            print(f"{lang}: {len(chosen)} screens, {found} wrong, {minutes:.1f} min", flush=True)
            wrong += found
        browser.close()
    print(f"{len(chosen)} screens, {wrong} found wrong")
    sys.exit(wrong > 0)


def _look(page: Page, screen: Screen, measure: str, themes: Sequence[str]) -> Iterator[str]:
    """Show a screen once, and check it in every size and theme."""
    page.set_viewport_size(_size(SIZES[0]))
    if problem := _shown(screen, page) and _shown(screen, page):
        yield problem
        return
    for size in AXE_SIZES if measure == "axe" else SIZES:
        page.set_viewport_size(_size(size))
        if measure != "axe":
            for line in misfits(page, playing=screen.must_fit(size[0]))[:MOST]:
                yield f"{size[0]} × {size[1]}: {line}"
        if measure != "fit" and size in AXE_SIZES:
            for theme in themes:
                for line in _violations(page, theme):
                    yield f"{theme} {size[0]}: {' '.join(line.split())}"
            _light(page, "light")


def _shown(screen: Screen, page: Page) -> str:
    """Why a screen could not be shown, after two attempts."""
    try:
        screen.show(page)
    except Error as error:
        page.goto("about:blank")
        return str(error).partition("\n")[0]
    return ""


def _size(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


def _violations(page: Page, theme: str) -> list[str]:
    """The violations that remain on a second run: colours may still be in transition."""
    found: list[str] = []
    for _ in range(2):
        _light(page, theme)
        found = axe.violations(page)
        if not found:
            break
    return found


def _light(page: Page, theme: str) -> None:
    """Switch the theme, and wait for colour transitions."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.evaluate(_SETTLE)


if __name__ == "__main__":
    main()
