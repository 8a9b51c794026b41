"""`python -m tests.browser.pictures`: a table, a replay and a capture in motion, for the docs."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.apng import Pixels, moving
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.person import Person
from tests.browser.scenes import review
from tests.browser.screens import as_ann
from tests.browser.server_process import ROOT, ServerProcess

IMAGES = ROOT / "docs" / "images"
_DESK = (1280, 800)
_SMALL = {"width": 720, "height": 760}
_STEP, _LAST, _REST = 40, 920, 1500
"""Milliseconds between frames, of the animation, and of the pause after it."""

# Motion is held at one moment after the other, so that a slow machine photographs it as well.
_HOLD = """at => document.getAnimations().forEach(motion => {
  if (motion.effect?.getTiming().iterations === Infinity) return;
  motion.pause();
  motion.currentTime = at;
})"""
_LET_GO = """() => document.getAnimations().forEach(motion => {
  if (motion.effect?.getTiming().iterations !== Infinity) motion.finish();
})"""

_DEVELOP = """async address => {
  const image = await createImageBitmap(await (await fetch(address)).blob());
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let at = 0; at < data.length; at += 8192) {
    text += String.fromCharCode(...data.subarray(at, at + 8192));
  }
  return [image.width, image.height, btoa(text)];
}"""


def photograph_a_table(browser: Browser, server: ServerProcess) -> None:
    """A Hanabi table in the middle of a match."""
    with as_ann(browser, server, size=_DESK) as context:
        page = context.new_page()
        page.goto("/table/match-hanabi-4")
        page.locator("main.table").wait_for()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=IMAGES / "hanabi-table.png")


def photograph_a_replay(browser: Browser, server: ServerProcess) -> None:
    """A ply of a replay in the view of one seat, with a selected card."""
    replay = server.table("match-hanabi-won")["replay"]
    with as_ann(browser, server, size=_DESK) as context:
        page = context.new_page()
        page.goto(f"/replay/{replay}?seat=0#30")
        page.locator("[data-seat='0'] [data-card]").nth(1).click()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=IMAGES / "replay.png")


def photograph_a_review(browser: Browser, server: ServerProcess) -> None:
    """The costliest moment of a round, with the better move on the board."""
    replay = server.table("match-koikoi-short")["replay"]
    with as_ann(browser, server, size=_DESK) as context:
        page = context.new_page()
        page.goto(f"/replay/{replay}")
        page.locator("main.table").wait_for()
        review(page)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=IMAGES / "review.png")


def film_a_capture(browser: Browser, server: ServerProcess) -> None:
    """The first capture of the lesson."""
    ann = Person(browser, server, "Ana", motion=True)
    ann.page.set_viewport_size(_SMALL)  # type: ignore[arg-type]  # a plain dictionary does
    ann.visit()
    ann.page.get_by_role("button", name="First time? Play a guided game: Koi-Koi").click()
    marked = ann.page.locator("li[data-pointed] button")
    marked.last.click()
    button = ann.page.locator("button[data-pointed]").last
    button.wait_for()
    darkroom = browser.new_page()
    photographs = [(pixels_of(darkroom, ann.page.screenshot()), _REST)]
    button.click()
    ann.page.wait_for_function("() => document.querySelector('aside[data-step=\"1\"]')")
    for at in range(0, _LAST, _STEP):
        ann.page.evaluate(_HOLD, at)
        photographs.append((pixels_of(darkroom, ann.page.screenshot()), _STEP))
    ann.page.evaluate(_LET_GO)
    photographs.append((pixels_of(darkroom, ann.page.screenshot()), _REST))
    darkroom.close()
    (IMAGES / "capture.png").write_bytes(moving(photographs))
    ann.leave()


def pixels_of(darkroom: Page, photograph: bytes) -> Pixels:
    """Decode a PNG with the browser."""
    packed = base64.b64encode(photograph).decode()
    width, height, red_green_blue = darkroom.evaluate(_DEVELOP, f"data:image/png;base64,{packed}")
    pixels = np.frombuffer(base64.b64decode(red_green_blue), np.uint8)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def main() -> None:
    """Take the pictures and print where they are."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), 3, with_tables=True)
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            photograph_a_table(browser, server)
            photograph_a_replay(browser, server)
            photograph_a_review(browser, server)
            film_a_capture(browser, server)
        finally:
            browser.close()
            server.stop()
    for name in ("hanabi-table.png", "replay.png", "review.png", "capture.png"):
        print(IMAGES / name)


if __name__ == "__main__":
    main()
