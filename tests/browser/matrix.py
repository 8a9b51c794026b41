"""`python -m tests.browser.matrix`: every screen, by every measure, in every language and light.

What the tests take in turns is done here completely: axe-core on a phone and on a desk, light and
dark, in all languages; and whether everything fits, in all languages and sizes. It takes about
an hour, prints what is wrong, and ends with 1 if anything was.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser import axe
from tests.browser.fitting import SIZES, misfits
from tests.browser.scenes import SCREENS, Screen
from tests.browser.screens import FLAGS, as_ann, served
from tests.browser.served import Served

LANGUAGES = ("en", "fr", "es", "de")
THEMES = ("light", "dark")
AXE_SIZES = ((360, 640), (1280, 800))
PATIENCE = 60_000
MOST = 4
"""Lines about one screen in one size: the first say what is wrong, the rest what follows."""


def main() -> None:
    """Look, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="screens whose names hold this")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--measure", choices=["axe", "fit", "both"], default="both")
    arguments = parser.parse_args()
    chosen = [screen for screen in SCREENS if arguments.only in screen.name]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    wrong = 0
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for lang in arguments.languages.split(","):
            if arguments.measure != "fit":
                wrong += _report(_axe(browser, server, lang, arguments.themes, chosen))
            if arguments.measure != "axe":
                wrong += _report(_fit(browser, server, lang, chosen))
        browser.close()
    print(f"{len(chosen)} screens, {wrong} found wrong")
    sys.exit(wrong > 0)


def _report(lines: Iterator[str]) -> int:
    found = 0
    for line in lines:
        found += 1
        print(line, flush=True)
    return found


def _shown(screen: Screen, page: Page) -> str:
    """What kept a screen from being seen; nothing when it is."""
    try:
        screen.show(page)
    except Error as error:
        page.goto("about:blank")
        return str(error).partition("\n")[0]
    return ""


def _axe(
    browser: Browser, server: Served, lang: str, themes: str, screens: Sequence[Screen]
) -> Iterator[str]:
    for theme in themes.split(","):
        for size in AXE_SIZES:
            context = as_ann(browser, server, size=size, lang=lang, theme=theme)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            axe.bring(page)
            for screen in screens:
                where = f"{screen.name} {lang} {theme} {size[0]}"
                problem = _shown(screen, page)
                for line in [problem] if problem else axe.violations(page):
                    yield f"{where}: {' '.join(line.split())}"
            context.close()


def _fit(browser: Browser, server: Served, lang: str, screens: Sequence[Screen]) -> Iterator[str]:
    context = as_ann(browser, server, lang=lang)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for screen in screens:
        page.set_viewport_size({"width": 360, "height": 640})
        if problem := _shown(screen, page):
            yield f"{screen.name} {lang}: {problem}"
            continue
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for line in misfits(page, playing=screen.must_fit(width))[:MOST]:
                yield f"{screen.name} {lang} {width} × {height}: {line}"
    context.close()


if __name__ == "__main__":
    main()
