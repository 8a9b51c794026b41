"""`python -m tests.browser.pictures`: both tables, and one capture in motion, for the docs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import hanabi_hands, koikoi_hands
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.moving_picture import moving
from tests.browser.people import Person
from tests.browser.served import ROOT, Served

IMAGES = ROOT / "docs" / "images"
_SMALL = {"width": 720, "height": 760}
_STEP, _LAST, _REST = 60, 900, 1500
"""Milliseconds between photographs, of the whole motion, and of the stillness after it."""

# Motion is held at one moment after the other, so that a slow machine photographs it as well.
_HOLD = """at => document.getAnimations().forEach(motion => {
  if (motion.effect?.getTiming().iterations === Infinity) return;
  motion.pause();
  motion.currentTime = at;
})"""
_LET_GO = """() => document.getAnimations().forEach(motion => {
  if (motion.effect?.getTiming().iterations !== Infinity) motion.finish();
})"""


def photograph_hanabi(browser: Browser, server: Served) -> None:
    """A table of Hanabi after some moves."""
    ann = Person(browser, server, "Ana")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    hands = hanabi_hands.Hands(ann)
    for _ in range(7):
        ann.wait_for_turn()
        hands.move_carefully([seat for seat in range(3) if seat != hands.seat])
    ann.wait_for_turn()
    ann.page.screenshot(path=IMAGES / "hanabi-table.png")
    ann.leave()


def photograph_koikoi(browser: Browser, server: Served) -> None:
    """A table of Koi-Koi after some turns, and the next capture in motion."""
    ann = Person(browser, server, "Ana")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    hands = koikoi_hands.Hands(ann)
    for _ in range(4):
        hands.move()
    ann.wait_for_turn()
    ann.page.screenshot(path=IMAGES / "koikoi-table.png")
    ann.leave()


def film_a_capture(browser: Browser, server: Served) -> None:
    """The first capture of the guided game."""
    ann = Person(browser, server, "Ana", motion=True)
    ann.page.set_viewport_size(_SMALL)  # type: ignore[arg-type]  # a plain dictionary does
    ann.visit()
    ann.page.get_by_role("button", name="First time? Play a guided game: Koi-Koi").click()
    marked = ann.page.locator("li[data-pointed] button")
    marked.last.click()
    button = ann.page.locator("button[data-pointed]").last
    button.wait_for()
    photographs = [(ann.page.screenshot(), _REST)]
    button.click()
    ann.page.wait_for_function("() => document.querySelector('aside[data-step=\"1\"]')")
    for at in range(0, _LAST, _STEP):
        ann.page.evaluate(_HOLD, at)
        photographs.append((ann.page.screenshot(), _STEP))
    ann.page.evaluate(_LET_GO)
    photographs.append((ann.page.screenshot(), _REST))
    (IMAGES / "capture.png").write_bytes(moving(photographs))
    ann.leave()


def main() -> None:
    """Photograph, and say where the photographs are."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder), 3)
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            photograph_hanabi(browser, server)
            photograph_koikoi(browser, server)
            film_a_capture(browser, server)
        finally:
            browser.close()
            server.stop()
    for name in ("hanabi-table.png", "koikoi-table.png", "capture.png"):
        print(IMAGES / name)


if __name__ == "__main__":
    main()
